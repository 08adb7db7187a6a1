import type { LensRecord } from '../../document/types.ts'
import { useDocument } from '../../document/store.ts'
import { formatLength } from '../../document/units.ts'
import { destination, flyTo } from '../../navigation/flight.ts'
import {
  F_STOPS, FARTHEST_FOCUS, focalLengthOf, LARGEST_F_NUMBER, lensOfPose, LONGEST_FOCAL_LENGTH, NEAREST_FOCUS, SHORTEST_FOCAL_LENGTH, SMALLEST_F_NUMBER,
  straightenedShare, verticalFovOf,
} from '../../navigation/lens.ts'
import { focusedOn } from '../../navigation/projection.ts'
import { type CameraPose, useInteraction } from '../../interaction/store.ts'
import { yawPitchOf } from '../../navigation/vector.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { significant, upTo } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'
import type { Command } from '../types.ts'

/** Lenses of the full frame that architects know by heart, millimetres. */
export const FOCAL_LENGTHS = [14, 17, 20, 24, 28, 35, 50, 85] as const
/** Where a zoom stops on its way, millimetres. */
const ZOOM_STOPS = [10, 12, 14, 17, 20, 24, 28, 35, 50, 70, 85, 105, 135, 200, 300]
export const F_NUMBERS = [1.4, 2, 2.8, 4, 5.6, 8, 11, 16] as const

const pose = (): CameraPose => useInteraction.getState().pose
const millimetres = (): number => focalLengthOf(pose().verticalFov) * 1000
const lens = (): LensRecord => lensOfPose(pose())
/** 24 mm, 13.5 mm. */
export const focalLengthName = (metres: number): string => `${upTo(metres * 1000, metres < 0.0995 ? 1 : 0)} mm`
export const fNumberName = (fNumber: number): string => `f/${significant(fNumber, 2)}`
export const isStraight = ({ straighten = 0 }: CameraPose): boolean => straighten >= 0.5

/** Verticals converge all the same: a shift that large would show the room from its edge. */
export const isTooSteep = ({ orientation }: CameraPose): boolean => straightenedShare(yawPitchOf(orientation).pitch) < 0.999

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** @param metres  of the full frame */
export function setFocalLength(metres: number): void {
  if (!Number.isFinite(metres)) return
  useInteraction.setState({ pose: { ...pose(), verticalFov: verticalFovOf(clamp(metres, SHORTEST_FOCAL_LENGTH, LONGEST_FOCAL_LENGTH)) } })
}

/** Changes the lens; its values are clamped, what is no number is left out. */
export function setLens(change: Partial<LensRecord>): void {
  const { on, fNumber, focusDistance } = { ...lens(), ...change }
  if (!Number.isFinite(fNumber) || !Number.isFinite(focusDistance)) return
  useInteraction.setState({
    pose: { ...pose(), lens: { on, fNumber: clamp(fNumber, SMALLEST_F_NUMBER, LARGEST_F_NUMBER), focusDistance: clamp(focusDistance, NEAREST_FOCUS, FARTHEST_FOCUS) } },
  })
}

/** Vertical lines begin or cease to be kept vertical; the picture glides there. */
export function setStraight(straight: boolean): void {
  flyTo({ ...destination(), straighten: straight ? 1 : 0 })
}

export function toggleDepthOfField(): void {
  const { lens: before } = pose()
  if (before === undefined) focusOnMiddle()
  setLens({ on: before?.on !== true })
}

/** What the middle of the picture shows becomes sharp. */
function focusOnMiddle(): void {
  const hit = findViewport()?.pickMiddle() ?? null
  if (hit !== null) useInteraction.setState({ pose: focusedOn(pose(), hit.position) })
}

/** What is selected becomes sharp. */
function focusOnSelection(): void {
  const point = findViewport()?.pickSelection() ?? null
  if (point !== null) useInteraction.setState({ pose: focusedOn(pose(), point) })
}

const focusDistance = (): string => formatLength(lens().focusDistance, useDocument.getState().document.unit)
const sharpAt = (): string => say('hud.sharpAt', { distance: focusDistance() })
const apertureSaid = (): string => (lens().on ? fNumberName(lens().fNumber) : say('hud.allSharp'))
const focalSaid = (): string => focalLengthName(focalLengthOf(pose().verticalFov))

function zoom(id: string, key: string, by: 1 | -1): Command {
  // Beside a stop is at it.
  const next = (): number | undefined => (by > 0 ? ZOOM_STOPS.find((stop) => stop > millimetres() * 1.005) : ZOOM_STOPS.findLast((stop) => stop < millimetres() * 0.995))
  return { id, keys: [key], isEnabled: () => next() !== undefined, run: () => setFocalLength((next() ?? millimetres()) / 1000), says: focalSaid }
}

function aperture(id: string, key: string, by: 1 | -1): Command {
  const next = (): number | undefined => (by > 0 ? F_STOPS.find((stop) => stop > lens().fNumber * 1.01) : F_STOPS.findLast((stop) => stop < lens().fNumber * 0.99))
  return { id, keys: [key], isEnabled: () => lens().on && next() !== undefined, run: () => setLens({ fNumber: next() ?? lens().fNumber }), says: apertureSaid }
}

/** The camera itself: its lens, and how it is held. It is no part of the document: nothing here is undone. */
export const cameraCommands: readonly Command[] = [
  {
    id: 'camera.straighten',
    keys: ['T'],
    isChecked: () => isStraight(destination()),
    run: () => setStraight(!isStraight(destination())),
    says: () => {
      if (!isStraight(destination())) return say('hud.verticals.converge')
      return say(isTooSteep(pose()) ? 'hud.verticals.steep' : 'hud.verticals.straight')
    },
  },
  zoom('camera.wider', 'Alt+W', -1),
  zoom('camera.longer', 'Alt+Shift+W', 1),
  ...FOCAL_LENGTHS.map((mm): Command => ({
    id: `camera.focal.${mm}`,
    title: () => focalLengthName(mm / 1000),
    isChecked: () => Math.abs(millimetres() - mm) < 0.05,
    run: () => setFocalLength(mm / 1000),
    says: focalSaid,
  })),
  {
    id: 'camera.depthOfField',
    keys: ['Shift+F'],
    isChecked: () => lens().on,
    run: toggleDepthOfField,
    says: () => (lens().on ? say('hud.aperture', { aperture: apertureSaid(), distance: focusDistance() }) : say('hud.allSharp')),
  },
  {
    id: 'camera.focus',
    keys: ['Alt+F'],
    isEnabled: () => useInteraction.getState().navigation !== 'walk',
    isChecked: () => useInteraction.getState().focusing,
    run: () => useInteraction.setState(({ focusing }) => ({ focusing: !focusing, facing: false, placing: null, surfaceClick: null })),
  },
  { id: 'camera.focusMiddle', keys: ['Alt+Shift+F'], run: () => { focusOnMiddle(); setLens({ on: true }) }, says: sharpAt },
  {
    id: 'camera.focusSelection',
    isEnabled: () => useInteraction.getState().selection.length > 0,
    run: () => { focusOnSelection(); setLens({ on: true }) },
    says: sharpAt,
  },
  aperture('camera.moreBlur', 'Alt+A', -1),
  aperture('camera.lessBlur', 'Alt+Shift+A', 1),
  ...F_NUMBERS.map((fNumber): Command => ({
    id: `camera.aperture.${fNumber}`,
    title: () => fNumberName(fNumber),
    isChecked: () => lens().on && Math.abs(lens().fNumber - fNumber) < 0.01,
    run: () => setLens({ on: true, fNumber }),
    says: apertureSaid,
  })),
]
