import { createHash } from 'node:crypto'
import type { SceneSnapshot } from '../../gpu/scene.ts'
import { importModel } from '../../renderer/imports/gltf/import.ts'
import { decodeImageInNode } from '../../renderer/imports/reading/in-node.ts'
import type { LibraryMaterial } from '../../renderer/materials/library.ts'
import { renderLook } from '../../renderer/project/materials/library-looks.ts'
import { composeMatrix } from '../../renderer/document/transform.ts'
import { addGrid } from './kit/box.ts'
import { addVertex, emptyGeometry } from './kit/geometry.ts'
import type { Geometry, Vec3 } from './kit/geometry.ts'
import { writeGlb } from './kit/glb.ts'
import type { MaterialSpec } from './kit/materials.ts'
import { part } from './kit/part.ts'
import { lookAt } from './samples/project.ts'
import type { Shot } from './studio.ts'

/** Pixels, twice those of a card. */
export const PICTURE_SIDE = 144
/** Metres: of the ball. */
const RADIUS = 0.2
const FOV = (12 * Math.PI) / 180
/** Radians, from above. */
const PITCH = 0.2
/** Of a texture's repeat: the ball shows some three quarters of it, as sharp as the picture. */
const TEXTURE_SIDE = 512

/** Metres of the ball that its texture is laid around: of cloth a hand's breadth is seen, of bricks a stretch of wall. */
function shownRadius({ values: { mapping } }: LibraryMaterial): number {
  return mapping === undefined ? RADIUS : Math.sqrt(mapping.width * mapping.height) / 4
}

const paper: MaterialSpec = { name: 'Paper', color: [0.28, 0.279, 0.276], roughness: 1, metallic: 0, doubleSided: true }
/** Uvs are written for what has a texture alone; the material's own come in its place. */
const textured: MaterialSpec = { ...paper, name: 'Ball', texture: { name: 'None', size: [1, 1], paint: () => ({ width: 1, height: 1, rgb: new Uint8Array(3) }) } }
const ink: MaterialSpec = { ...paper, name: 'Ink', color: [0.12, 0.12, 0.125] }
const emitting = (name: string, nits: number): MaterialSpec => ({ name, color: [0, 0, 0], roughness: 1, metallic: 0, emissive: [nits, 0.985 * nits, 0.95 * nits] })

/**
 * What a picture of the library is taken of: a ball of the material on paper, lit by a large window at the upper left and a strip at the right. The
 * ball just fills the square picture; what is seen around it is cut off by whoever shows it.
 */
export async function materialShot(entry: LibraryMaterial): Promise<Shot> {
  const { material, textures } = renderLook(entry, TEXTURE_SIDE)
  const [ball, studio] = await Promise.all([imported('Ball', [part(textured, ballOf(RADIUS, shownRadius(entry) / RADIUS))]), imported('Studio', studioParts(entry.category === 'glass'))])
  const worn = { ...material, mapping: undefined }
  const distance = RADIUS / Math.sin(FOV / 2)
  const position: Vec3 = [0, Math.sin(PITCH) * distance, Math.cos(PITCH) * distance]
  const scene: SceneSnapshot = {
    meshes: new Map([ball, studio].flatMap(({ parsed }) => [...parsed.meshes])),
    textures: new Map([...studio.parsed.textures, ...textures]),
    instances: [ball, studio].flatMap(({ parsed }, which) => parsed.parts.map((one) =>
      ({ id: `${which}/${one.id}`, mesh: one.mesh, worldFromObject: Float32Array.from(composeMatrix(one)), materials: which === 0 ? [worn] : one.materials, visible: true }))),
    lights: [],
    environment: { zenith: [20, 20, 20.5], nadir: [2, 2, 2] },
  }
  return { scene, camera: { position, orientation: lookAt(position, [0, 0, 0]), verticalFov: FOV, near: distance / 100, far: distance * 40 } }
}

/** Of what a picture is taken of: `materials/index.json` has it for each picture that was taken. */
export function fingerprint(entry: LibraryMaterial): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 16)
}

const imported = async (name: string, parts: Parameters<typeof writeGlb>[1][number]['parts']) =>
  importModel(await writeGlb(name, parts.map((one, i) => ({ name: `${name} ${i}`, parts: [one] }))), { name, pieces: 'parts', decodeImage: decodeImageInNode })

/** Along longitude and latitude, its seam is behind. @param texturesPerMetre  uv in metres times this */
function ballOf(radius: number, texturesPerMetre: number): Geometry {
  const [columns, rows] = [128, 64]
  const geometry = emptyGeometry()
  for (let row = 0; row <= rows; row++) {
    const latitude = Math.PI * (0.5 - row / rows)
    for (let column = 0; column <= columns; column++) {
      const longitude = 2 * Math.PI * (column / columns - 0.5)
      const normal: Vec3 = [Math.cos(latitude) * Math.sin(longitude), Math.sin(latitude), Math.cos(latitude) * Math.cos(longitude)]
      addVertex(geometry, [normal[0] * radius, normal[1] * radius, normal[2] * radius], normal, [longitude * radius * texturesPerMetre, -latitude * radius * texturesPerMetre])
    }
  }
  addGrid(geometry, 0, columns + 1, rows + 1, false)
  return geometry
}

/** @param isClear  stripes behind and a chequered floor show how it bends light */
function studioParts(isClear: boolean): ReturnType<typeof part>[] {
  const size = 5 * RADIUS
  const parts = [
    part(emitting('Window', 230), panel([-0.95, 1.15, 1.0], 0.5)),
    part(emitting('Strip', 170), panel([1.5, 0.35, 0.55], 0.3)),
    part(emitting('Front', 36), panel([0.9, 0.5, 2.6], 0.8)),
  ]
  if (!isClear) return [...parts, part(paper, flat(-size, size, -size, size)), part(paper, wall(-size, size))]
  const tile = RADIUS / 2
  const [light, dark] = [[], []] as [Geometry[], Geometry[]]
  for (let i = -10; i < 10; i++) {
    ;(i % 2 === 0 ? light : dark).push(wall(i * tile, (i + 1) * tile))
    for (let j = -10; j < 10; j++) ((i + j) % 2 === 0 ? light : dark).push(flat(i * tile, (i + 1) * tile, j * tile, (j + 1) * tile))
  }
  return [...parts, part(paper, ...light), part(ink, ...dark)]
}

function quad(corners: readonly Vec3[], normal: Vec3): Geometry {
  const geometry = emptyGeometry()
  corners.forEach((corner, i) => addVertex(geometry, corner, normal, [i % 2, i >> 1]))
  addGrid(geometry, 0, 2, 2, true)
  return geometry
}

/** Of the floor below the ball. */
const flat = (x0: number, x1: number, z0: number, z1: number): Geometry =>
  quad([[x0, -RADIUS, z1], [x1, -RADIUS, z1], [x0, -RADIUS, z0], [x1, -RADIUS, z0]], [0, 1, 0])

/** Of the wall behind it. */
const wall = (x0: number, x1: number): Geometry =>
  quad([[x0, -RADIUS, -3 * RADIUS], [x1, -RADIUS, -3 * RADIUS], [x0, 5 * RADIUS, -3 * RADIUS], [x1, 5 * RADIUS, -3 * RADIUS]], [0, 0, 1])

/** A square that looks at the ball; metres. */
function panel(place: Vec3, half: number): Geometry {
  const length = Math.hypot(...place)
  const n: Vec3 = [-place[0] / length, -place[1] / length, -place[2] / length]
  const across = Math.hypot(n[0], n[2])
  const right: Vec3 = [n[2] / across, 0, -n[0] / across]
  const up: Vec3 = [n[1] * right[2] - n[2] * right[1], n[2] * right[0] - n[0] * right[2], n[0] * right[1] - n[1] * right[0]]
  return quad([[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([u, v]) => [0, 1, 2].map((k) => place[k] + half * (u * right[k] + v * up[k])) as unknown as Vec3), n)
}
