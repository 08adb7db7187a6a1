import { DEFAULT_TRAVERSAL, type TraversalChoice, type TraversalName } from '../../gpu/index.ts'
import { useInteraction } from '../interaction/store.ts'
import { significant } from '../words/numbers.ts'
import { intlLocale, say, table } from '../words/say.ts'
import { changeSettings } from './settings.ts'
import { useShell } from './shell.ts'

/** How rays walk object trees, as the menu calls it. */
export const TRAVERSAL_NAMES: Readonly<Record<TraversalName, string>> = table({
  'standard-8': 'command.render.traversal.standard-8',
  'standard-12': 'command.render.traversal.standard-12',
  havran: 'command.render.traversal.havran',
  sequential: 'command.render.traversal.sequential',
  restart: 'command.render.traversal.restart',
  backtrack: 'command.render.traversal.backtrack',
  'push-down': 'command.render.traversal.push-down',
  'short-stack': 'command.render.traversal.short-stack',
  'push-down-short-stack': 'command.render.traversal.push-down-short-stack',
  ropes: 'command.render.traversal.ropes',
  'ropes-plus-plus': 'command.render.traversal.ropes-plus-plus',
  bvh: 'command.render.traversal.bvh',
})

/** What rooms are alike for how rays walk them: one piece or many, and how many triangles to a power of ten. null: nothing was drawn yet. */
function roomClass(): string | null {
  const { report } = useInteraction.getState()
  if (report === null || report.triangles === 0) return null
  return `${report.instances === 1 ? 'one piece' : 'pieces'}, 10^${Math.round(Math.log10(report.triangles))} triangles`
}

/** This adapter and this kind of room, as what was measured is remembered; null: one of them is not known yet. */
export function measuredKey(): string | null {
  const { adapter } = useInteraction.getState()
  const room = roomClass()
  return adapter === null || room === null ? null : `${adapter.name} | ${room}`
}

/** Of these the newest are kept. */
const MOST_REMEMBERED = 50

export function rememberMeasured(key: string, found: TraversalChoice): void {
  const others = Object.entries(useShell.getState().settings.measuredRooms ?? {}).filter(([known]) => known !== key)
  changeSettings({ measuredRooms: Object.fromEntries([...others.slice(1 - MOST_REMEMBERED), [key, { ...found, mrays: { ...found.mrays }, leftOut: [...found.leftOut] }]]) })
}

/** What was found out in a room like this one. */
export function measuredHere(): TraversalChoice | undefined {
  const key = measuredKey()
  return key === null ? undefined : useShell.getState().settings.measuredRooms?.[key]
}

/** Of this adapter, in whatever room was measured last. */
function measuredElsewhere(): TraversalChoice | undefined {
  const name = useInteraction.getState().adapter?.name
  return Object.entries(useShell.getState().settings.measuredRooms ?? {}).findLast(([key]) => key.startsWith(`${name} | `))?.[1]
}

/** Nothing is left to find out: the user chose, or this adapter was measured in a room like this one. */
export const isMeasured = (): boolean => useShell.getState().settings.traversal !== undefined || measuredHere() !== undefined

/** What the automatic choice is for this adapter, and in this room as soon as one like it was measured. */
export const automaticTraversal = (): TraversalName => (measuredHere() ?? measuredElsewhere())?.traversal ?? DEFAULT_TRAVERSAL

/** What rays shall walk by: the user's choice, else the automatic one. */
export const suitingTraversal = (): TraversalName => useShell.getState().settings.traversal ?? automaticTraversal()

/** What was found out, in sentences; what is to come where nothing was. */
export function measuredText(): string {
  const found = measuredHere()
  if (found === undefined) return say('project.traversal.unmeasured')
  const figures = Object.entries(found.mrays).toSorted(([, a], [, b]) => b - a).map(([name, mrays]) => `${TRAVERSAL_NAMES[name as TraversalName]} ${significant(mrays, 3)}`)
  const measured = say('project.traversal.measured', { figures: listed(figures) })
  return found.leftOut.length === 0 ? measured : `${measured} ${say('project.traversal.leftOut', { names: listed(found.leftOut.map((name) => TRAVERSAL_NAMES[name])) })}`
}

const listed = (names: readonly string[]): string => new Intl.ListFormat(intlLocale(), { type: 'unit' }).format(names)
