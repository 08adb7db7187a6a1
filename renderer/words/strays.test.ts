import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findStrays } from './strays.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Shown, and the same in every language. */
const ALLOWED: ReadonlySet<string> = new Set([
  // The product, formats and methods by their own names.
  'Atrium', 'PNG', 'JPEG', 'EXR', 'WebM', 'MP4', 'GLB', 'glTF', 'IES', 'WebGPU',
  // Signs of units.
  'm', 'cm', 'mm', 'ft, in', 'lm', 'cd', 'lx', 'cd/m²', 'EV', 'K', 'Esc', 'px', 'ms',
  // Labels of GPU objects and log lines: developers read them.
  'Ü', 'picture readback', 'GPU memory was not given back',
])

/** Commands for whoever uses Atrium; those that attack or measure it talk to developers. */
const COMMANDS = /^build\/cli\/(?:[^/]+$|still\/|import\/|batch\/(?!prove\/))/
const files = ['renderer', 'electron', 'build/cli']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/'))))
  .filter((file) => (!file.startsWith('build/') || COMMANDS.test(file)) && /\.tsx?$/.test(file) && !/\.test\.|testing|\/words\/|test-hooks|\.d\.ts$/.test(file))

test('every string that a user reads comes from the catalogue', () => {
  expect(files.length).toBeGreaterThan(250)
  expect(files).toEqual(expect.arrayContaining(['build/cli/usage.ts', 'build/cli/import/import.ts', 'build/cli/batch/batch.ts', 'build/cli/still/still.ts']))
  const strays = files.flatMap((file) => findStrays(file, readFileSync(path.join(root, file), 'utf8'), ALLOWED).map((stray) => `${file}:${stray}`))
  expect(strays.join('\n')).toBe('')
})

test('a planted string is found wherever one may stand', () => {
  const planted = `
    const a = <Row label="Width" hint={wide ? 'As wide as the room' : say('row.hint')}><p>Hello there</p>{open ? 'Close it' : null}</Row>
    tell(\`\${name} is ready\`, ['Made in 3 s.'])
    document.edit(\`Move \${name}\`, change)
    const command = { id: 'file.open', title: () => 'Open File', run: () => load('Some thing') }
    const fine = <Row className="Big Row" label={say('a.b')} key="Some Key">{kind === 'Big one' ? say('a') : 12} mm {' · '}</Row>
    throw new AtriumError('internal', 'Read by developers alone')
    throw new UsageError('Name a file')
  `
  const found = findStrays('planted.tsx', planted, new Set()).map((stray) => stray.replace(/^\d+: /, ''))
  expect(found.toSorted()).toEqual(['Width', 'As wide as the room', 'Hello there', 'Close it', 'mm', '… is ready', 'Made in 3 s.', 'Move …', 'Open File', 'Name a file'].toSorted())
})
