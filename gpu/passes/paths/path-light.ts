import { cross } from '../../math.ts'
import { emissionOf } from '../../tables/emission.ts'
import { hasOverlaps } from '../../tables/overlaps.ts'
import { isPane, luminanceOf } from '../../tables/materials.ts'
import type { Opening } from '../../query/openings.ts'
import type { EnvironmentImage, Instance, MeshData, SceneSnapshot } from '../../scene.ts'

/** What light-sampling.wgsl reads beside the scene's own lights. */
export interface PathLight {
  /** `light_data`: emitters, then the environment's cumulative rows and cells, then openings. */
  readonly words: Uint32Array
  /** Fields of `LightParams`. */
  readonly params: {
    readonly emitter_count: number
    readonly emitter_total: number
    readonly environment_width: number
    readonly environment_height: number
    readonly first_cell: number
    readonly opening_count: number
    readonly first_opening: number
    readonly opening_share: number
  }
  /** Some visible pane lets shadow rays through, or bodies of glass overlap: paths go straight on past surfaces. */
  readonly hasPanes: boolean
}

const EMITTER_WORDS = 4
/** OPENING_WORDS of openings.wgsl. */
const OPENING_WORDS = 18
/** Of the samples of an image of the sky in a room, those that go through its openings; and fewer where most of its light is in a spot of it. */
const OPENING_SHARE = 0.9
/** Cells across the environment's distribution, at most. */
const MOST_CELLS = 1024

/**
 * Shining triangles by area and emission, and the environment by its brightness, as tables to choose from; and what it comes in by.
 *
 * @param slotOf  of a visible instance; null: it is not on the GPU
 */
export function buildPathLight({ instances, meshes, textures, environment }: SceneSnapshot, slotOf: (id: string) => number | null, openings: readonly Opening[] = []): PathLight {
  const emitters: { slot: number; triangle: number; power: number; emission: number }[] = []
  for (const instance of instances) {
    const mesh = meshes.get(instance.mesh)
    const slot = slotOf(instance.id)
    // Rays meet a ball itself, not its triangles: it is found by scattered rays alone.
    if (!instance.visible || mesh === undefined || slot === null || mesh.shape === 'sphere') continue
    if (instance.materials.every(({ emissive }) => luminanceOf(emissive) <= 0)) continue
    const emissionAt = emissionOf(mesh, instance.materials, textures)
    for (const { triangle, area } of trianglesOf(mesh, instance)) {
      const emission = emissionAt(triangle)
      const power = area * emission
      if (power > 0 && Number.isFinite(power)) emitters.push({ slot, triangle, power, emission })
    }
  }
  // As emission_of_emitter() looks for them.
  emitters.sort((a, b) => a.slot - b.slot || a.triangle - b.triangle)
  const total = emitters.reduce((sum, { power }) => sum + power, 0)
  const cells = environment.image === undefined || environment.image === null ? null : knownDistributionOf(environment.image)
  const firstOpening = emitters.length * EMITTER_WORDS + (cells?.shares.length ?? 0)
  const words = new Uint32Array(Math.max(4, firstOpening + openings.length * OPENING_WORDS))
  const floats = new Float32Array(words.buffer)
  let sum = 0
  emitters.forEach(({ slot, triangle, power, emission }, i) => {
    sum += power
    words.set([slot, triangle], i * EMITTER_WORDS)
    floats[i * EMITTER_WORDS + 2] = i === emitters.length - 1 ? 2 : sum / total
    floats[i * EMITTER_WORDS + 3] = emission
  })
  if (cells !== null) floats.set(cells.shares, emitters.length * EMITTER_WORDS)
  openings.forEach(({ center, halfU, halfV, normal, min, max }, i) => floats.set([center, halfU, halfV, normal, min, max].flat(), firstOpening + i * OPENING_WORDS))
  return {
    words,
    params: {
      emitter_count: emitters.length, emitter_total: Math.max(total, 1e-30), environment_width: cells?.width ?? 0, environment_height: cells?.height ?? 0,
      first_cell: emitters.length * EMITTER_WORDS, opening_count: openings.length, first_opening: firstOpening,
      opening_share: cells === null ? 1 : OPENING_SHARE / Math.max(1, cells.peak / EVEN_PEAK),
    },
    hasPanes: instances.some(({ visible, materials }) => visible && materials.some(isPane)) || hasOverlaps({ instances, meshes }),
  }
}

/** Area in world space of each triangle. */
function* trianglesOf({ positions, indices }: MeshData, { worldFromObject: m }: Instance): Generator<{ triangle: number; area: number }> {
  const edge = (a: number, b: number): [number, number, number] => {
    const d = [0, 1, 2].map((axis) => positions[3 * b + axis] - positions[3 * a + axis])
    return [0, 1, 2].map((row) => m[row] * d[0] + m[4 + row] * d[1] + m[8 + row] * d[2]) as [number, number, number]
  }
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const [a, b, c] = indices.subarray(3 * triangle, 3 * triangle + 3)
    const [u, v] = [edge(a, b), edge(a, c)]
    const area = 0.5 * Math.hypot(...cross(u, v))
    yield { triangle, area }
  }
}

/** How uneven an image's light may be before it is better chosen by its brightness: the mean of its square over the square of its mean. */
const EVEN_PEAK = 4

const distributions = new WeakMap<EnvironmentImage, ReturnType<typeof distributionOf>>()

/** Edits keep the image, and a large one takes long to add up. */
function knownDistributionOf(image: EnvironmentImage): ReturnType<typeof distributionOf> {
  const known = distributions.get(image) ?? distributionOf(image)
  distributions.set(image, known)
  return known
}

/** Cumulative shares of the rows, then of the cells in each row; every cell has some, for the image is read between its pixels. */
function distributionOf({ width: imageWidth, height: imageHeight, rgb }: EnvironmentImage): { width: number; height: number; shares: Float32Array; peak: number } {
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
  return { width, height, shares, peak: peakOf(weights, width, height) }
}

/** The mean of the square of an image's light over the square of its mean, over all directions: 1 where it is even. @param weights  light times the sine of the row */
function peakOf(weights: Float64Array, width: number, height: number): number {
  let [sines, sum, squares] = [0, 0, 0]
  for (let y = 0; y < height; y++) {
    const sine = Math.sin((Math.PI * (y + 0.5)) / height)
    for (let x = 0; x < width; x++) {
      const weight = weights[y * width + x]
      sines += sine
      sum += weight
      squares += (weight * weight) / sine
    }
  }
  return sum > 0 ? (squares * sines) / (sum * sum) : 1
}
