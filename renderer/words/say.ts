import { setupI18n } from '@lingui/core'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import type { ArgumentsOf, Phrase, Value, Words } from './arguments.ts'
import { DE, EN } from './catalogue.ts'
import { type Language, localeOf } from './languages.ts'
import { pseudo } from './pseudo.ts'

/*
 * Whatever a user reads is said here: `say('notice.opened', { name })`. It works without React and in every process; each
 * process and worker has a language of its own, so what crosses between them is a `Phrase`.
 */

export type { Phrase, Words } from './arguments.ts'

type Messages = typeof EN
export type Id = keyof Messages
/** Ids that may be said without arguments. */
export type PlainId = { [I in Id]: keyof ArgumentsOf<Messages[I]> extends never ? I : never }[Id]
type Args<I extends Id> = keyof ArgumentsOf<Messages[I]> extends never ? [] : [args: ArgumentsOf<Messages[I]>]

/** Messages are compiled when they are first said; parsed, never evaluated: the page forbids eval. */
const compiled = new Map<string, CompiledMessage>()
function compile(message: string): CompiledMessage {
  const known = compiled.get(message) ?? compileMessage(message)
  compiled.set(message, known)
  return known
}

const i18n = setupI18n({ messages: { en: EN, de: DE }, locale: 'en' }).setMessagesCompiler(compile)
let locale = 'en'

export const language = (): Language => i18n.locale as Language
/** For Intl: the system's variant of the language (`de-AT`). */
export const intlLocale = (): string => locale

/** @param preferred  what the system prefers (`navigator.languages`): decides between `de` and `de-AT` for numbers and dates */
export function setLanguage(next: Language, preferred: readonly string[] = []): void {
  if (next === 'en-XA') i18n.load(next, Object.fromEntries(Object.entries(EN).map(([id, message]) => [id, pseudo(message)])))
  locale = localeOf(next, preferred)
  i18n.activate(next, [locale])
}

/** The one at hand. */
export const spokenLanguage = (): Language => i18n.locale as Language

/** Calls when the language changed. Returns how to stop. */
export function onLanguage(listener: () => void): () => void {
  return i18n.on('change', listener)
}

const resolve = (value: Value): string | number => (typeof value === 'object' ? textOf(value) : value)

/** A word of the catalogue in the language at hand. */
export function say<I extends Id>(id: I, ...[args]: Args<I>): string {
  return textOf({ id, args: args as Phrase['args'] })
}

/** The same, said when it is read: for what is kept (undo steps), crosses between threads or stands at a module's top. */
export function phrase<I extends Id>(id: I, ...[args]: Args<I>): Phrase<I> {
  return args === undefined ? { id } : { id, args: args as Phrase['args'] }
}

/** A phrase in the language at hand; text stays as it is. */
export function textOf(words: Words): string {
  if (typeof words === 'string') return words
  const { id, args = {} } = words
  return i18n._(id, Object.fromEntries(Object.entries(args).map(([name, value]) => [name, resolve(value)])))
}

/** Names by key, each said when it is read: `{ uber: 'command.render.mode.uber' }` is a table of strings in the language at hand. */
export function table<K extends string>(ids: Readonly<Record<K, PlainId>>): Readonly<Record<K, string>> {
  const names = {} as Record<K, string>
  for (const key of Object.keys(ids) as K[]) Object.defineProperty(names, key, { enumerable: true, get: () => textOf({ id: ids[key] }) })
  return names
}

/** Whether the catalogue knows an id that was put together (`command.${id}`). */
export const isId = (id: string): id is Id => Object.hasOwn(EN, id)
