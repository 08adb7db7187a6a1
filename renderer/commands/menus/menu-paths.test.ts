import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DE, EN } from '../../words/catalogue.ts'
import { say, setLanguage } from '../../words/say.ts'
import { allMenus, type MenuItem } from './menu.ts'
import { findCommand } from '../registry.ts'
import { titleOf } from '../types.ts'

afterAll(() => setLanguage('en'))

const root = path.resolve(import.meta.dirname, '../../..')
const pages = ['', 'gpu', 'renderer', 'electron', 'build', 'assets'].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: folder !== '', encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !name.includes('node_modules')).map((name) => path.join(folder, name)))

/** As a sentence has it: without the dots of a dialog. */
const plain = (title: string): string => title.replace(/ ?…$/, '')

/** Does the text go on with something that stands there, and with what stands in that where it says so? */
function leads(text: string, items: readonly MenuItem[]): boolean {
  return items.some((item) => {
    const command = typeof item === 'string' ? findCommand(item) : null
    const title = typeof item !== 'string' ? say(item.label) : command === null ? null : plain(titleOf(command))
    if (title === null || !text.startsWith(title)) return false
    const rest = text.slice(title.length)
    return typeof item === 'string' || !rest.startsWith(' > ') || leads(rest.slice(3), item.items)
  })
}

/** Every `File > Something` that is not in the menus. */
function astray(text: string): string[] {
  const words = text.replaceAll(/\s+/g, ' ')
  return !words.includes(' > ') ? [] : allMenus().flatMap(({ label, items }) => {
    const menu = `${say(label)} > `
    const parts = words.split(menu)
    return parts.slice(1).filter((rest, i) => !/(?:> |\p{L})$/u.test(parts[i]) && !leads(rest, items)).map((rest) => menu + rest.slice(0, 40))
  })
}

test.each([['en', EN], ['de', DE]] as const)('every menu that a sentence names is there (%s)', (language, words) => {
  setLanguage(language)
  expect(Object.values<string>(words).flatMap(astray)).toEqual([])
  expect(astray(`${say('menu.file')} > Nowhere`)).toHaveLength(1)
})

test('and every menu that a page of the repository names', () => {
  setLanguage('en')
  expect(pages).toContain('README.md')
  expect(pages.flatMap((page) => astray(readFileSync(path.join(root, page), 'utf8')).map((found) => `${page}: ${found}`))).toEqual([])
})
