import type { Vec3 } from '../../../gpu/index.ts'
import type { Area, Survey } from './area.ts'
import { ASPECT, LOOKS_DOWN, type Standpoint } from './sight.ts'

/** Shares of a side's length with a wall along it: of one that was left off, at most, and of one that is there, at least. */
const [LEFT_OFF, WALLED] = [0.15, 0.9]
/** Metres from the end of the model in which its wall stands. */
const EDGE = 0.6
/** Metres above the floor, at which walls are looked for. */
const HEAD = [1.3, 1.9]
/** Of the room's height, all of the model: another storey is a house that is cut open. */
const ONE_STOREY = 1.6
/** Times its height, a room's longer side: what is wider is a floor of a building. */
const WIDEST = 4
/** Radians: as one looks at a thing from outside. */
const FOV = 0.6
/** Of the picture's height or width, whichever it fills more: the opening. */
const FILLED = 0.96

/** As steps over columns, along x and z. */
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const

/**
 * Before a model that is one room of three walls and a ceiling, as a stage has them: all of it is seen through the side that was left off.
 *
 * @param areas  not empty
 * @returns null: it has another wall, or fewer
 */
export function beforeTheStage(areas: readonly Area[], survey: Survey): Standpoint | null {
  const { origin, size, counts: [nx, ny, nz] } = survey.voxels
  const floor = Math.min(...areas.map((area) => area.floor))
  const height = Math.max(...areas.map(({ ceiling }) => ceiling)) - floor
  const walled = SIDES.map((side) => walledShare(side, survey))
  const front = walled.findIndex((share) => share <= LEFT_OFF)
  const isStage = front >= 0 && areas.every(({ roofed }) => roofed) && walled.every((share, i) => i === front || share >= WALLED) && origin[1] + ny * size - floor < ONE_STOREY * height
    && Math.max(nx, nz) * size < WIDEST * height
  if (!isStage) return null
  const [sx, sz] = SIDES[front]
  const [width, depth] = (sx === 0 ? [nx, nz] : [nz, nx]).map((count) => count * size)
  const half = Math.tan(FOV / 2)
  const away = Math.max(height, width / ASPECT) / (2 * half * FILLED)
  const eye: Vec3 = [
    origin[0] + ((1 + sx) / 2) * nx * size + sx * away,
    // The middle of the picture lies lower than the eyes.
    floor + height / 2 + LOOKS_DOWN * half * away,
    origin[2] + ((1 + sz) / 2) * nz * size + sz * away,
  ]
  return { eye, towards: [-sx, 0, -sz], sight: away + depth, verticalFov: FOV, space: 0 }
}

/** Of the columns along one side of the model, those behind which a wall stands at its edge. */
function walledShare([sx, sz]: readonly [number, number], { voxels: { counts: [nx, ny, nz], size, solid }, columns: { storey } }: Survey): number {
  const [from, to] = HEAD.map((metres) => Math.min(ny, storey + 1 + Math.round(metres / size)))
  const deep = Math.ceil(EDGE / size)
  const isWall = (x: number, z: number): boolean => {
    for (let y = from; y < to; y++) if (solid[x + nx * (z + nz * y)] === 1) return true
    return false
  }
  const length = sx === 0 ? nx : nz
  let walls = 0
  for (let along = 0; along < length; along++) {
    for (let k = 0; k < deep; k++) {
      const x = sx === 0 ? along : sx > 0 ? nx - 1 - k : k
      const z = sz === 0 ? along : sz > 0 ? nz - 1 - k : k
      if (x < 0 || z < 0 || x >= nx || z >= nz || !isWall(x, z)) continue
      walls++
      break
    }
  }
  return walls / length
}
