import { cross, type Vec3 } from '../../../math.ts'
import { emissionOf } from '../../../tables/emission.ts'
import { hasOverlaps } from '../../../tables/overlaps.ts'
import { isPane, luminanceOf } from '../../../tables/materials.ts'
import { buildLamps } from './lamps.ts'
import { keptLightTree, type TreeLight } from './light-tree.ts'
import type { EnvironmentImage, IesProfile, Instance, MeshData, SceneSnapshot, TextureData } from '../../../scene.ts'

/** What light-sampling.wgsl reads beside the lights in the sky. */
export interface PathLight {
  /** `light_data`: emitters and their tree, lamps and theirs, each from a multiple of four words on, then the environment's cumulative rows and cells. */
  readonly words: Uint32Array
  /** Fields of `LightParams`. */
  readonly params: {
    readonly emitter_count: number
    readonly emitter_tree: number
    readonly first_lamp: number
    readonly lamp_tree: number
    readonly lamp_count: number
    readonly seen_lamps: number
    readonly environment_width: number
    readonly environment_height: number
    readonly first_cell: number
  }
  /** Whether the surroundings are an image in which nothing shines so hard that its shadows have edges. */
  readonly hasSoftSky: boolean
  /** Of all emitters, square metres times nits. */
  readonly shine: number
  /** Some visible pane lets shadow rays through, or bodies of glass overlap: paths go straight on past surfaces. */
  readonly hasPanes: boolean
}

/** A shining triangle, and its box. */
interface Emitter extends TreeLight { readonly slot: number; readonly triangle: number; readonly area: number }

const EMITTER_WORDS = 4
/** Cells across the environment's distribution, at most. */
const MOST_CELLS = 1024
/** A sky is soft whose brightest directions, so many of all, have less than this share of its light: those of the samples, whose suns are lights of their own, have 0.025 to 0.047 there. */
const [BRIGHTEST, SOFT_SHARE] = [0.005, 0.1]
/** Blocks of an image that are compared, across and down. */
const SKY_BLOCKS = [64, 32] as const

const emitterTreeOf = keptLightTree()

/**
 * Shining triangles and lamps, each under a tree, and the environment by its brightness as a table to choose from.
 *
 * @param slotOf   of a visible instance; null: it is not on the GPU
 * @param placeOf  of a profile in the luminaire table; null: it is not there
 */
export function buildPathLight(
  { instances, meshes, textures, environment, lights }: SceneSnapshot, slotOf: (id: string) => number | null, placeOf: (profile: IesProfile) => number | null = () => null,
): PathLight {
  const emitters: Emitter[] = []
  for (const instance of instances) {
    const mesh = meshes.get(instance.mesh)
    const slot = slotOf(instance.id)
    // Rays meet a ball itself, not its triangles: it is found by scattered rays alone.
    if (!instance.visible || mesh === undefined || slot === null || mesh.shape === 'sphere') continue
    if (instance.materials.every(({ emissive }) => luminanceOf(emissive) <= 0)) continue
    for (const emitter of emittersOf(instance, mesh, slot, textures)) emitters.push(emitter)
  }
  // As emitter_density() looks for them.
  emitters.sort((a, b) => a.slot - b.slot || a.triangle - b.triangle)
  const tree = emitterTreeOf(emitters)
  const lamps = buildLamps(lights, placeOf)
  const cells = environment.image === undefined || environment.image === null ? null : knownDistributionOf(environment.image)
  const emitterTree = emitters.length * EMITTER_WORDS
  const firstLamp = emitterTree + tree.nodes.length
  const lampTree = firstLamp + lamps.rows.length
  const firstCell = lampTree + lamps.tree.length
  // Read four by four.
  const words = new Uint32Array(4 * Math.ceil((firstCell + (cells?.shares.length ?? 0)) / 4))
  const floats = new Float32Array(words.buffer)
  emitters.forEach(({ slot, triangle, area }, i) => {
    words.set([slot, triangle, tree.trails[i]], i * EMITTER_WORDS)
    floats[i * EMITTER_WORDS + 3] = area
  })
  words.set(tree.nodes, emitterTree)
  words.set(lamps.rows, firstLamp)
  words.set(lamps.tree, lampTree)
  if (cells !== null) floats.set(cells.shares, firstCell)
  return {
    words,
    params: {
      emitter_count: emitters.length, emitter_tree: emitterTree, first_lamp: firstLamp, lamp_tree: lampTree, lamp_count: lamps.count, seen_lamps: lamps.seen,
      environment_width: cells?.width ?? 0, environment_height: cells?.height ?? 0, first_cell: firstCell,
    },
    hasSoftSky: cells?.isSoft ?? false,
    shine: emitters.reduce((sum, { power }) => sum + power, 0),
    hasPanes: instances.some(({ visible, materials }) => visible && materials.some(isPane)) || hasOverlaps({ instances, meshes }),
  }
}

interface KnownEmitters {
  readonly mesh: MeshData
  readonly slot: number
  readonly images: readonly (TextureData | undefined)[]
  readonly emitters: readonly Emitter[]
}

const knownEmitters = new WeakMap<Instance, KnownEmitters>()

/** Of an instance, in the order of its triangles. What has not changed is not gone through again: a drag asks in every frame. */
function emittersOf(instance: Instance, mesh: MeshData, slot: number, textures: SceneSnapshot['textures']): readonly Emitter[] {
  const images = instance.materials.map(({ emissiveTexture }) => (emissiveTexture === null ? undefined : textures.get(emissiveTexture.texture)))
  const known = knownEmitters.get(instance)
  if (known?.mesh === mesh && known.slot === slot && known.images.every((image, i) => image === images[i])) return known.emitters
  const emissionAt = emissionOf(mesh, instance.materials, textures)
  const emitters: Emitter[] = []
  for (const { triangle, area, min, max } of trianglesOf(mesh, instance)) {
    const power = area * emissionAt(triangle)
    if (power > 0 && Number.isFinite(power)) emitters.push({ slot, triangle, area, power, min, max })
  }
  knownEmitters.set(instance, { mesh, slot, images, emitters })
  return emitters
}

/** Area and box of each triangle, world space. */
function* trianglesOf({ positions, indices }: MeshData, { worldFromObject: m }: Instance): Generator<{ triangle: number; area: number; min: Vec3; max: Vec3 }> {
  const worldOf = (i: number): Vec3 => {
    const [x, y, z] = positions.subarray(3 * i, 3 * i + 3)
    return [m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13], m[2] * x + m[6] * y + m[10] * z + m[14]]
  }
  const edge = (a: number, b: number): Vec3 => {
    const d = [0, 1, 2].map((axis) => positions[3 * b + axis] - positions[3 * a + axis])
    return [0, 1, 2].map((row) => m[row] * d[0] + m[4 + row] * d[1] + m[8 + row] * d[2]) as unknown as Vec3
  }
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const [a, b, c] = indices.subarray(3 * triangle, 3 * triangle + 3)
    const [p, q, r] = [worldOf(a), worldOf(b), worldOf(c)]
    const along = (of: (...some: number[]) => number): Vec3 => [of(p[0], q[0], r[0]), of(p[1], q[1], r[1]), of(p[2], q[2], r[2])]
    yield { triangle, area: 0.5 * Math.hypot(...cross(edge(a, b), edge(a, c))), min: along(Math.min), max: along(Math.max) }
  }
}

/** @param weights  light of each cell of an equirectangular image */
function isSoft(weights: Float64Array, width: number, height: number): boolean {
  const [across, down] = SKY_BLOCKS
  const blocks = Array.from({ length: across * down }, () => ({ light: 0, angle: 0 }))
  const sines = Array.from({ length: height }, (_, y) => Math.sin((Math.PI * (y + 0.5)) / height))
  weights.forEach((weight, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const block = blocks[Math.floor((y * down) / height) * across + Math.floor((x * across) / width)]
    block.light += weight
    block.angle += sines[y]
  })
  const seen = blocks.filter(({ angle }) => angle > 0).toSorted((a, b) => b.light / b.angle - a.light / a.angle)
  const [light, angle] = [seen.reduce((sum, block) => sum + block.light, 0), seen.reduce((sum, block) => sum + block.angle, 0)]
  let [brightest, within] = [0, 0]
  for (const block of seen) {
    if (within >= BRIGHTEST * angle) break
    within += block.angle
    brightest += block.light
  }
  return brightest < SOFT_SHARE * light
}

const distributions = new WeakMap<EnvironmentImage, ReturnType<typeof distributionOf>>()

/** Edits keep the image, and a large one takes long to add up. */
function knownDistributionOf(image: EnvironmentImage): ReturnType<typeof distributionOf> {
  const known = distributions.get(image) ?? distributionOf(image)
  distributions.set(image, known)
  return known
}

/** Cumulative shares of the rows, then of the cells in each row; every cell has some, for the image is read between its pixels. */
function distributionOf({ width: imageWidth, height: imageHeight, rgb }: EnvironmentImage): { width: number; height: number; shares: Float32Array; isSoft: boolean } {
  const width = Math.min(imageWidth, MOST_CELLS)
  const height = Math.min(imageHeight, MOST_CELLS / 2)
  const weights = new Float64Array(width * height)
  for (let y = 0; y < imageHeight; y++) {
    const sine = Math.sin((Math.PI * (y + 0.5)) / imageHeight)
    const row = Math.floor((y * height) / imageHeight) * width
    for (let x = 0; x < imageWidth; x++) {
      const at = 3 * (y * imageWidth + x)
      weights[row + Math.floor((x * width) / imageWidth)] += sine * luminanceOf([rgb[at], rgb[at + 1], rgb[at + 2]])
    }
  }
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  const shares = new Float32Array(height + width * height)
  let total = 0
  const rows = Array.from({ length: height }, (_, y) => {
    let sum = 0
    for (let x = 0; x < width; x++) {
      // The brightest neighbour: light from between pixels.
      const here = weights[y * width + x]
      const beside = Math.max(weights[y * width + ((x + 1) % width)], weights[y * width + ((x + width - 1) % width)], weights[Math.max(0, y - 1) * width + x], weights[Math.min(height - 1, y + 1) * width + x])
      sum += Math.max(here, 0.25 * beside, 1e-3 * mean, 1e-30)
      shares[height + y * width + x] = sum
    }
    for (let x = 0; x < width; x++) shares[height + y * width + x] = x === width - 1 ? 1 : shares[height + y * width + x] / sum
    total += sum
    return total
  })
  rows.forEach((sum, y) => { shares[y] = y === height - 1 ? 1 : sum / total })
  return { width, height, shares, isSoft: isSoft(weights, width, height) }
}
