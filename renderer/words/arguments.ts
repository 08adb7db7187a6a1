/*
 * The arguments of an ICU message, read from its text by the type checker: `{count, plural, one {# wall} other {# walls}} of {name}`
 * asks for `{ count: number; name: string | number | Words }`.
 */

/** A word of the catalogue with what goes into it, said in the language at hand when it is read. */
export interface Phrase<Id extends string = string> {
  readonly id: Id
  readonly args?: Readonly<Record<string, Value>> | undefined
}
/** Text as it is (a file's name, a label saved before) or a phrase. */
export type Words<Id extends string = string> = string | Phrase<Id>
export type Value = string | number | Phrase

type TypeOf<Format extends string> = Format extends `${string}select` | `${string}date` | `${string}time`
  ? Format extends `${string}select` ? string : number | Date
  : number

type Trim<S extends string> = S extends ` ${infer Rest}` ? Trim<Rest> : S extends `${infer Rest} ` ? Trim<Rest> : S

/** What stands before and after the first closing brace. */
type Simple<S extends string> = S extends `${infer Inside}}${infer After}` ? [Inside, After] : never

/** `In` has one entry per open brace: 'text' of a message, or 'cases' of a plural. Collects pairs of name and type. */
type Walk<S extends string, In extends readonly ('text' | 'cases')[], Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? S extends `${string}}${infer Rest}`
      ? Walk<Rest, In extends readonly [unknown, ...infer Outer extends ('text' | 'cases')[]] ? Outer : [], Found>
      : Found
    : In extends readonly ['cases', ...unknown[]]
      ? Walk<After, ['text', ...In], Found>
      : Simple<After> extends [infer Inside extends string, infer Rest extends string]
        ? Inside extends `${infer Name},${infer Format}`
          ? Format extends `${infer Kind},${string}{${string}`
            ? After extends `${string},${string},${infer Cases}`
              ? Walk<Cases, ['cases', ...In], Found | [Trim<Name>, TypeOf<Trim<Kind>>]>
              : Found
            : Walk<Rest, In, Found | [Trim<Name>, Format extends `${infer Kind},${string}` ? TypeOf<Trim<Kind>> : TypeOf<Trim<Format>>]>
          : Walk<Rest, In, Found | [Trim<Inside>, Value]>
        : Found
  : Found

/** `{ name: type }` of every argument of a message. */
export type ArgumentsOf<Message extends string> = { readonly [Pair in Walk<Message, ['text'], never> as Pair extends [infer Name extends string, unknown] ? Name : never]: Pair extends [string, infer Type] ? Type : never }
