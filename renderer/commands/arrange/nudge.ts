import type { Vec3 } from '../../../gpu/index.ts'
import { movePieces, setLight } from '../../document/changes/index.ts'
import { unlockedPieces } from '../../document/flags.ts'
import { newId } from '../../document/ids.ts'
import { isPlaced } from '../../document/light-frame.ts'
import { findLight } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { directionOf, sunAngles } from '../../document/sun-angles.ts'
import type { DirectionalLight, DocumentLight, Piece } from '../../document/types.ts'
import { formatLength } from '../../document/units.ts'
import { levelAxes } from '../../navigation/orbit.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { scale } from '../../navigation/vector.ts'
import { sunDirection } from '../../scene/sun.ts'
import { bodyOf, passableBy } from '../../tools/body.ts'
import { alongMount, shareOfWay } from '../../tools/place/keep-out.ts'
import { flash } from '../../shell/shell.ts'
import { phrase, say } from '../../words/say.ts'
import { nameOf } from '../edit/edit.ts'
import type { Command } from '../types.ts'

export type Way = 'left' | 'right' | 'away' | 'near' | 'up' | 'down'
const KEYS: Readonly<Record<Way, string>> = { left: 'ArrowLeft', right: 'ArrowRight', away: 'ArrowUp', near: 'ArrowDown', up: 'PageUp', down: 'PageDown' }

/** How far one press goes: metres, and for whoever measures in feet. The key alone, with Alt, with Shift. */
const STEPS = {
  '': { modifier: '', metric: 0.01, imperial: 0.5 * 0.0254 },
  fine: { modifier: 'Alt+', metric: 0.001, imperial: 0.0254 / 16 },
  far: { modifier: 'Shift+', metric: 0.1, imperial: 5 * 0.0254 },
} as const
type Step = keyof typeof STEPS

const isImperial = (): boolean => useDocument.getState().document.unit === 'ft-in'
const metresOf = (step: Step): number => STEPS[step][isImperial() ? 'imperial' : 'metric']
/** The same step of what is no length: one, a tenth, ten. */
const factorOf = (step: Step): number => STEPS[step].metric / STEPS[''].metric

/** Of a sun that is set freely; of one that follows the clock, so many minutes and days. */
const SUN_STEP = Math.PI / 180
const SUN_MINUTES = 10
const SUN_DAYS = 7

/** Metres: what goes no further than this does not go. */
const STUCK = 1e-5

/** Nudges of the same selection that follow one another so closely are one step of undo. */
const PAUSE_MS = 1000
let last: { readonly gesture: string; readonly selection: readonly string[]; readonly atMs: number } | null = null

function gestureNow(selection: readonly string[]): string {
  const atMs = Date.now()
  const undo = useDocument.getState().undos.at(-1)
  const goesOn = last !== null && last.selection === selection && atMs - last.atMs < PAUSE_MS && undo?.gesture === last.gesture
  last = { gesture: goesOn ? last!.gesture : newId(), selection, atMs }
  return last.gesture
}

/** The camera's own left and right, but along the room: the world axis that comes nearest. */
export function directionTo(way: Way): Vec3 {
  if (way === 'up' || way === 'down') return [0, way === 'up' ? 1 : -1, 0]
  const { ahead, right } = levelAxes(useInteraction.getState().pose)
  const [x, , z] = way === 'left' || way === 'right' ? right : ahead
  const sign = way === 'left' || way === 'near' ? -1 : 1
  return Math.abs(x) >= Math.abs(z) ? [sign * Math.sign(x || 1), 0, 0] : [0, 0, sign * Math.sign(z || 1)]
}

const isSelected = (): boolean => useInteraction.getState().selection.length > 0

/** Moves what is selected; a sun alone goes along its way. */
function nudge(way: Way, step: Step): void {
  const { selection } = useInteraction.getState()
  const { document } = useDocument.getState()
  const [only] = selection
  const light = selection.length === 1 ? findLight(document, only) : null
  if (light !== null && !isPlaced(light)) {
    nudgeSun(light, way, factorOf(step))
    return
  }
  const wanted = new Set(selection)
  const moved = [...unlockedPieces(document, wanted), ...document.lights.filter((other) => wanted.has(other.id) && isPlaced(other))]
  if (moved.length === 0) return
  const wayOf = alongWalls(moved, scale(directionTo(way), metresOf(step)))
  if (Math.hypot(...wayOf) < STUCK) flash(say('hud.blocked', { count: moved.length, name: moved[0].name }))
  useDocument.getState().edit(phrase('undo.move', { name: nameOf(moved) }), movePieces(moved.map(({ id }) => id), wayOf), gestureNow(selection))
}

/** As far as walls, other pieces and mounts let all of them go. */
function alongWalls(moved: readonly (Piece | DocumentLight)[], delta: Vec3): Vec3 {
  const around = findViewport()?.surroundings() ?? null
  if (around === null) return delta
  const bodies = moved.flatMap((item) => ('mount' in item ? bodyOf(around.snapshot, item) ?? [] : []))
  const along = bodies.reduce((way, body) => alongMount(body, way), delta)
  return scale(along, shareOfWay(around.query, bodies, along, passableBy(around.query, around.snapshot, bodies, moved.map(({ id }) => id))))
}

function nudgeSun(sun: DirectionalLight, way: Way, factor: number): void {
  const { selection } = useInteraction.getState()
  const { document } = useDocument.getState()
  const sign = way === 'left' || way === 'near' || way === 'down' ? -1 : 1
  const isAcross = way === 'left' || way === 'right'
  const { moment } = sun
  if (moment !== undefined && document.place !== undefined) {
    const next = isAcross ? later(moment.date, moment.minutes + sign * SUN_MINUTES * factor) : later(moment.date, moment.minutes + sign * SUN_DAYS * 1440)
    useDocument.getState().edit(phrase(isAcross ? 'undo.light.time' : 'undo.light.date', { name: sun.name }), setLight(sun.id, { moment: next }), gestureNow(selection))
    return
  }
  const { altitude, azimuth } = sunAngles(sunDirection(sun, document.place))
  const turn = sign * SUN_STEP * factor
  const direction = directionOf(isAcross ? { altitude, azimuth: azimuth + turn } : { altitude: Math.min(Math.PI / 2, Math.max(-Math.PI / 2, altitude + turn)), azimuth })
  useDocument.getState().edit(phrase('undo.light.direction', { name: sun.name }), setLight(sun.id, { direction }), gestureNow(selection))
}

/** A day and the minutes since its midnight, which may be those of another day. */
function later(date: string, minutes: number): { date: string; minutes: number } {
  const days = Math.floor(minutes / 1440)
  const day = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000)
  return { date: day.toISOString().slice(0, 10), minutes: minutes - days * 1440 }
}

/** `10 cm`, `1 mm`, `5"`, in whole numbers. */
function distanceOf(step: Step): string {
  if (isImperial()) return formatLength(metresOf(step), 'ft-in')
  return step === 'fine' ? formatLength(metresOf(step), 'mm') : `${Math.round(metresOf(step) * 100)} cm`
}

function commandFor(way: Way, step: Step): Command {
  const whereTo = phrase(`command.edit.nudge.${way}`)
  return {
    id: `edit.nudge.${step === '' ? '' : `${step}.`}${way}`,
    ...(step === '' ? {} : { title: () => say('command.edit.nudge.by', { way: whereTo, distance: distanceOf(step) }) }),
    keys: [`${STEPS[step].modifier}${KEYS[way]}`],
    isEnabled: isSelected,
    run: () => nudge(way, step),
  }
}

/** Arrow keys, Page Up and Page Down: a lamp is moved while the picture runs. */
export const nudgeCommands: readonly Command[] = (Object.keys(STEPS) as readonly Step[]).flatMap((step) => (Object.keys(KEYS) as readonly Way[]).map((way) => commandFor(way, step)))
