import { z } from 'zod'
import { LANGUAGES } from './words/languages.ts'

/**
 * The choices that belong to this computer and to no project. What the main process stores, what crosses between the processes and what the Settings
 * dialog shows all read these records; a setting is one of them, and its words: `settings.<id>`, `settings.<id>.hint` where there is one, and
 * `settings.<id>.<value>` for what a choice may be.
 */
interface Setting<S extends z.ZodType> {
  /** Optional for what was added later than the file that someone has. */
  readonly schema: S
  /** While nobody chose, and where what was stored says nothing: another version wrote it. undefined: Atrium decides. */
  readonly initial: z.output<S>
  /** In the dialog, in the order of the records; left out: it is chosen elsewhere. */
  readonly control?: Control
  /** Of the dialog; left out: the first. */
  readonly page?: SettingsPage
}

/** In the dialog's order: `settings.page.<id>`. Keys are a page of their own. */
export const SETTINGS_PAGES = ['general', 'arrange', 'mouse', 'keys', 'graphics'] as const
export type SettingsPage = (typeof SETTINGS_PAGES)[number]

export type Control =
  | { readonly kind: 'switch' }
  | {
    readonly kind: 'choice'
    readonly values: readonly string[]
    /** The value that stands for `undefined`. */
    readonly unset?: string
    /** Of values that are called the same in every language. */
    readonly names?: Readonly<Record<string, string>>
  }

const setting = <S extends z.ZodType>(record: Setting<S>): Setting<S> => record

const THEMES = ['system', 'light', 'dark'] as const
/** Programs whose mouse someone may know; the first is ours. */
const NAVIGATION_STYLES = ['atrium', 'sketchup', 'blender', 'revit'] as const
export type NavigationStyle = (typeof NAVIGATION_STYLES)[number]
const UNITS = ['m', 'cm', 'mm', 'ft-in'] as const
/** How rays walk object trees: the names of gpu/traversal. */
const TRAVERSALS = [
  'sequential', 'standard-12', 'standard-8', 'havran', 'restart', 'backtrack', 'push-down', 'short-stack', 'push-down-short-stack', 'ropes', 'ropes-plus-plus', 'bvh',
] as const

/** One press, as commands write it: `Mod+Alt+Shift+K`; `Mod` is Ctrl, or Cmd on macOS. Tab and Enter belong to controls, and no press writes `+` apart from its plus signs. */
export const KEY_TEXT = /^(Mod\+)?(Alt\+)?(Shift\+)?([^\s+a-z]|F([1-9]|1\d|2[0-4])|Space|Escape|Delete|Backspace|Insert|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right)|ContextMenu)$/u
const OwnKeys = z.array(z.string().max(40).regex(KEY_TEXT)).max(4)

/** What of it can be keys of commands; whoever wrote the rest, those commands keep the keys that they came with. */
function soundKeys(given: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const sound = Object.entries(given).slice(0, 1000).flatMap(([id, keys]) => {
    const parsed = OwnKeys.safeParse(keys)
    return parsed.success && /^[\w.-]{1,100}$/.test(id) ? [[id, parsed.data] as const] : []
  })
  return Object.fromEntries(sound)
}

export const SETTINGS = {
  theme: setting({ schema: z.enum(THEMES), initial: 'system', control: { kind: 'choice', values: THEMES } }),
  /** Of renderer/words; left out: the system's. `en-XA` is the pseudo-locale that tests ask for. */
  language: setting({
    schema: z.enum(['en', 'de', 'en-XA']).optional(),
    initial: undefined,
    control: { kind: 'choice', values: ['system', ...Object.keys(LANGUAGES)], unset: 'system', names: LANGUAGES },
  }),
  /** Of text and controls, in hundredths; left out: as large as the system's. */
  size: setting({
    schema: z.enum(['90', '115', '130', '150']).optional(),
    initial: undefined,
    control: { kind: 'choice', values: ['90', '100', '115', '130', '150'], unset: '100' },
  }),
  /** Of new projects. */
  unit: setting({ schema: z.enum(UNITS), initial: 'm', control: { kind: 'choice', values: UNITS, names: { m: 'm', cm: 'cm', mm: 'mm', 'ft-in': 'ft, in' } } }),
  /** What is dragged falls into line; left out: it does. */
  guides: setting({ schema: z.enum(['off']).optional(), initial: undefined, control: { kind: 'choice', values: ['on', 'off'], unset: 'on' }, page: 'arrange' }),
  /** Centimetres between the lines of a grid on which the middle of what is dragged falls; left out: no grid. */
  grid: setting({
    schema: z.enum(['5', '10', '25', '50']).optional(),
    initial: undefined,
    control: { kind: 'choice', values: ['off', '5', '10', '25', '50'], unset: 'off', names: { 5: '5 cm', 10: '10 cm', 25: '25 cm', 50: '50 cm' } },
    page: 'arrange',
  }),
  /** About what several pieces turn and grow; left out: their common middle. */
  pivot: setting({ schema: z.enum(['each']).optional(), initial: undefined, control: { kind: 'choice', values: ['together', 'each'], unset: 'together' }, page: 'arrange' }),
  /** Which buttons and keys move the camera; left out: Atrium's own. */
  navigation: setting({
    schema: z.enum(NAVIGATION_STYLES).exclude(['atrium']).optional(),
    initial: undefined,
    control: { kind: 'choice', values: NAVIGATION_STYLES, unset: 'atrium', names: { atrium: 'Atrium', sketchup: 'SketchUp', blender: 'Blender', revit: 'Revit' } },
    page: 'mouse',
  }),
  /** The wheel turned away from the user; left out: it brings the room closer. */
  wheel: setting({ schema: z.enum(['farther']).optional(), initial: undefined, control: { kind: 'choice', values: ['closer', 'farther'], unset: 'closer' }, page: 'mouse' }),
  /** How far a step of the wheel goes; left out: as the system has it. */
  wheelSpeed: setting({ schema: z.enum(['slow', 'fast']).optional(), initial: undefined, control: { kind: 'choice', values: ['slow', 'usual', 'fast'], unset: 'usual' }, page: 'mouse' }),
  /** Of a Space Mouse, where one is connected; left out: as it comes. */
  spaceMouse: setting({ schema: z.enum(['off', 'slow', 'fast']).optional(), initial: undefined, control: { kind: 'choice', values: ['off', 'slow', 'usual', 'fast'], unset: 'usual' }, page: 'mouse' }),
  /** By the ids of commands, where the user chose; an empty list: none. */
  keys: setting({ schema: z.record(z.string(), z.unknown()).transform(soundKeys).optional(), initial: undefined }),
  /** Keys, menus and controls that only engineers of the tracer read. */
  developer: setting({ schema: z.boolean().optional(), initial: undefined, control: { kind: 'switch' } }),
  /** Who traces rays; left out: the graphics card, and where a program plays it, the processor's threads. */
  executor: setting({ schema: z.enum(['gpu', 'cpu']).optional(), initial: undefined, control: { kind: 'choice', values: ['automatic', 'gpu', 'cpu'], unset: 'automatic' }, page: 'graphics' }),
  /** Of two graphics cards, from the next start; left out: the page asks for the faster one, and the system may know better. */
  card: setting({ schema: z.enum(['fast', 'saving']).optional(), initial: undefined, control: { kind: 'choice', values: ['automatic', 'fast', 'saving'], unset: 'automatic' }, page: 'graphics' }),
  /** How the window's picture is made; left out: what suits the adapter. */
  method: setting({ schema: z.enum(['whitted', 'hybrid']).optional(), initial: undefined, control: { kind: 'choice', values: ['automatic', 'whitted', 'hybrid'], unset: 'automatic' }, page: 'graphics' }),
  /** Of the library and of the user's own, by their ids. */
  favouriteMaterials: setting({ schema: z.array(z.string().max(200)).max(1000).optional(), initial: undefined }),
  /** Left out: what suits the adapter. */
  traversal: setting({ schema: z.enum(TRAVERSALS).optional(), initial: undefined }),
  /** What was found out about adapters in rooms of a kind, by the descriptions of both (shell/traversal.ts): which walk suits, and million rays a second of each. */
  measuredRooms: setting({
    schema: z.record(z.string().max(300), z.object({
      traversal: z.enum(TRAVERSALS), mrays: z.partialRecord(z.enum(TRAVERSALS), z.number().nonnegative()), leftOut: z.array(z.enum(TRAVERSALS)).max(TRAVERSALS.length).readonly(),
    })).optional(),
    initial: undefined,
  }),
}

export type SettingId = keyof typeof SETTINGS
type Schemas = { readonly [Id in SettingId]: (typeof SETTINGS)[Id]['schema'] }

const each = <T>(value: (record: Setting<z.ZodType>) => T): Record<string, T> => Object.fromEntries(Object.entries(SETTINGS).map(([id, record]) => [id, value(record as Setting<z.ZodType>)]))

/** What crosses between the processes: held to its schemas. */
export const Settings = z.object(each(({ schema }) => schema) as unknown as Schemas)
export type Settings = z.infer<typeof Settings>

/** What is on the disk, whoever wrote it: a value that is missing or unknown is as if nobody chose, and the others hold. */
export const StoredSettings = z.object(each(({ schema, initial }) => schema.catch(initial))) as unknown as z.ZodType<Settings>
export const INITIAL_SETTINGS = each(({ initial }) => initial) as Settings
