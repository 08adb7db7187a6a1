import type { Vec3 } from '../../gpu/index.ts'
import { addLight } from '../document/changes/index.ts'
import { LIGHT_NAMES, newLight, type PlacedKind } from '../document/new-light.ts'
import { freeName } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import type { DocumentLight } from '../document/types.ts'
import { levelAxes } from '../interaction/orbit.ts'
import { useInteraction } from '../interaction/store.ts'
import { distance } from '../interaction/vector.ts'
import { defaultSun } from '../scene/defaults.ts'
import { findViewport } from '../viewport/controls.ts'
import type { Command } from './types.ts'

/** Metres. */
const FARTHEST_AHEAD = 2.5
const HIGHEST_ABOVE_EYE = 4
const BELOW_CEILING = 0.4
const WITHOUT_CEILING = 0.5

/** Where a new lamp hangs: ahead of the camera, not behind what it sees, under the ceiling if there is one. */
export function placeForLight(): Vec3 {
  const { pose } = useInteraction.getState()
  const viewport = findViewport()
  const probe = (origin: Vec3, direction: Vec3): number | undefined => viewport?.probe(origin, direction)?.t
  const { ahead } = levelAxes(pose)
  const reach = Math.min(FARTHEST_AHEAD, 0.6 * (probe(pose.position, ahead) ?? distance(pose.position, pose.target)))
  const [x, y, z] = [pose.position[0] + ahead[0] * reach, pose.position[1], pose.position[2] + ahead[2] * reach]
  const room = probe([x, y, z], [0, 1, 0]) ?? Infinity
  return [x, y + (room < HIGHEST_ABOVE_EYE ? Math.max(room / 2, room - BELOW_CEILING) : WITHOUT_CEILING), z]
}

/** One undoable step; what is new is selected. */
export function insertLight(light: DocumentLight, ...more: Parameters<typeof addLight> extends [unknown, ...infer Rest] ? Rest : never): void {
  useDocument.getState().edit(`Add ${light.name}`, addLight(light, ...more))
  useInteraction.setState({ selection: [light.id] })
}

function add(kind: PlacedKind): Command {
  return { id: `light.add.${kind}`, title: `Add ${LIGHT_NAMES[kind]}`, run: () => insertLight(newLight(useDocument.getState().document, kind, placeForLight())) }
}

const addSun: Command = {
  id: 'light.add.sun',
  title: 'Add Sun',
  run: () => insertLight({ ...defaultSun(), name: freeName(useDocument.getState().document, LIGHT_NAMES.directional) }),
}

const KINDS = ['point', 'spot', 'sphere', 'disc', 'rectangle', 'grid'] as const satisfies readonly PlacedKind[]

export const addLightCommands: readonly Command[] = [...KINDS.map(add), addSun]
