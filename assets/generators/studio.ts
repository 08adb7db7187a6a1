import type { Light, SceneSnapshot } from '../../gpu/scene.ts'
import { importModel } from '../../renderer/imports/gltf/import.ts'
import { decodeImageInNode } from '../../renderer/imports/reading/in-node.ts'
import type { LoadedAsset } from '../../renderer/imports/types.ts'
import { colorOfTemperature } from '../../renderer/document/temperature.ts'
import { composeMatrix } from '../../renderer/document/transform.ts'
import { lookAt } from './samples/project.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { addGrid } from './kit/box.ts'
import { arc } from './kit/curve.ts'
import { addVertex, boundsOf, emptyGeometry, join } from './kit/geometry.ts'
import type { Geometry, Vec3 } from './kit/geometry.ts'
import { writeGlb } from './kit/glb.ts'
import type { NodeSpec } from './kit/glb.ts'
import type { MaterialSpec } from './kit/materials.ts'
import { part } from './kit/part.ts'

/** What a catalogue picture is taken of, and from where. */
export interface Shot {
  readonly scene: SceneSnapshot
  readonly camera: { readonly position: Vec3; readonly orientation: readonly [number, number, number, number]; readonly verticalFov: number; readonly near: number; readonly far: number }
}

/** Kelvin. A lit lamp is looked at in the evening: between daylight and its own light, as in the sample at dusk. */
const [DAYLIGHT, EVENING] = [6500, 4000]
const FOV = (22 * Math.PI) / 180
const paper: MaterialSpec = { name: 'Backdrop', color: [0.66, 0.655, 0.64], roughness: 1, metallic: 0 }
const softbox = (white: Vec3): MaterialSpec => ({ name: 'Softbox', color: [0, 0, 0], roughness: 1, metallic: 0, emissive: times([150, 147, 140], white), doubleSided: true })
const flag: MaterialSpec = { name: 'Black flag', color: [0.01, 0.01, 0.01], roughness: 1, metallic: 0, doubleSided: true }

/** Turned towards the light from the right or the left, radians; most pieces look best at 0.55. */
const YAW: Readonly<Record<string, number>> = {
  'mirror-convex': 0.42, 'mirror-flat': -0.45, picture: 0.42, curtain: -0.4, 'wall-shelf': 0.4, 'kitchen-unit': 0.5, 'bed-double': 0.72, 'shelf-open': 0.5, kettle: 0.25,
}

/** A photographer's studio around one piece: paper backdrop, a large soft key light, a fill, and panels to be mirrored. */
export async function studioShot(entry: CatalogueEntry, model: Uint8Array<ArrayBuffer>, aspect: number): Promise<Shot & { /** Kelvin of the studio's light: it shows white. */ readonly whiteBalance: number }> {
  const piece = await importModel(model, { name: entry.name, pieces: 'single', decodeImage: decodeImageInNode })
  const { min, max } = boundsOf(join(...entry.make().map(({ geometry }) => geometry)))
  const center: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
  const size = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])
  const pitch = entry.mount === 'wall' ? 0.06 : entry.mount === 'ceiling' ? -0.1 : entry.id === 'rug' ? 0.6 : 0.3
  const yaw = YAW[entry.id] ?? 0.55
  const away: Vec3 = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)]
  const distance = fittingDistance(min, max, center, away, aspect)
  const position: Vec3 = [center[0] + away[0] * distance, center[1] + away[1] * distance, center[2] + away[2] * distance]
  const whiteBalance = entry.light === null ? DAYLIGHT : EVENING
  const white: Vec3 = whiteBalance === DAYLIGHT ? [1, 1, 1] : colorOfTemperature(whiteBalance)
  const studio = await importModel(await writeGlb('Studio', studioNodes(entry, min, size, center, white)), { name: 'Studio', pieces: 'parts', decodeImage: decodeImageInNode })
  return {
    scene: assemble([piece, studio], softLight(center, size, yaw, white), white),
    whiteBalance,
    camera: { position, orientation: lookAt(position, center), verticalFov: FOV, near: distance / 100, far: distance * 40 },
  }
}

const times = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]

function assemble(assets: readonly LoadedAsset[], lights: readonly Light[], white: Vec3): SceneSnapshot {
  return {
    meshes: new Map(assets.flatMap(({ parsed }) => [...parsed.meshes])),
    textures: new Map(assets.flatMap(({ parsed }) => [...parsed.textures])),
    instances: assets.flatMap(({ parsed }, a) => parsed.parts.map((part) =>
      ({ id: `${a}/${part.id}`, mesh: part.mesh, worldFromObject: Float32Array.from(composeMatrix(part)), materials: part.materials, visible: true }))),
    lights,
    environment: { zenith: times([23, 23.3, 24], white), nadir: times([16, 15.6, 15], white) },
  }
}

/** A key light from the upper left made of many small ones, so that its shadows are soft. */
function softLight(center: Vec3, size: number, yaw: number, white: Vec3): Light[] {
  const lights: Light[] = []
  const side = 3
  const [right, toViewer] = [[Math.cos(yaw), -Math.sin(yaw)], [Math.sin(yaw), Math.cos(yaw)]] as const
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const [u, v] = [(i / (side - 1) - 0.5) * 0.62, (j / (side - 1) - 0.5) * 0.62]
      const [x, y, z] = [-0.75 + u, 1.5 - 0.25 * v, 0.75 + v]
      const position: Vec3 = [center[0] + size * (x * right[0] + z * toViewer[0]), center[1] + size * y, center[2] + size * (x * right[1] + z * toViewer[1])]
      lights.push({ id: `key-${i}-${j}`, kind: 'point', position, color: times([1, 0.97, 0.92], white), intensity: (size * size * 310) / (side * side), on: true })
    }
  }
  return lights
}

function studioNodes(entry: CatalogueEntry, min: Vec3, size: number, center: Vec3, white: Vec3): NodeSpec[] {
  const nodes: NodeSpec[] = [
    // In front and to the sides, out of the picture: what chrome and glass reflect.
    { name: 'Front softbox', parts: [part(softbox(white), panelFacing(center, size, [-1.7, 1.1, 1.9], 0.95))] },
    { name: 'Side softbox', parts: [part(softbox(white), panelFacing(center, size, [2.3, 0.5, 0.5], 0.7))] },
  ]
  if (entry.mount !== 'wall') nodes.push({ name: 'Flag', parts: [part(flag, panelFacing(center, size, [3.0, 0.4, 5.4], 0.7))] })
  if (entry.mount === 'wall') nodes.push({ name: 'Backdrop', parts: [part(paper, backdrop(size, min[2], null))] })
  else nodes.push({ name: 'Backdrop', parts: [part(paper, backdrop(size, center[2] - size * 1.5, entry.mount === 'ceiling' ? null : min[1]))], })
  return nodes
}

/** Paper that hangs down and, where there is a floor, runs out over it in a wide curve towards the viewer. */
function backdrop(size: number, z: number, floor: number | null): Geometry {
  const reach = size * 14
  const bend = size * 0.9
  const profile = floor === null
    ? [[z, -reach], [z, reach]] as const
    : [[z + reach, floor], ...arc([z + bend, floor + bend], bend, -Math.PI / 2, -Math.PI, 20), [z, floor + reach]] as const
  const geometry = emptyGeometry()
  profile.forEach(([pz, py], i) => {
    const [a, b] = [profile[Math.max(0, i - 1)], profile[Math.min(profile.length - 1, i + 1)]]
    const [dz, dy] = [b[0] - a[0], b[1] - a[1]]
    const length = Math.hypot(dz, dy)
    const normal: Vec3 = floor === null ? [0, 0, 1] : i === 0 || i === 1 ? [0, 1, 0] : [0, -dz / length, dy / length]
    for (const x of [-reach, reach]) addVertex(geometry, [x, py, pz], normal, [x, py])
  })
  addGrid(geometry, 0, 2, profile.length, true)
  return geometry
}

/** A square panel beside the piece that looks at it; place and half size in units of the piece's size. */
function panelFacing(center: Vec3, size: number, place: Vec3, half: number): Geometry {
  const length = Math.hypot(...place)
  const n: Vec3 = [-place[0] / length, -place[1] / length, -place[2] / length]
  const flat = Math.hypot(n[0], n[2])
  const right: Vec3 = [n[2] / flat, 0, -n[0] / flat]
  const up: Vec3 = [n[1] * right[2] - n[2] * right[1], n[2] * right[0] - n[0] * right[2], n[0] * right[1] - n[1] * right[0]]
  const geometry = emptyGeometry()
  for (const v of [-half, half]) {
    for (const u of [-half, half]) {
      addVertex(geometry, [0, 1, 2].map((k) => center[k] + size * (place[k] + u * right[k] + v * up[k])) as unknown as Vec3, n, [u, v])
    }
  }
  addGrid(geometry, 0, 2, 2, true)
  return geometry
}

/** How far back the camera stands so that the piece's box fills 80 % of the picture. */
function fittingDistance(min: Vec3, max: Vec3, center: Vec3, away: Vec3, aspect: number): number {
  const flat = Math.hypot(away[0], away[2])
  const right: Vec3 = [away[2] / flat, 0, -away[0] / flat]
  const up: Vec3 = [-away[0] * away[1] / flat, flat, -away[2] * away[1] / flat]
  const tangent = Math.tan(FOV / 2) * 0.8
  let distance = 0
  for (let corner = 0; corner < 8; corner++) {
    const p = [0, 1, 2].map((k) => (corner & (1 << k) ? max[k] : min[k]) - center[k])
    const along = (axis: Vec3): number => p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2]
    distance = Math.max(distance, along(away) + Math.abs(along(up)) / tangent, along(away) + Math.abs(along(right)) / (tangent * aspect))
  }
  return distance
}
