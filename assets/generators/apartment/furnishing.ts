import type { Vec3 } from '../kit/geometry.ts'

/** A catalogue piece in the apartment; turn is around y, radians, counter-clockwise seen from above. */
export interface Placed {
  readonly item: string
  readonly at: Vec3
  readonly turn?: number
  /** Instead of the catalogue's, where several are alike. */
  readonly name?: string
}

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
  { item: 'floor-lamp', at: [-0.62, 0, -2.55] },
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

/** Afternoon: the sun stands in the south-west, so its patches lie across the floor towards the entrance. */
export const SUN = { direction: [0.56, -0.6, -0.57] as Vec3, color: [1, 0.9, 0.76] as Vec3, illuminance: 1500 }
export const SKY = { zenith: [26, 28.5, 32.5] as Vec3, nadir: [21.5, 20, 18] as Vec3 }

/** Cameras; the first one is where the project opens. */
export const VIEWS: readonly { readonly name: string; readonly position: Vec3; readonly target: Vec3; readonly fovDegrees: number }[] = [
  { name: 'From the entrance', position: [3.55, 1.5, 2.5], target: [-1.5, 0.95, -1.64], fovDegrees: 48 },
  { name: 'Living room', position: [0.1, 1.35, 0.6], target: [-2.3, 0.95, -2.6], fovDegrees: 52 },
  { name: 'Kitchen', position: [1.75, 1.45, -0.95], target: [3.05, 1.0, -2.9], fovDegrees: 50 },
  { name: 'Between the mirrors', position: [1.32, 1.5, -1.4], target: [0.92, 1.15, -3], fovDegrees: 60 },
  { name: 'Towards the door', position: [-0.2, 1.5, 0.9], target: [4, 0.95, 2.2], fovDegrees: 50 },
]
