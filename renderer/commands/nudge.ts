import type { Vec3 } from '../../gpu/index.ts'
import { movePieces, setLight } from '../document/changes/index.ts'
import { newId } from '../document/ids.ts'
import { isPlaced } from '../document/light-frame.ts'
import { findLight } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import { directionOf, sunAngles } from '../document/sun-angles.ts'
import type { DirectionalLight, DocumentLight, Piece } from '../document/types.ts'
import { levelAxes } from '../navigation/orbit.ts'
import { useInteraction } from '../interaction/store.ts'
import { findViewport } from '../interaction/viewport.ts'
import { scale } from '../navigation/vector.ts'
import { sunDirection } from '../scene/sun.ts'
import { bodyOf, looseIds } from '../tools/body.ts'
import { alongMount, shareOfWay } from '../tools/place/keep-out.ts'
import { phrase } from '../words/say.ts'
import { nameOf } from './edit.ts'
import type { Command } from './types.ts'

type Way = 'left' | 'right' | 'away' | 'near' | 'up' | 'down'
const KEYS: Readonly<Record<Way, string>> = { left: 'ArrowLeft', right: 'ArrowRight', away: 'ArrowUp', near: 'ArrowDown', up: 'PageUp', down: 'PageDown' }

/** A centimetre, and half an inch; with Shift ten of them. */
const STEP = 0.01
const STEP_INCHES = 0.0127
const FAR = 10
/** Of a sun that is set freely; of one that follows the clock, so many minutes and days. */
const SUN_STEP = Math.PI / 180
const SUN_MINUTES = 10
const SUN_DAYS = 7

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
function directionTo(way: Way): Vec3 {
  if (way === 'up' || way === 'down') return [0, way === 'up' ? 1 : -1, 0]
  const { ahead, right } = levelAxes(useInteraction.getState().pose)
  const [x, , z] = way === 'left' || way === 'right' ? right : ahead
  const sign = way === 'left' || way === 'near' ? -1 : 1
  return Math.abs(x) >= Math.abs(z) ? [sign * Math.sign(x || 1), 0, 0] : [0, 0, sign * Math.sign(z || 1)]
}

const isSelected = (): boolean => useInteraction.getState().selection.length > 0

/** Moves what is selected; a sun alone goes along its way. */
function nudge(way: Way, factor: number): void {
  const { selection } = useInteraction.getState()
  const { document } = useDocument.getState()
  const [only] = selection
  const light = selection.length === 1 ? findLight(document, only) : null
  if (light !== null && !isPlaced(light)) {
    nudgeSun(light, way, factor)
    return
  }
  const wanted = new Set(selection)
  const moved = [...document.pieces.filter(({ id, locked }) => wanted.has(id) && !locked), ...document.lights.filter((other) => wanted.has(other.id) && isPlaced(other))]
  if (moved.length === 0) return
  const step = (document.unit === 'ft-in' ? STEP_INCHES : STEP) * factor
  const wayOf = alongWalls(moved, scale(directionTo(way), step))
  useDocument.getState().edit(phrase('undo.move', { name: nameOf(moved) }), movePieces(moved.map(({ id }) => id), wayOf), gestureNow(selection))
}

/** As far as walls and mounts let all of them go. */
function alongWalls(moved: readonly (Piece | DocumentLight)[], delta: Vec3): Vec3 {
  const around = findViewport()?.surroundings() ?? null
  if (around === null) return delta
  const bodies = moved.flatMap((item) => ('mount' in item ? bodyOf(around.snapshot, item) ?? [] : []))
  const along = bodies.reduce((way, body) => alongMount(body, way), delta)
  return scale(along, shareOfWay(around.query, bodies, along, looseIds()))
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

function commandFor(way: Way, isFar: boolean): Command {
  return {
    id: `edit.nudge.${isFar ? 'far.' : ''}${way}`,
    // With Shift, the page keys open the lens.
    keys: [isFar ? `${way === 'up' || way === 'down' ? 'Mod' : 'Shift'}+${KEYS[way]}` : KEYS[way]],
    isEnabled: isSelected,
    run: () => nudge(way, isFar ? FAR : 1),
  }
}

const WAYS = Object.keys(KEYS) as readonly Way[]

/** Arrow keys, Page Up and Page Down: a lamp is moved while the picture runs. */
export const nudgeCommands: readonly Command[] = [...WAYS.map((way) => commandFor(way, false)), ...WAYS.map((way) => commandFor(way, true))]
