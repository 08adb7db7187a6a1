import type { FileHandle } from '../../electron/contract.ts'
import type { Vec3 } from '../../gpu/index.ts'
import { addLight } from '../document/changes/index.ts'
import { LONGEST_NAME } from '../document/changes/sane.ts'
import { newId } from '../document/ids.ts'
import { UNTURNED } from '../document/light-frame.ts'
import { LIGHT_NAMES, newLight, type PlacedKind } from '../document/new-light.ts'
import { freeName } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import { colorOfTemperature } from '../document/temperature.ts'
import type { DocumentLight } from '../document/types.ts'
import { reportError, tell } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { add, distance, normalize, rotate, scale } from '../navigation/vector.ts'
import { formatAmount } from '../format/quantities.ts'
import { request } from '../platform.ts'
import { loadLuminaire } from '../project/luminaires.ts'
import { defaultSun } from '../scene/defaults.ts'
import { findViewport } from '../interaction/viewport.ts'
import { phrase, say, textOf } from '../words/say.ts'
import { addOrTell } from './edit-or-tell.ts'
import type { Command } from './types.ts'

/** Metres. */
const FARTHEST_AHEAD = 2.5
/** Of what lies in its way. */
const SHARE_OF_WAY = 0.6
const LUMINAIRE_KELVIN = 4000
/** Files tell of poles and strips, too; soft shadows beyond this need a rectangle. */
const LARGEST_OPENING = 0.5

/** Where a new lamp hangs: half-way up the picture, in the open. */
export function placeForLight(): Vec3 {
  const { pose } = useInteraction.getState()
  const direction = normalize(rotate(pose.orientation, [0, 0.5 * Math.tan(pose.verticalFov / 2), -1]))
  const clear = findViewport()?.probe(pose.position, direction)?.t ?? distance(pose.position, pose.target)
  return add(pose.position, scale(direction, Math.min(FARTHEST_AHEAD, SHARE_OF_WAY * clear)))
}

/** One undoable step; what is new is selected. */
export function insertLight(light: DocumentLight, ...more: Parameters<typeof addLight> extends [unknown, ...infer Rest] ? Rest : never): void {
  if (addOrTell(phrase('undo.add', { name: light.name }), addLight(light, ...more))) useInteraction.setState({ selection: [light.id] })
}

function addOf(kind: PlacedKind): Command {
  return { id: `light.add.${kind}`, run: () => insertLight(newLight(useDocument.getState().document, kind, placeForLight())) }
}

const addSun: Command = {
  id: 'light.add.sun',
  run: () => insertLight({ ...defaultSun(), name: freeName(useDocument.getState().document, LIGHT_NAMES.directional) }),
}

/** A luminaire as its maker measured it, in white light of its own lumens, hanging as it was measured. */
export async function insertLuminaire(handle: FileHandle): Promise<void> {
  const { file, record } = await loadLuminaire(handle)
  const { document } = useDocument.getState()
  const name = (file.name || handle.name.replace(/\.ies$/i, '')).slice(0, LONGEST_NAME)
  const { opening } = file
  insertLight({
    id: newId(), name: freeName(document, name), kind: 'point', on: true, color: colorOfTemperature(LUMINAIRE_KELVIN), temperature: LUMINAIRE_KELVIN, unit: 'lm',
    position: placeForLight(), attachedTo: null, intensity: file.peakCandela, profile: record.key, rotation: UNTURNED,
    radius: Math.min(Math.sqrt((opening.width * opening.length) / Math.PI), LARGEST_OPENING),
  }, record)
  tell(say('notice.luminaire.added', { name: handle.name }), [
    say('notice.luminaire.flux', { flux: formatAmount(file.lumens, 'lm'), peak: formatAmount(file.peakCandela, 'cd') }), ...file.notes.map(textOf),
  ])
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
