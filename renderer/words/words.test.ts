import { compileMessage } from '@lingui/message-utils/compileMessage'
import { afterEach, describe, expect, test } from 'vitest'
import { DE, EN } from './catalogue.ts'
import { languageOf, localeOf } from './languages.ts'
import { pseudo } from './pseudo.ts'
import { type Id, onLanguage, phrase, say, setLanguage, textOf } from './say.ts'

afterEach(() => setLanguage('en'))

const areas = import.meta.glob<Record<string, Record<string, string>>>(['./en/*.ts', './de/*.ts'], { eager: true })
const idsIn = (language: string): string[] =>
  Object.entries(areas).flatMap(([file, module]) => (file.startsWith(`./${language}/`) ? Object.values(module).flatMap((area) => Object.keys(area)) : []))

/** `count plural`, `name`: what a message asks for, in no order. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      const [name, kind, cases] = token as [string, string | undefined, unknown]
      found.add([name, kind].filter(Boolean).join(' '))
      if (typeof cases === 'object' && cases !== null) Object.values(cases).forEach(walk)
    }
  }
  walk(compileMessage(message))
  return [...found].map((argument) => argument.split(' ')[0]).toSorted()
}

describe('the catalogue', () => {
  test.each(['en', 'de'])('has every area and each id once (%s)', (language) => {
    const ids = idsIn(language)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(new Set(ids)).toEqual(new Set(Object.keys(EN)))
  })

  test('says in German what it says in English, with the same arguments', () => {
    expect(Object.keys(EN).filter((id) => !(id in DE)), 'missing').toEqual([])
    expect(Object.keys(DE).filter((id) => !(id in EN)), 'one too many').toEqual([])
    for (const [id, message] of Object.entries(EN)) expect(argumentsOf(DE[id as Id]), id).toEqual(argumentsOf(message))
  })

  test('holds no message that is empty, ends in a space or cannot be read', () => {
    for (const messages of [EN, DE]) {
      for (const [id, message] of Object.entries<string>(messages)) {
        expect(message.trim(), id).toBe(message)
        expect(message, id).not.toBe('')
        expect(() => compileMessage(message), id).not.toThrow()
      }
    }
  })

  test('sounds native: nothing is back that was found to sound translated, and German addresses nobody in some places only', () => {
    const translated = /\bshall\b|\bWork On\b|As by the|came shining|as through|Let into|without the detour|Rays walk by|card rests|Shine as|\bis whole\b|\bnone has\b|files that lie|takes? .* back again|does not reach|\bOwn (?:luminance|size)\b|Seen width|Lengths in\b(?! \{)|Shines by|dpi, upright|by yours|\bany more\b|Add Point|\bat hand\b/
    for (const [id, message] of Object.entries<string>(EN)) expect(message, id).not.toMatch(translated)
    for (const [id, message] of Object.entries<string>(DE)) expect(message, id).not.toMatch(/n Sie\b|Stück|\bMaschine|Lichtpfad/)
  })

  test('sets percent signs as each language does', () => {
    for (const [id, message] of Object.entries<string>(EN)) expect(message, id).not.toMatch(/[\d}] %/)
    for (const [id, message] of Object.entries<string>(DE)) expect(message, id).not.toMatch(/[\d}]%/)
  })

  test('uses typographic apostrophes and dots', () => {
    for (const messages of [EN, DE]) {
      for (const [id, message] of Object.entries<string>(messages)) expect(message, id).not.toMatch(/\w'\w|\.\.\./)
    }
  })
})

describe('say', () => {
  test('follows the language, and so does a phrase that was kept', () => {
    const kept = phrase('error.about', { subject: 'a.glb', sentence: phrase('error.cancelled') })
    expect(textOf(kept)).toBe('a.glb: Cancelled.')
    let changes = 0
    const stop = onLanguage(() => (changes += 1))
    setLanguage('de')
    stop()
    expect(changes).toBe(1)
    expect(say('error.cancelled')).toBe('Abgebrochen.')
    expect(textOf(kept)).toBe('a.glb: Abgebrochen.')
    expect(textOf('Sofa')).toBe('Sofa')
  })

  test('asks for the arguments of its message', () => {
    // @ts-expect-error: there is no such id
    void (() => say('error.nothing'))
    // @ts-expect-error: arguments are missing
    void (() => say('error.about'))
    // @ts-expect-error: one has another name
    void (() => say('error.about', { subject: 'a', words: 'b' }))
    // @ts-expect-error: none is asked for
    void (() => say('error.cancelled', { subject: 'a' }))
    expect(say('error.about', { subject: 1, sentence: 'b' })).toBe('1: b')
  })
})

describe('languages', () => {
  test('the first that the system prefers and Atrium speaks is chosen, English otherwise', () => {
    expect(languageOf(['fr-FR', 'de-AT', 'en'])).toBe('de')
    expect(languageOf(['en-GB', 'de'])).toBe('en')
    expect(languageOf(['ja'])).toBe('en')
    expect(localeOf('de', ['fr', 'de-AT'])).toBe('de-AT')
    expect(localeOf('de', ['en-US'])).toBe('de')
  })

  test('the pseudo-locale lengthens text and leaves arguments alone', () => {
    expect(pseudo('Open')).toBe('[Öpéñéé]')
    expect(pseudo('{count, plural, one {# wall} other {# walls}} of {name}')).toBe('[{count, plural, one {# wålléé} other {# wållséé}} öf é{name}]')
    for (const [id, message] of Object.entries(EN)) expect(argumentsOf(pseudo(message)), id).toEqual(argumentsOf(message))
    setLanguage('en-XA')
    expect(say('error.about', { subject: 'a.glb', sentence: 'b' })).toBe('[a.glb: b]')
  })
})
