import type { DocumentLight } from '../../../renderer/document/types.ts'
import { LAMP_KELVIN } from '../catalogue.ts'
import { lampWhite } from '../lamp-white.ts'
import { composeSample, type Placed, type SampleProject, type SampleView } from '../samples/compose.ts'
import { mirrorRoomShell, ROOM } from './shell.ts'

const quarter = Math.PI / 2
const { x: EAST, z: SOUTH } = ROOM
const [WEST, NORTH] = [-EAST, -SOUTH]

/** What only traced rays show: two mirrors that face each other, a convex one between them, chrome, glass with water in it, a polished floor. */
const FURNISHING: readonly Placed[] = [
  { item: 'mirror-large', at: [WEST, 1.27, -0.35], turn: quarter, name: 'West mirror' },
  { item: 'mirror-large', at: [EAST, 1.27, -0.35], turn: -quarter, name: 'East mirror' },
  { item: 'mirror-convex', at: [0, 1.72, NORTH] },
  { item: 'console-table', at: [0, 0, NORTH + 0.23] },
  { item: 'vase-glass', at: [-0.46, 0.84, NORTH + 0.23] },
  { item: 'kettle', at: [0.42, 0.84, NORTH + 0.24], turn: -0.5 },
  { item: 'sphere', at: [0.02, 0.84, NORTH + 0.3], name: 'Chrome ball' },
  { item: 'floor-lamp-chrome', at: [-1.22, 0, NORTH + 0.5], lamp: { intensity: 105 } },
  { item: 'washstand', at: [1.62, 0, NORTH + 0.3] },
  { item: 'dining-chair-red', at: [-1.3, 0, -0.95], turn: quarter - 0.5, name: 'Red chair' },
  { item: 'plant', at: [-2.02, 0, NORTH + 0.42], turn: 0.8 },
]

const softWhite = lampWhite(3500)
const warmWhite = lampWhite(LAMP_KELVIN)

const LIGHTS: readonly DocumentLight[] = [
  {
    id: 'light-sun', name: 'Sun', kind: 'directional', on: true, direction: [0.98, 0.07, -0.19], color: [1, 0.9, 0.76], illuminance: 0, angularRadius: 0.00465,
    moment: { date: '2026-04-05', minutes: 19 * 60 + 47 }, natural: true,
  },
  {
    id: 'light-ceiling', name: 'Light ceiling', kind: 'rectangle', on: true, position: [0, ROOM.height - 0.015, -0.35], attachedTo: null, rotation: [0, 0, 0, 1], ...softWhite,
    width: 1.5, length: 1.5, radiance: 520,
  },
  ...[-0.46, 0.42].map((x, i): DocumentLight => ({
    id: `light-still-life-${i + 1}`, name: `Still life spot ${i + 1}`, kind: 'spot', on: true, position: [x, ROOM.height - 0.05, NORTH + 0.85], attachedTo: null, rotation: [0.16, 0, 0, 0.9871],
    ...warmWhite, intensity: 320, innerAngle: 0.16, outerAngle: 0.36,
  })),
]

const VIEWS: readonly SampleView[] = [
  { name: 'Into the room', position: [0.85, 1.42, 1.25], target: [-0.3, 1.1, -2.6], fovDegrees: 54 },
  { name: 'Endless corridor', position: [-1.75, 1.5, 0.75], target: [2.4, 1.18, -0.75], fovDegrees: 56 },
  { name: 'Still life', position: [-0.75, 1.28, -1.35], target: [-0.02, 1.06, -2.7], fovDegrees: 42 },
  { name: 'Basin and tap', position: [0.72, 1.42, -1.3], target: [1.6, 0.8, -2.6], fovDegrees: 42 },
  { name: 'The room in its eye', position: [0.05, 1.7, -1.55], target: [0, 1.72, -2.8], fovDegrees: 38 },
]

/** The mirror room, in the evening. */
export const sampleMirrorRoom = (): Promise<SampleProject> => composeSample({
  name: 'Mirror room', shell: { name: 'Mirror room', nodes: mirrorRoomShell() }, furnishing: FURNISHING, lights: LIGHTS, views: VIEWS,
  environment: { zenith: [4.6, 4.3, 3.6], nadir: [5.4, 4.8, 3.8], sky: { turbidity: 2.5, strength: 1, openness: 0 } },
  place: { name: 'Vienna', latitudeDegrees: 48.21, longitudeDegrees: 16.37, timeZone: 'Europe/Vienna', north: 0 },
  settings: { exposureEv: 4.4, bounces: 6 },
})
