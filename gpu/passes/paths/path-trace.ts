import type { StructValue } from '../../buffers/layout.ts'
import { EngineError } from '../../device/error.ts'
import type { Camera, SceneSnapshot } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import type { LuminaireTable } from '../../tables/luminaires.ts'
import { cameraRays, panoramaRays } from '../raster/camera.ts'
import type { PathRules } from './lights/light-resources.ts'
import { buildLitGrid, createLitTable, findLoneSun, LEAST_LIT_PIXELS, LIT_SAMPLES, LIT_WORDS, type LitTracer, litHeader } from './lights/lit-table.ts'
import { buildPathLight, type PathLight } from './lights/path-light.ts'
import { idsOfSeen, numbersOfSlots, numberSlots } from './seen-ids.ts'
import { createBlockCosts, planStep, slicesOf } from './slices.ts'

/** What to trace. */
export interface PathView {
  readonly camera: Camera
  /** Of the whole picture, pixels. */
  readonly width: number
  readonly height: number
  /** 'panorama': every direction around the camera, equirectangular, upright (camera.ts); left out: what the camera sees. */
  readonly projection?: 'perspective' | 'panorama' | undefined
  /** The part of it that is traced; left out: all of it. */
  readonly region?: PathRegion | undefined
  /** Background, normals and epsilon count; a mode other than 'uber' is not traced. */
  readonly settings: RenderSettings
  /** Rays that follow the camera ray; light samples count as such: 0 shows what shines, 1 direct light. */
  readonly bounces: number
  /** Times that a path is mirrored, while there are reflections; left out: as often as there are bounces. */
  readonly mirrors?: number | undefined
  /** Equal seeds give equal pictures. */
  readonly seed: number
  /** Number of the first sample, a multiple of SAMPLE_BLOCK: a part of a picture's samples, which are those of the whole one. Left out: 0. */
  readonly firstSample?: number
  /** Pixels whose rays meet nothing become transparent. */
  readonly transparent?: boolean
  /**
   * Roughness that glosses have at least behind a broad scattering: caustics blur and their noise goes, and with it a little of the
   * truth (Kaplanyan and Dachsbacher 2013, "Path space regularization"). 0 or left out: the truth.
   */
  readonly glossFloor?: number
  /** Paths that carry little end by chance from their first bounce on, and ask for some kinds of light alone: half the rays, the same mean, a little more noise. Left out: the truth's own rules. */
  readonly endsFaint?: boolean
  /** Connects paths with places that the sun lights (lights/lit-table.ts): less noise, the same mean. Left out: where it pays, in pictures large enough. */
  readonly connectsLit?: boolean | undefined
  /** Keeps what readGuides() gives: three times the memory of the picture more. */
  readonly guides?: boolean
}

/** What a picture is smoothed by: of the first surface that is no mirror nor clear glass, as the eye sees it. Means of the samples, 4 floats per pixel. */
export interface PathGuides {
  /** What it and the mirrors before it make of white light all around, 0..1; black where the background is transparent. w: metres along the ray, through mirrors; 0 where nothing was met. */
  readonly albedo: Float32Array
  /** Its shading normal, shorter than 1 where samples see several. w: share of the samples that met something. */
  readonly normal: Float32Array
  /** One number per pixel: which of the scene's instances it is, 1 for the first, 0 where nothing was met; what most of the first samples saw (seen-ids.ts). */
  readonly ids: Float32Array
}

export interface PathRegion { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A picture that gets better with every sample. */
export interface PathTracer {
  /** Starts anew. @throws EngineError `gpu-kernel`; `gpu-memory` for a region that does not fit: trace it in parts */
  begin(view: PathView): Promise<void>
  /**
   * Traces a bounded part of the next sample, or some samples at once where all of them take less time than is bounded, or a part of the table that they need first.
   *
   * @param most  samples that may be completed, at least 1; left out: 1. Small pictures leave most of a card idle but for several at once; their bits are the same
   * @returns whether one or more samples of every pixel have just been completed
   */
  step(most?: number): Promise<boolean>
  /** Complete samples of every pixel, counted from the view's first. */
  readonly samples: number
  /** Of the sample at hand, 0..1. */
  readonly fraction: number
  /** Mean of the complete samples, 4 floats per pixel of the region: radiance in nits, premultiplied, and coverage. Call it between samples. */
  read(): Promise<Float32Array>
  /**
   * Sums, not means, of the block of samples at hand alone: of the last SAMPLE_BLOCK, or fewer since the last multiple of it. Laid out as read()'s; of a picture
   * with guides four vectors per pixel, one behind the other: of all pixels radiance, then the guides, numbers of what the first samples saw last. Call it between samples.
   */
  readBlock(): Promise<Float32Array>
  /** @throws EngineError `scene-invalid` for a picture begun without them */
  readGuides(): Promise<PathGuides>
  dispose(): void
}

/** Where paths are traced: the GPU, or the computer's cores. */
export interface PathRunner {
  /** Resources of one picture; those of the last are given back. @param guides  `gathered` has room for them */
  begin(pixels: number, light: PathLight, rules: PathRules, guides: boolean): Promise<void>
  /** Resolves when the picture's dispatches have to wait for no compiler. @param connects  as dispatch() takes it */
  prepare(connects: boolean): Promise<void>
  /**
   * Traces blocks, waited for; a card does them in slices, one submission each.
   *
   * @param connects  paths with places that the sun lights, by the table that `light.words` end with
   * @param samples  of each of these blocks, from that of `params` on; left out: 1
   * @param most  blocks of a slice; left out: as many as fit
   */
  dispatch(params: StructValue, blocks: number, settings: RenderSettings, connects: boolean, samples?: number, most?: number): Promise<void>
  /** A part of `gathered`, 4 floats each. */
  read(first: number, count: number): Promise<Float32Array>
  /** What draws the table of places that the sun lights. */
  readonly lit: LitTracer
  /** Bytes of the largest region's buffer. */
  readonly mostBytes: number
  dispose(): void
}

/** What a path tracer needs to know of the engine. */
export interface PathScene {
  readonly snapshot: SceneSnapshot | null
  readonly slotOf: (id: string) => number | null
  readonly luminaires: Pick<LuminaireTable, 'find'>
}

/**
 * Samples are summed in blocks of so many, and the blocks in their order: floats do not commute, so a picture whose samples were cut at its
 * multiples has the bits of the whole one. 64 is what a picture is made of unless somebody asks for more: most are one block.
 */
export const SAMPLE_BLOCK = 64

/**
 * When paths may end by chance (Russian roulette: Arvo and Kirk 1990, "Particle transport and image synthesis"): behind how many bounces,
 * which share of the light lets one go on for sure, and the odds that none exceeds; and which share asks every kind of light.
 */
const ROULETTE = { roulette: 4, roulette_share: 1, roulette_most: 0.95, lights_share: 1e-9 }
/** A varnish mirrors 4 % of what comes: one of five images in it is followed, one of a hundred images of an image, and a quarter of the light rays asked. */
const FAINT_ROULETTE = { roulette: 0, roulette_share: 0.2, roulette_most: 1, lights_share: 0.5 }
/** The last of a pixel's vectors: of its first samples, what they saw. */
const SEEN = 3
/** Vectors of four floats that are summed for every pixel. */
const vectorsOf = (guides: boolean): number => (guides ? 4 : 1)
/** Of `gathered`: a vector of radiance for every pixel, and one for each of the three guides. */
export const gatheredBytes = (pixels: number, guides: boolean): number => pixels * 16 * vectorsOf(guides)
export const MOST_BOUNCES = 64

/** Metres within which things keep the ambient term away. */
const OCCLUSION_DISTANCE = 1.5
/** DIFFUSE_* of path.wgsl. */
export const DIFFUSE = { traced: 0, ambient: 1, cached: 2 } as const

/**
 * Of a pixel's cone, how wide the samples of a picture at rest look at textures: the mean of a pixel's samples filters them already. A
 * wider cone blurs twice, and brings in what lies around the islands of an atlas: a bookshelf came out 14 % too dark.
 */
export const SAMPLE_CONE = 0.25

/** Roughness that glosses behind a broad scattering have at least while the picture moves, and in the irradiance cache: sharper caustics would be noise. */
export const MOVING_GLOSS = 0.15

/** How light paths run, as path.wgsl takes it; without reflections the ambient term stands for what is mirrored. @param glossFloor  0: samples of a picture at rest @param spread  radians, of a pixel that moves or of a sample */
export function pathRules(
  { settings, bounces, mirrors = MOST_BOUNCES, transparent = false, glossFloor = 0, endsFaint = false }: Pick<PathView, 'settings' | 'bounces' | 'mirrors' | 'transparent' | 'glossFloor' | 'endsFaint'>, spread: number, hasPanes: boolean,
  diffuse: keyof typeof DIFFUSE = settings.indirect ? 'traced' : 'ambient',
): PathRules {
  return {
    spread, pixel: glossFloor > 0 ? 1 : 1 / SAMPLE_CONE, bounces: Math.min(MOST_BOUNCES, Math.max(0, Math.round(bounces))), ...(endsFaint ? FAINT_ROULETTE : ROULETTE), has_panes: hasPanes, hides_background: transparent,
    gloss_floor: glossFloor, diffuse: DIFFUSE[diffuse], occlusion: settings.ambientOcclusion ? OCCLUSION_DISTANCE : 0, look_beyond: 0, mirrors: settings.reflections ? mirrors : 0,
  }
}

/** What path-trace.wgsl makes camera rays of. */
function raysOf({ camera, width, height, projection }: PathView): StructValue {
  if (projection === 'panorama') {
    const { position, ahead, right, turn } = panoramaRays(camera, width, height)
    return { camera_position: position, corner: ahead, step_x: right, step_y: [0, 1, 0], lens_u: [0, 0, 0], lens_v: [0, 0, 0], focus: 0, turn }
  }
  const { position, corner, stepX, stepY, lensU, lensV, focus } = cameraRays(camera, width, height)
  return { camera_position: position, corner, step_x: stepX, step_y: stepY, lens_u: lensU, lens_v: lensV, focus, turn: [0, 0] }
}

const spreadOf = ({ camera, width, height, projection }: PathView): number =>
  (projection === 'panorama' ? panoramaRays : cameraRays)(camera, width, height).spread

/** Adds a block's sums to those of the blocks before it, in place. */
export function addSums(sums: Float32Array, block: Float32Array): Float32Array {
  for (let i = 0; i < sums.length; i++) sums[i] += block[i]
  return sums
}

/** Means of sums, in place. */
export function divideSums(sums: Float32Array, samples: number): Float32Array {
  for (let i = 0; i < sums.length; i++) sums[i] /= Math.max(1, samples)
  return sums
}

/** Mean radiance of sums, in place: connections may take more than there is from a pixel of few samples, and no light is less than none. */
export function radianceOfSums(sums: Float32Array, samples: number): Float32Array {
  divideSums(sums, samples).forEach((value, i) => { if (value < 0) sums[i] = 0 })
  return sums
}

/** What a runner has gathered of the picture at hand; what was seen has numbers of the scene's instances in place of slots. */
function createSumsReader(scene: Pick<PathScene, 'snapshot' | 'slotOf'>, runner: Pick<PathRunner, 'read'>) {
  let pixels = 0
  /** null: the picture has no guides. */
  let numbers: ReadonlyMap<number, number> | null = null
  return {
    begin(count: number, guides: boolean): void {
      pixels = count
      numbers = guides ? numbersOfSlots(scene.snapshot!, scene.slotOf) : null
    },
    /** One of the vectors of every pixel. */
    async vector(which: number): Promise<Float32Array> {
      const sums = await runner.read(which * pixels, pixels)
      return which === SEEN ? numberSlots(sums, numbers!) : sums
    },
    async all(): Promise<Float32Array> {
      const sums = await runner.read(0, vectorsOf(numbers !== null) * pixels)
      if (numbers !== null) numberSlots(sums.subarray(4 * SEEN * pixels), numbers)
      return sums
    },
  }
}

/** The blocks of samples that are done, and the one at hand, which the runner holds. @param readSums  of the latter, one of the vectors that every pixel has */
function createBlockSums(readSums: (which: number) => Promise<Float32Array>) {
  /** As `gathered` is laid out; null while the first block is at hand. */
  let done: Float32Array[] | null = null
  let doneSamples = 0
  return {
    /** How many samples of the picture are in blocks that are done. */
    get doneSamples() { return doneSamples },
    begin(): void {
      done = null
      doneSamples = 0
    },
    /** Puts the sums of a whole block aside, so that the next begins anew. */
    async putAside(samples: number, vectors: number): Promise<void> {
      const sums: Float32Array[] = []
      for (let which = 0; which < vectors; which++) {
        const block = await readSums(which)
        sums.push(done === null ? block : addSums(done[which], block))
      }
      done = sums
      doneSamples = samples
    },
    /** Over so many samples, of one of the vectors. */
    async sums(which: number, samples: number): Promise<Float32Array> {
      const before = done?.[which]
      // Nothing of the next block has come: what `gathered` holds has been put aside.
      return before === undefined ? readSums(which) : samples === doneSamples ? before.slice() : addSums(before.slice(), await readSums(which))
    },
    async means(which: number, samples: number): Promise<Float32Array> {
      return divideSums(await this.sums(which, samples), samples)
    },
  }
}

/** Guides of sums over so many samples, as readBlock() lays them out; in place. */
export const guidesOfSums = (albedo: Float32Array, normal: Float32Array, seen: Float32Array, samples: number): PathGuides => guidesOfMeans(divideSums(albedo, samples), divideSums(normal, samples), idsOfSeen(seen, samples))

function guidesOfMeans(albedo: Float32Array, normal: Float32Array, ids: Float32Array): PathGuides {
  // Metres of what was met: sums over all samples were divided by more than those.
  for (let i = 3; i < albedo.length; i += 4) albedo[i] /= Math.max(1e-9, normal[i])
  return { albedo, normal, ids }
}

/** Of a scene, what keeps the sun away and what it lights. */
type SunlitThings = Pick<SceneSnapshot, 'instances' | 'meshes' | 'textures'>

/** What has not changed is the very same record, whatever list it stands in. */
const areSameThings = (a: SunlitThings, b: SunlitThings): boolean =>
  a.meshes === b.meshes && a.textures === b.textures && a.instances.length === b.instances.length && a.instances.every((instance, i) => instance === b.instances[i])

/** Tables of what the sun lights, each for all parts of one picture: they share what it took to find, by a snapshot anew of the same things in the same sun, too. */
function createLitTables(tracer: () => LitTracer) {
  let known: { readonly things: SunlitThings; readonly key: string; readonly table: ReturnType<typeof createLitTable> } | null = null
  return {
    /** @returns the light's words with room for the table of this part, and what draws that; null: the picture has none */
    begin({ width, height, settings, camera: { position }, seed, connectsLit }: PathView, snapshot: SceneSnapshot, light: Uint32Array) {
      if (!settings.indirect || !settings.shadows || !settings.lights || !(connectsLit ?? width * height >= LEAST_LIT_PIXELS)) return null
      const grid = buildLitGrid(snapshot)
      if (grid === null) return null
      const words = new Uint32Array(light.length + LIT_WORDS)
      words.set(light)
      words.set(litHeader(grid), light.length)
      const { instances, meshes, textures } = snapshot
      const key = JSON.stringify([seed >>> 0, position, light.length, connectsLit === true, settings, findLoneSun(snapshot.lights)])
      if (known === null || known.key !== key || !areSameThings(known.things, snapshot)) {
        known = { things: { instances, meshes, textures }, key, table: createLitTable(tracer, grid, connectsLit === true, light.length, seed >>> 0, position) }
      }
      known.table.begin()
      return { words, table: known.table }
    },
  }
}

export function createPathTracer(scene: PathScene, runner: PathRunner): PathTracer {
  let view: PathView | null = null
  let light: PathLight | null = null
  let region: PathRegion = { x: 0, y: 0, width: 0, height: 0 }
  let samples = 0
  const sums = createSumsReader(scene, runner)
  const gathered = createBlockSums((which) => sums.vector(which))
  let block = 0
  const tables = createLitTables(() => runner.lit)
  let lit: ReturnType<typeof tables.begin> = null
  const costs = createBlockCosts()
  const blocksOf = () => ({ x: Math.ceil(region.width / 8), y: Math.ceil(region.height / 8) })

  function paramsOf(next: PathView, count: number): StructValue {
    return {
      ...raysOf(next), first_block: block, block_count: count, blocks_x: blocksOf().x, region_min: [region.x, region.y], region_size: [region.width, region.height],
      sample: (next.firstSample ?? 0) + samples, seed: next.seed >>> 0, keeps_guides: next.guides === true ? 1 : 0, clears: samples === gathered.doneSamples ? 1 : 0, samples: 1,
    }
  }

  /** Samples from here on that have one table and are summed together. */
  function samplesAhead({ firstSample = 0 }: PathView): number {
    const every = lit?.table.connects === true ? LIT_SAMPLES : SAMPLE_BLOCK
    return every - ((firstSample + samples) % every)
  }

  return {
    get samples() { return samples },
    get fraction() { return block / Math.max(1, blocksOf().x * blocksOf().y) },
    async begin(next) {
      if (scene.snapshot === null) throw new EngineError('scene-invalid', 'There is no scene to trace paths in')
      region = next.region ?? { x: 0, y: 0, width: next.width, height: next.height }
      const guides = next.guides === true
      const bytes = gatheredBytes(region.width * region.height, guides)
      if (bytes > runner.mostBytes) {
        throw new EngineError('gpu-memory', `A region of ${region.width} x ${region.height} needs ${bytes} bytes, at most ${runner.mostBytes} fit`, { label: 'gathered' })
      }
      if ((next.firstSample ?? 0) % SAMPLE_BLOCK !== 0) throw new EngineError('scene-invalid', `Sample ${next.firstSample} begins no block of ${SAMPLE_BLOCK}`)
      sums.begin(region.width * region.height, guides)
      light = buildPathLight(scene.snapshot, scene.slotOf, scene.luminaires.find)
      lit = tables.begin(next, scene.snapshot, light.words)
      if (lit !== null) light = { ...light, words: lit.words }
      await runner.begin(region.width * region.height, light, pathRules(next, SAMPLE_CONE * spreadOf(next), light.hasPanes), guides)
      // Those that connect are compiled for pictures that do: whether this one does is known, or found out before its first dispatch.
      const connects = lit === null ? false : lit.table.connects
      if (connects !== null) await runner.prepare(connects)
      view = next
      samples = 0
      gathered.begin()
      block = 0
    },
    async step(most = 1) {
      if (view === null || light === null) throw new EngineError('scene-invalid', 'No picture was begun')
      if (block === 0 && samples - gathered.doneSamples === SAMPLE_BLOCK) await gathered.putAside(samples, vectorsOf(view.guides === true))
      if (block === 0 && lit !== null && !await lit.table.step((view.firstSample ?? 0) + samples, view.settings)) return false
      const connects = lit?.table.connects ?? false
      await runner.prepare(connects)
      const { x, y } = blocksOf()
      const cost = costs.of([scene.snapshot, view.bounces, view.mirrors, view.settings.indirect])
      const { count, samples: together, room } = planStep(cost.eachMs, x * y, x * y - block, Math.min(most, samplesAhead(view)))
      const start = performance.now()
      await runner.dispatch(paramsOf(view, count), count, view.settings, connects, together, room)
      const slices = slicesOf(count, together, room)
      cost.add((count * together) / slices.length, (performance.now() - start) / slices.length, slices[0].count * slices[0].samples)
      block += count
      if (block < x * y) return false
      block = 0
      samples += together
      return true
    },
    read: async () => radianceOfSums(await gathered.means(0, samples), 1),
    readBlock: () => sums.all(),
    async readGuides() {
      if (view?.guides !== true) throw new EngineError('scene-invalid', 'This picture was begun without guides')
      return guidesOfMeans(await gathered.means(1, samples), await gathered.means(2, samples), idsOfSeen(await gathered.sums(SEEN, samples), (view.firstSample ?? 0) === 0 ? samples : 0))
    },
    dispose: () => runner.dispose(),
  }
}
