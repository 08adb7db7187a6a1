import type { FileHandle } from '../../../electron/contract.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import { addLight } from '../../document/changes/index.ts'
import { LONGEST_NAME } from '../../document/changes/sane.ts'
import { newId } from '../../document/ids.ts'
import { isPlaced, UNTURNED } from '../../document/light-frame.ts'
import { LIGHT_NAMES, newLight, type PlacedKind } from '../../document/new-light.ts'
import { freeName } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { colorOfTemperature } from '../../document/temperature.ts'
import type { DocumentLight } from '../../document/types.ts'
import { reportError, tell } from '../../errors/notices.ts'
import { withoutExtension } from '../../imports/formats.ts'
import { useInteraction } from '../../interaction/store.ts'
import { levelAxes } from '../../navigation/orbit.ts'
import { add, distance, scale, sub } from '../../navigation/vector.ts'
import { formatAmount } from '../../format/quantities.ts'
import { request } from '../../platform.ts'
import { loadLuminaire } from '../../project/insert/luminaires.ts'
import { defaultSun } from '../../scene/defaults.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { phrase, say, textOf } from '../../words/say.ts'
import { addOrTell } from '../edit-or-tell.ts'
import type { Command } from '../types.ts'

/** Metres: below a ceiling, over a floor without one, and between two lamps. */
const DROP = 0.35
const LAMP_HEIGHT = 2.2
const APART = 0.6
const LUMINAIRE_KELVIN = 4000
/** Files tell of poles and strips, too; soft shadows beyond this need a rectangle. */
const LARGEST_OPENING = 0.5

/**
 * Where a new lamp hangs: under the ceiling above what is looked at; without one, as high over the floor as a ceiling lamp would be. Beside
 * other lights, never on one.
 */
export function positionForLight(): Vec3 {
  const { pose } = useInteraction.getState()
  const viewport = findViewport()
  const ceiling = viewport?.probe(pose.target, [0, 1, 0])?.position[1]
  const floor = viewport?.probe(pose.target, [0, -1, 0])?.position[1] ?? 0
  const y = ceiling === undefined ? floor + LAMP_HEIGHT : ceiling - Math.min(DROP, (ceiling - floor) * 0.15)
  const taken = useDocument.getState().document.lights.flatMap((light) => (isPlaced(light) && light.attachedTo === null ? [light.position] : []))
  const { right, ahead } = levelAxes(pose)
  const start: Vec3 = [pose.target[0], y, pose.target[2]]
  const places = [start, ...[1, -1, 2, -2, 3, -3].flatMap((k) => [right, ahead].map((axis) => add(start, scale(axis, k * APART))))]
  const isClear = (place: Vec3): boolean => {
    const way = sub(place, start)
    const metres = Math.hypot(...way)
    return metres === 0 || (viewport?.probe(start, scale(way, 1 / metres))?.t ?? Infinity) > metres
  }
  const isFree = (place: Vec3): boolean => taken.every((other) => distance(other, place) > APART / 2)
  return places.find((place) => isFree(place) && isClear(place)) ?? places.find(isFree) ?? add(start, [0, -APART, 0])
}

/** One undoable step; what is new is selected. */
export function insertLight(light: DocumentLight, ...more: Parameters<typeof addLight> extends [unknown, ...infer Rest] ? Rest : never): void {
  if (addOrTell(phrase('undo.add', { name: light.name }), addLight(light, ...more))) useInteraction.setState({ selection: [light.id] })
}

function addOf(kind: PlacedKind): Command {
  return { id: `light.add.${kind}`, run: () => insertLight(newLight(useDocument.getState().document, kind, positionForLight())) }
}

const addSun: Command = {
  id: 'light.add.sun',
  run: () => insertLight({ ...defaultSun(), name: freeName(useDocument.getState().document, LIGHT_NAMES.directional) }),
}

/** A luminaire as its maker measured it, in white light of its own lumens, hanging as it was measured. */
export async function insertLuminaire(handle: FileHandle): Promise<void> {
  const { file, record } = await loadLuminaire(handle)
  const { document } = useDocument.getState()
  const name = (file.name || withoutExtension(handle.name)).slice(0, LONGEST_NAME)
  const { opening } = file
  insertLight({
    id: newId(), name: freeName(document, name), kind: 'point', on: true, color: colorOfTemperature(LUMINAIRE_KELVIN), temperature: LUMINAIRE_KELVIN, unit: 'lm',
    position: positionForLight(), attachedTo: null, intensity: file.peakCandela, profile: record.key, rotation: UNTURNED,
    radius: Math.min(Math.sqrt((opening.width * opening.length) / Math.PI), LARGEST_OPENING),
  }, record)
  tell(say('notice.luminaire.added', { name: handle.name }), [
    say('notice.luminaire.flux', { flux: formatAmount(file.lumens, 'lm'), peak: formatAmount(file.peakCandela, 'cd') }), ...file.notes.map(textOf),
  ], { isOfProject: true })
}

const addMeasured: Command = {
  id: 'light.add.ies',
  run: async () => {
    const handle = await request('file:choose-open', { kind: 'luminaire' })
    if (handle === null) return
    try {
      await insertLuminaire(handle)
    } catch (error) {
      reportError(error, handle.name)
    }
  },
}

const KINDS = ['point', 'spot', 'sphere', 'disc', 'rectangle', 'grid'] as const satisfies readonly PlacedKind[]

export const addLightCommands: readonly Command[] = [...KINDS.map(addOf), addMeasured, addSun]
