import type { StructValue } from '../../../buffers/layout.ts'
import { cross, normalize, type Vec3 } from '../../../math.ts'
import type { DirectionalLight, SceneSnapshot } from '../../../scene.ts'
import type { RenderSettings } from '../../../settings.ts'
import { LIT_COUNT, LIT_ENTRY, LIT_HEADER, LIT_SIDE, LIT_STEP } from './lit-size.ts'

/** What a runner offers to draw the table with. */
export interface LitTracer {
  /** Into `light_data`. */
  write(words: ArrayBufferView, byteOffset: number): void
  /** `lit_found`, from its first byte on. */
  give(words: ArrayBufferView): void
  /** One dispatch of lit-trace.wgsl, waited for. */
  trace(params: StructValue, groups: number, settings: RenderSettings): Promise<void>
  /** All of `lit_found`. */
  found(): Promise<Float32Array>
}

/** Samples of every pixel that share a table: what places it lacks, the next has. */
export const LIT_SAMPLES = 8
/** Vectors of `lit_found`. */
export const LIT_FOUND = Math.max(LIT_SIDE * LIT_SIDE, 3 * LIT_COUNT)
/** Pixels of the least picture that is worth a table: that takes a core as long as one to three of its samples. */
export const LEAST_LIT_PIXELS = 16384

/** Of the whole table. */
export const LIT_WORDS = LIT_HEADER + LIT_SIDE * LIT_SIDE + LIT_ENTRY * LIT_COUNT
/** Rays of a cell that tell what it may bring. */
const CELL_RAYS = 2
/** Of the mean of lit cells, what any has at least: nothing lit is without a chance. */
const LEAST_SHARE = 0.03
/** Metres: what is wider is ground without end, or a hall, and most of it sends no light to what is looked at. */
const WIDEST = 100
/** Rays' places of one dispatch. */
const AT_ONCE = 8192
/** Of rays scattered near a place in the sun, how many may find such a place by themselves where connections pay: 0.13 to 0.14 do in the apartment, 0.23 and more in rooms open to the sky, 0.32 about small_house. */
const MOST_FOUND = 0.19

/** A grid across the sun's rays; lengths in metres. */
export interface LitGrid { readonly u: Vec3; readonly v: Vec3; readonly w: Vec3; readonly corner: readonly [number, number]; readonly height: number; readonly cell: number }

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Null: there is none, or more lights than that in the sky. */
export function findLoneSun(lights: SceneSnapshot['lights']): DirectionalLight | null {
  const [sun, ...others] = lights.filter(({ on, kind }) => on && kind === 'directional')
  return sun?.kind !== 'directional' || others.length > 0 || !(sun.illuminance > 0) ? null : sun
}

/** Over all that the sun may light but what is wider than WIDEST. Null: there is no lone sun, or nothing. */
export function buildLitGrid({ instances, meshes, lights }: Pick<SceneSnapshot, 'instances' | 'meshes' | 'lights'>): LitGrid | null {
  const sun = findLoneSun(lights)
  if (sun === null) return null
  const w = normalize([-sun.direction[0], -sun.direction[1], -sun.direction[2]])
  const u = normalize(cross(Math.abs(w[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], w))
  const v = cross(w, u)
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]
  for (const { visible, mesh: key, worldFromObject: m } of instances) {
    const mesh = meshes.get(key)
    if (!visible || mesh === undefined) continue
    const corners = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((axis) => (((i >> axis) & 1) === 0 ? mesh.bounds.min : mesh.bounds.max)[axis]))
    const across = [u, v, w].map((axis) => corners.map(([x, y, z]) => dot(axis, [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]) as unknown as Vec3)))
    if (across.some((all) => !all.every(Number.isFinite)) || Math.max(...across[0]) - Math.min(...across[0]) > WIDEST || Math.max(...across[1]) - Math.min(...across[1]) > WIDEST) continue
    across.forEach((all, axis) => {
      low[axis] = Math.min(low[axis], ...all)
      high[axis] = Math.max(high[axis], ...all)
    })
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1])
  if (!(size > 0) || !Number.isFinite(size)) return null
  return { u, v, w, corner: [low[0] - 0.005 * size, low[1] - 0.005 * size], height: high[2] + 0.01 * size, cell: (1.01 * size) / LIT_SIDE }
}

/** As lit-table.wgsl reads it. */
export function litHeader({ u, v, w, corner, height, cell }: LitGrid): Uint32Array<ArrayBuffer> {
  return new Uint32Array(new Float32Array([...u, corner[0], ...v, corner[1], ...w, height, 1 / cell, 0, 0, 0]).buffer)
}

/** How cells are drawn: per square metre, and shares summed along a curve on which neighbours stay together (Morton's). */
export interface LitCells { readonly density: Float32Array; readonly order: Uint32Array; readonly sums: Float64Array }

/**
 * @param found  4 floats per cell: what it may bring, how often it was lit, and what litPays() asks for
 * @param cell  metres
 * @returns null: the sun lights nothing
 */
export function litCells(found: Float32Array, cell: number): LitCells | null {
  const count = LIT_SIDE * LIT_SIDE
  const shares = new Float64Array(count)
  let [sum, lit] = [0, 0]
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % LIT_SIDE, Math.floor(at / LIT_SIDE)]
    // Neighbours count, too: few rays do not know a cell.
    let [around, weights] = [0, 0]
    for (let j = Math.max(0, y - 1); j <= Math.min(LIT_SIDE - 1, y + 1); j++) {
      for (let i = Math.max(0, x - 1); i <= Math.min(LIT_SIDE - 1, x + 1); i++) {
        const weight = i === x && j === y ? 4 : 1
        around += weight * found[4 * (j * LIT_SIDE + i)]
        weights += weight
      }
    }
    shares[at] = around / weights
    sum += shares[at]
    if (found[4 * at + 1] > 0) lit++
  }
  if (lit === 0 || !Number.isFinite(sum)) return null
  const least = sum > 0 ? (LEAST_SHARE * sum) / lit : 1
  let total = 0
  for (let at = 0; at < count; at++) {
    if (shares[at] > 0 || found[4 * at + 1] > 0) shares[at] = Math.max(shares[at], least)
    total += shares[at]
  }
  const [density, order, sums] = [new Float32Array(count), new Uint32Array(count), new Float64Array(count)]
  let before = 0
  for (let place = 0; place < count; place++) {
    const at = evenBits(place) + LIT_SIDE * evenBits(place >> 1)
    order[place] = at
    density[at] = shares[at] / total / (cell * cell)
    before += shares[at] / total
    sums[place] = before
  }
  return { density, order, sums }
}

/** Whether connections are worth their rays. @param found  as litCells() takes it @param count  of the cells, in the order in which they are gone through */
export function litPays(found: Float32Array, count: number): boolean {
  let [near, finds] = [0, 0]
  for (let i = 0; i < count; i++) {
    const at = (i * LIT_STEP) % (LIT_SIDE * LIT_SIDE)
    near += found[4 * at + 2]
    finds += found[4 * at + 3]
  }
  return near > 0 && finds < MOST_FOUND * near
}

/** Every other bit, from the lowest on, put together. */
function evenBits(value: number): number {
  let bits = 0
  for (let bit = 0; bit < 16; bit++) bits |= ((value >> (2 * bit)) & 1) << bit
  return bits
}

/** Points on the grid's plane, one in each of LIT_COUNT equal shares of its cells: entries of which the sun's rays are still to be traced. */
export function litStarts({ density, order, sums }: LitCells, { corner, cell }: LitGrid, seed: number): Float32Array<ArrayBuffer> {
  const words = new Float32Array(LIT_ENTRY * LIT_COUNT)
  const random = randomOf(seed)
  let place = 0
  for (let i = 0; i < LIT_COUNT; i++) {
    const pick = (i + random()) / LIT_COUNT
    while (place < sums.length - 1 && (sums[place] <= pick || density[order[place]] <= 0)) place++
    const at = order[place]
    words.set([corner[0] + ((at % LIT_SIDE) + random()) * cell, corner[1] + (Math.floor(at / LIT_SIDE) + random()) * cell, 0, density[at]], LIT_ENTRY * i)
  }
  return words
}

/** 0..1, as hash() of sampling.wgsl counts on. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let h = state ^ (state >>> 16)
    h = Math.imul(h, 0x21f0aaad)
    h ^= h >>> 15
    h = Math.imul(h, 0x735a2d97)
    return ((h ^ (h >>> 15)) >>> 8) / 0x1000000
  }
}

/**
 * The table of one picture; the same for every part of it, so that parts are those of the whole.
 *
 * @param tracer  of the runner that traces the picture now
 * @param isForced  whether it pays or not
 * @param first  word of `light_data` at which it lies
 */
export function createLitTable(tracer: () => LitTracer, grid: LitGrid, isForced: boolean, first: number, seed: number, cameraPosition: Vec3) {
  let cells: LitCells | null | undefined
  let drawn = -1
  let drawing: AsyncGenerator<void, void> | null = null

  /** Goes on after every dispatch. */
  async function* trace(stage: 0 | 1, from: number, all: number, sample: number, settings: RenderSettings): AsyncGenerator<void, void> {
    for (let at = from; at < all; at += AT_ONCE) {
      const count = Math.min(AT_ONCE, all - at)
      await tracer().trace({ camera_position: cameraPosition, stage, first: at, count, sample, seed: (seed ^ 0x51ab3) >>> 0 }, Math.ceil(count / 64), settings)
      yield
    }
  }

  async function* findCells(settings: RenderSettings): AsyncGenerator<void, LitCells | null> {
    yield* trace(0, 0, AT_ONCE, 0, settings)
    if (!isForced && !litPays(await tracer().found(), AT_ONCE)) return null
    for (let ray = 0; ray < CELL_RAYS; ray++) yield* trace(0, ray === 0 ? AT_ONCE : 0, LIT_SIDE * LIT_SIDE, ray, settings)
    return litCells(await tracer().found(), grid.cell)
  }

  async function* draw(turn: number, settings: RenderSettings): AsyncGenerator<void, void> {
    if (cells === undefined) cells = yield* findCells(settings)
    if (cells === null) return
    if (drawn < 0) tracer().write(cells.density, 4 * (first + LIT_HEADER))
    tracer().give(litStarts(cells, grid, Math.imul(seed, 4099) + turn))
    yield* trace(1, 0, LIT_COUNT, CELL_RAYS + turn, settings)
    tracer().write((await tracer().found()).subarray(0, LIT_ENTRY * LIT_COUNT), 4 * (first + LIT_HEADER + LIT_SIDE * LIT_SIDE))
    drawn = turn
  }

  return {
    /** The light's words are new: for the next part of the picture. */
    begin(): void {
      drawn = -1
      drawing = null
    },
    /** Whether connections pay here; null: that is not known yet, but once a sample has its places. */
    get connects(): boolean | null { return cells === undefined ? null : cells !== null },
    /** Before a sample of every pixel: a dispatch, at most, of those that draw what its turn of LIT_SAMPLES has. @returns whether the sample has its places */
    async step(sample: number, settings: RenderSettings): Promise<boolean> {
      const turn = Math.floor(sample / LIT_SAMPLES)
      if (turn === drawn || cells === null) return true
      // One that throws is begun anew.
      const going = drawing ?? draw(turn, settings)
      drawing = null
      if ((await going.next()).done === true) return true
      drawing = going
      return false
    },
  }
}
