import type { FormRecord } from '../document/types.ts'

/** What a piece of ours can be made with: a length in metres, a number of things, or one of a few. */
export type FormField =
  /** `name`: its words, where they are not those of its id. */
  | { readonly kind: 'length'; readonly id: LengthId; readonly name: LengthName; readonly least: number; readonly most: number; readonly initial: number }
  | { readonly kind: 'count'; readonly id: CountId; readonly least: number; readonly most: number; readonly initial: number }
  | { readonly kind: 'choice'; readonly id: ChoiceId; readonly choices: readonly Choice[]; readonly initial: Choice }

type LengthName = LengthId | 'worktopHeight' | 'frameDepth'
export type LengthId = 'width' | 'length' | 'height' | 'depth' | 'diameter' | 'bay' | 'module' | 'mattressWidth' | 'mattressLength' | 'head' | 'seat' | 'shade' | 'drop'
export type CountId = 'seats' | 'bays' | 'boards' | 'modules'
export type ChoiceId = 'fabric' | 'legs' | 'wood' | 'fronts' | 'worktop' | 'frame' | 'throw' | 'metal' | 'foot' | 'bell'
export type Choice =
  | 'wool' | 'linen' | 'ochre' | 'rust' | 'sheet' | 'cognac'
  | 'splayed' | 'straight' | 'cheeks'
  | 'oak' | 'walnut' | 'blackOak'
  | 'sage' | 'white' | 'red' | 'blackGloss'
  | 'marble' | 'terrazzo' | 'brushed'
  | 'brass' | 'chrome' | 'blackMetal'
  | 'glazeWhite' | 'glazeBlue' | 'terracotta'

const length = (id: LengthId, initial: number, least: number, most: number, name: LengthName = id): FormField => ({ kind: 'length', id, name, least, most, initial })
const count = (id: CountId, initial: number, least: number, most: number): FormField => ({ kind: 'count', id, least, most, initial })
const choice = (id: ChoiceId, ...choices: readonly [Choice, ...Choice[]]): FormField => ({ kind: 'choice', id, choices, initial: choices[0] })
const WOODS = ['oak', 'walnut', 'blackOak'] as const

const floorLamp = (...metals: readonly [Choice, ...Choice[]]): readonly FormField[] => [length('height', 1.46, 1.1, 1.9), length('shade', 0.42, 0.25, 0.6), choice('metal', ...metals)]

/** Pieces of the catalogue that stay editable, with what they come with. Their generators are assets/generators/forms.ts. */
export const FORMS: Readonly<Record<string, readonly FormField[]>> = {
  'sofa-three-seat': [length('width', 2.28, 0.8, 5), length('depth', 0.94, 0.7, 1.4), count('seats', 3, 1, 8), choice('fabric', 'wool', 'linen', 'ochre', 'rust', 'sheet', 'cognac')],
  'dining-table': [length('length', 1.8, 0.7, 4), length('depth', 0.9, 0.5, 1.6), length('height', 0.74, 0.4, 1.15), choice('legs', 'splayed', 'straight', 'cheeks'), choice('wood', ...WOODS)],
  'shelf-open': [count('bays', 1, 1, 6), length('bay', 1, 0.5, 1.5), length('height', 1.88, 0.6, 3), length('depth', 0.32, 0.2, 0.6), count('boards', 5, 2, 10), choice('wood', ...WOODS)],
  'kitchen-unit': [count('modules', 4, 3, 12), length('module', 0.6, 0.6, 1), length('depth', 0.62, 0.55, 0.9), length('height', 0.91, 0.85, 1.05, 'worktopHeight'), choice('fronts', 'sage', 'white', 'red', 'blackGloss', ...WOODS), choice('worktop', 'marble', 'terrazzo', 'oak', 'brushed')],
  'desk': [length('width', 1.4, 0.8, 2.4), length('depth', 0.66, 0.5, 1), length('height', 0.74, 0.6, 1.2), choice('wood', ...WOODS)],
  'armchair': [length('width', 0.72, 0.6, 1.1), length('depth', 0.78, 0.7, 1, 'frameDepth'), length('seat', 0.4, 0.34, 0.5), choice('fabric', 'cognac', 'wool', 'linen', 'ochre', 'rust', 'sheet'), choice('wood', 'walnut', 'oak', 'blackOak')],
  'bed-double': [length('mattressWidth', 1.6, 0.8, 2.2), length('mattressLength', 2, 1.6, 2.4), length('head', 1.02, 0.7, 1.5), choice('wood', ...WOODS), choice('fabric', 'linen', 'wool', 'ochre', 'rust', 'sheet', 'cognac'), choice('throw', 'rust', 'ochre', 'wool', 'linen')],
  'floor-lamp': floorLamp('brass', 'chrome', 'blackMetal'),
  'floor-lamp-chrome': floorLamp('chrome', 'brass', 'blackMetal'),
  'table-lamp': [length('height', 0.5, 0.47, 0.8), length('shade', 0.32, 0.2, 0.5), choice('foot', 'glazeWhite', 'glazeBlue', 'terracotta', 'brass', 'chrome')],
  'pendant-lamp': [length('diameter', 0.46, 0.25, 0.9), length('drop', 0.95, 0.4, 2.5), choice('bell', 'blackMetal', 'white', 'sage', 'red', 'brass', 'chrome')],
  'ceiling-lamp': [length('diameter', 0.36, 0.2, 0.7), length('height', 0.1, 0.06, 0.2)],
  'mirror-flat': [length('width', 0.9, 0.2, 4), length('height', 1.9, 0.2, 3.5), choice('frame', 'brass', 'chrome', 'blackMetal', ...WOODS)],
  'mirror-large': [length('width', 2, 0.2, 4), length('height', 2.1, 0.2, 3.5), choice('frame', 'chrome', 'brass', 'blackMetal', ...WOODS)],
  'mirror-convex': [length('diameter', 0.68, 0.3, 1.6), choice('frame', 'blackOak', 'oak', 'walnut', 'brass', 'chrome', 'white')],
}

/** With what a model was made, each value as its field allows; null: it is none of ours that can be. */
export function formOf(item: string | null | undefined, values: FormRecord['values'] = {}): FormRecord | null {
  const fields = item === null || item === undefined || !Object.hasOwn(FORMS, item) ? null : FORMS[item]
  return fields === null ? null : { item: item!, values: Object.fromEntries(fields.map((field) => [field.id, saneValue(field, values[field.id])])) }
}

function saneValue(field: FormField, value: number | string | undefined): number | string {
  if (field.kind === 'choice') return field.choices.find((one) => one === value) ?? field.initial
  if (typeof value !== 'number' || !Number.isFinite(value)) return field.initial
  const within = Math.min(field.most, Math.max(field.least, value))
  // A tenth of a millimetre: what is typed in inches stays what it was.
  return field.kind === 'count' ? Math.round(within) : Math.round(within * 1e4) / 1e4
}
