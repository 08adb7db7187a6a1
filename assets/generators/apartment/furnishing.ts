import type { DocumentLight, EnvironmentRecord } from '../../../renderer/document/types.ts'
import type { Vec3 } from '../kit/geometry.ts'
import { REFLECTOR_DOWNLIGHT, writeIes } from '../kit/ies.ts'
import { LAMP_KELVIN } from '../catalogue.ts'
import { lampWhite } from '../lamp-white.ts'
import { luminaireFile, type Placed, type SampleView } from '../samples/compose.ts'

const quarter = Math.PI / 2
/** Wall mounts hang by the middle of their back. */
const [NORTH, SOUTH, WEST, EAST] = [-3, 3, -4, 4]

/** Sits on the long side of the table, facing it. */
const table: Vec3 = [0.95, 0, 0.35]

/** The studio flat: living by the west window, dining in the middle, kitchen in the north-east, sleeping in the south-west. */
export const FURNISHING: readonly Placed[] = [
  { item: 'rug', at: [-1.95, 0, -1.05] },
  { item: 'sofa-three-seat', at: [-2.05, 0, -2.46] },
  { item: 'low-table', at: [-1.85, 0.011, -1.1] },
  { item: 'armchair', at: [-3.2, 0, -0.42], turn: quarter + 0.45 },
  { item: 'plant', at: [-3.6, 0, -2.58], turn: 0.6 },
  { item: 'floor-lamp-chrome', at: [-0.62, 0, -2.55] },
  { item: 'mirror-convex', at: [-2.05, 1.62, NORTH] },
  { item: 'picture', at: [-0.2, 1.55, NORTH], name: 'Print in the living room' },

  { item: 'mirror-flat', at: [1.0, 1.14, NORTH], name: 'North mirror' },
  { item: 'mirror-flat', at: [1.0, 1.14, SOUTH], turn: Math.PI, name: 'South mirror' },

  { item: 'dining-table', at: table },
  { item: 'dining-chair', at: [table[0] - 0.42, 0, table[2] - 0.56], name: 'Dining chair, north-west' },
  { item: 'dining-chair', at: [table[0] + 0.42, 0, table[2] - 0.56], name: 'Dining chair, north-east' },
  { item: 'dining-chair', at: [table[0] - 0.42, 0, table[2] + 0.58], turn: Math.PI, name: 'Dining chair, south-west' },
  { item: 'dining-chair', at: [table[0] + 0.45, 0, table[2] + 0.66], turn: Math.PI - 0.35, name: 'Dining chair, south-east' },
  { item: 'dining-chair-red', at: [table[0] - 1.22, 0, table[2] + 0.02], turn: quarter - 0.12, name: 'Red chair' },
  { item: 'pendant-lamp', at: [table[0], 2.7, table[2]] },
  { item: 'fruit-bowl', at: [table[0] + 0.28, 0.74, table[2] - 0.05] },
  { item: 'vase', at: [table[0] - 0.36, 0.74, table[2] + 0.06] },

  { item: 'kitchen-unit', at: [2.74, 0, -2.69] },
  { item: 'kettle', at: [3.46, 0.915, -2.78], turn: 0.9 },
  { item: 'wall-shelf', at: [2.74, 1.66, NORTH] },

  { item: 'ceiling-lamp', at: [2.6, 2.7, -1.35], name: 'Kitchen lamp' },

  { item: 'desk', at: [3.65, 0, -0.45], turn: -quarter },
  { item: 'office-chair', at: [3.3, 0, -0.45], turn: quarter + 0.1 },
  { item: 'picture', at: [EAST, 1.5, -0.45], turn: -quarter, name: 'Print over the desk' },

  { item: 'sideboard', at: [-0.4, 0, 2.76], turn: Math.PI },
  { item: 'shelf-open', at: [-3.46, 0, 0.66] },
  { item: 'bed-double', at: [-2.9, 0, 1.78], turn: quarter },
  { item: 'side-table', at: [-3.7, 0, 2.78] },
  { item: 'table-lamp', at: [-3.7, 0.5, 2.78] },
  { item: 'picture', at: [WEST, 1.62, 1.78], turn: quarter, name: 'Print over the bed' },

  { item: 'curtain', at: [WEST, 1.32, -2.55], turn: quarter, name: 'Curtain, north' },
  { item: 'curtain', at: [WEST, 1.32, 0.5], turn: quarter, name: 'Curtain, south' },

  { item: 'ceiling-fan', at: [-2.1, 2.7, -0.5] },
]

/** What a time of day brings: where the sun stands (kept for readers without almanac), what is seen outside, and what the walls send back. */
interface Daytime {
  /** Since midnight, on the clocks of Vienna. */
  readonly minutes: number
  readonly direction: Vec3
  readonly environment: EnvironmentRecord
  readonly exposureEv: number
}

/** The sun stands in the south-west, so its patches lie across the floor towards the entrance. As bright as it is: lamps hardly count by day. */
export const AFTERNOON: Daytime = {
  minutes: 15 * 60 + 20, direction: [0.57, -0.62, -0.54], exposureEv: 10.6,
  environment: { zenith: [1450, 1580, 1800], nadir: [1200, 1110, 1000], sky: { turbidity: 2.5, strength: 1, openness: 0 } },
}

export const DOWNLIGHT = luminaireFile('reflector-downlight.ies', writeIes(REFLECTOR_DOWNLIGHT))

const warmWhite = lampWhite(LAMP_KELVIN)
const DOWN = [0, 0, 0, 1] as const

/** The sun is 5 degrees down: the sky is as bright as the room, blue, with a last glow in the west. White between lamps and sky. */
export const DUSK: Daytime & { readonly lights: readonly DocumentLight[]; readonly whiteBalance: number } = {
  minutes: 19 * 60 + 52, direction: [0.97, 0.08, -0.22], exposureEv: 4.2, whiteBalance: 4000,
  environment: { zenith: [5.2, 3.9, 2.6], nadir: [6.4, 4.6, 2.9], sky: { turbidity: 2.5, strength: 1, openness: 0 } },
  lights: [
    // Over the worktop, close to the wall: three cones on the tiles, as the luminaire's file says.
    ...[1.94, 2.74, 3.54].map((x, i): DocumentLight => ({
      id: `light-downlight-${i + 1}`, name: `Kitchen downlight ${i + 1}`, kind: 'point', on: true, position: [x, 2.68, -2.62], attachedTo: null, rotation: DOWN, ...warmWhite,
      intensity: REFLECTOR_DOWNLIGHT.candela(0), radius: REFLECTOR_DOWNLIGHT.diameter / 2, profile: DOWNLIGHT.key, unit: 'lm',
    })),
    // And one on the picture in the living room.
    {
      id: 'light-picture', name: 'Picture light', kind: 'spot', on: true, position: [-0.2, 2.66, -2.3], attachedTo: null, rotation: [0.27, 0, 0, 0.9629], ...warmWhite,
      intensity: 240, innerAngle: 0.22, outerAngle: 0.5,
    },
  ],
}

/** The lamps as they shine in the evening. */
export const furnishedAtDusk = (): readonly Placed[] => FURNISHING.map((placed) => {
  const intensity = { 'floor-lamp-chrome': 95, 'table-lamp': 32, 'pendant-lamp': 100, 'ceiling-lamp': 45 }[placed.item]
  return intensity === undefined ? placed : { ...placed, lamp: { intensity } }
})

/** Cameras; the first one is where the project opens. */
export const VIEWS: readonly SampleView[] = [
  { name: 'From the entrance', position: [3.55, 1.5, 2.5], target: [-1.5, 0.95, -1.64], fovDegrees: 48 },
  { name: 'Living room', position: [0.1, 1.35, 0.6], target: [-2.3, 0.95, -2.6], fovDegrees: 52 },
  { name: 'Kitchen', position: [1.75, 1.45, -0.95], target: [3.05, 1.0, -2.9], fovDegrees: 50 },
  { name: 'Between the mirrors', position: [1.32, 1.5, -1.4], target: [0.92, 1.15, -3], fovDegrees: 60 },
  { name: 'Towards the door', position: [-0.2, 1.5, 0.9], target: [4, 0.95, 2.2], fovDegrees: 50 },
]
