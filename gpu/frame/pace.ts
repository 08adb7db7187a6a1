import { createSliceCost, type SliceCost, SLICE_MS } from '../kernels/slice-cost.ts'
import type { TraceSlice } from '../passes/whitted/whitted.ts'

/** A frame while input arrives takes no longer than this, milliseconds. */
export const INTERACTIVE_MS = 150
/** On a card it is one of thirty a second at least: what is watched is a movement then. In all pixels it may come later than the display asks, rather than in a quarter of them. */
export const FLUID_MS = 1000 / 30
/** GPU work in flight at rest, milliseconds. */
export const STEP_MS = 40
/** The next picture of a movement is begun where the one before will take so much longer at most, milliseconds: no newer input comes meanwhile. */
const AHEAD_MS = 16
/** A cache learns from pictures that take no longer, milliseconds. */
const QUICK_MS = 250
/** Moving pictures before a card's first sample at rest: half a second of full HD on an H200, after which samples alone look worse (../passes/hybrid/README.md). */
const WARMING_PICTURES = 24
/** Above this a frame by brute force renders a part of the picture, milliseconds. */
export const PATIENCE_MS = 5000
/** Share of that which has to be spent before anything is said about the rest. */
const EVIDENCE = 0.25
/** Traced pixels are at most this many raster pixels apart. */
export const MAX_STRIDE = 8
/** And so many on a graphics card where nothing is known yet: an eighth in each direction takes it nearly as long as a half, and shows blots. */
const FIRST_STRIDE_OF_CARDS = 2

/** A part of the traced picture, in traced pixels; x and y are multiples of 8. */
export interface Region { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Pixels to the right and down, each -0.5..0.5: where in its pixel a sample looks. */
export type Jitter = readonly [x: number, y: number]
export const CENTRE: Jitter = [0, 0]

/** Raster pixels right and down from the corner of a traced pixel to the one that it looks through. */
export type Phase = readonly [x: number, y: number]

/**
 * The closest spacing of traced pixels whose frame fits its time.
 *
 * @param frameMs  that time
 * @param traceMs  what tracing so many pixels takes, milliseconds; null: unknown
 * @param fixedMs  raster and tone map
 * @param maxStride  what keeps the traced picture at 1/8 of the canvas or above
 * @param firstStride  where the cost is unknown: the widest is the safe one
 */
export function pickStride(width: number, height: number, frameMs: number, traceMs: ((pixels: number) => number) | null, fixedMs: number, maxStride = MAX_STRIDE, firstStride = MAX_STRIDE): number {
  if (traceMs === null) return Math.min(firstStride, maxStride)
  const budget = (frameMs - Math.min(fixedMs, frameMs / 2)) * 0.8
  for (let stride = 1; stride < maxStride; stride++) {
    if (traceMs(Math.ceil(width / stride) * Math.ceil(height / stride)) <= budget) return stride
  }
  return maxStride
}

/** What tracing a picture costs by its pixels. */
export interface TraceCost {
  /** Milliseconds of so many pixels; null: nothing is known. */
  ofPixels(pixels: number): number | null
  add(pixels: number, ms: number): void
}

/** A program that plays a card takes as long for each pixel as it took last. */
function createPlainTraceCost(): TraceCost {
  let pixelMs: number | null = null
  return {
    ofPixels: (pixels) => (pixelMs === null ? null : pixels * pixelMs),
    add(pixels, ms) { pixelMs = ms / pixels },
  }
}

/** By which power of its pixels a card's time grows before that was seen: rays wait for each other, so a quarter of them takes more than a quarter of it. Too low costs two pictures. */
const FIRST_GROWTH = 0.6
const [LEAST_GROWTH, MOST_GROWTH] = [0.5, 2]
/** Pictures in which two thirds of what was learned of that are forgotten, at first; three times as many after each size that was given up, up to a quarter of an hour. */
const [FORGOTTEN_IN, MORE_FORGOTTEN_IN, MOST_FORGOTTEN_IN] = [60, 3, 30_000]
/** What a clock that is quantized calls nothing, milliseconds. */
const LEAST_MS = 1e-3

/**
 * A card's first picture waits for its driver, any may wait for something else, and another size forgets what the picture knew: so two of one size say what it costs, by the
 * faster, and two sizes how that grows. What was learned so fades, or two pictures that waited would cost sharpness for good; a size that is too slow is tried less and less often.
 */
export function createCardTraceCost(): TraceCost {
  let last: { readonly pixels: number; readonly ms: number } | null = null
  let known: { readonly pixels: number; readonly ms: number } | null = null
  let growth = FIRST_GROWTH
  let forgottenIn = FORGOTTEN_IN
  return {
    ofPixels: (pixels) => (known === null ? null : known.ms * (pixels / known.pixels) ** growth),
    add(pixels, ms) {
      const before = last
      last = { pixels, ms: Math.max(ms, LEAST_MS) }
      if (before?.pixels !== pixels) return
      const now = { pixels, ms: Math.min(before.ms, last.ms) }
      if (known === null || known.pixels === pixels) growth += (FIRST_GROWTH - growth) / forgottenIn
      else {
        growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, Math.log(now.ms / known.ms) / Math.log(pixels / known.pixels)))
        if (pixels < known.pixels) forgottenIn = Math.min(MOST_FORGOTTEN_IN, MORE_FORGOTTEN_IN * forgottenIn)
      }
      known = now
    },
  }
}

/** Share of an interactive frame that rasterizing may take before the raster is made coarser, milliseconds. */
const RASTER_MS = 50

/**
 * How many canvas pixels a raster pixel of a quick frame spans per axis: 1, 2, 4 or 8. The next coarser is tried while
 * rasterizing takes too long, and given up where it gains little: there the triangles cost, not the pixels.
 */
export interface RasterCost {
  readonly shrink: number
  /** What rasterizing at a spacing took, milliseconds. */
  add(shrink: number, ms: number): void
}

export function createRasterCost(): RasterCost {
  const known = new Map<number, number>()
  let isFirst = true
  return {
    get shrink() {
      for (let shrink = 1; shrink < MAX_STRIDE; shrink *= 2) {
        const ms = known.get(shrink)
        if (ms === undefined || ms <= RASTER_MS) return shrink
        const coarser = known.get(shrink * 2)
        if (coarser === undefined) continue
        if (coarser > 0.75 * ms) return shrink
        // Four times the pixels would take half of the time: what was slow here was something else, and is over.
        if (4 * coarser <= RASTER_MS / 2) return shrink
      }
      return MAX_STRIDE
    },
    add(shrink, ms) {
      const before = known.get(shrink)
      // The first also waited for the driver to compile and for the scene's way to the GPU.
      if (isFirst) isFirst = false
      // A quick one shows what is possible; a slow one may have waited for others.
      else known.set(shrink, before === undefined ? ms : Math.min(ms, 0.5 * (before + ms)))
    },
  }
}

/** Where a sample stands: slices go through blocks in order, and through the pixels of one block where tracing is very slow. */
export interface Progress { block: number; lane: number }

/**
 * The next slice: as many blocks as fit the time, or a part of one block.
 *
 * @param pixelMs  tracing one pixel; null: unknown, try a little
 */
export function nextSlice({ block, lane }: Progress, blockCount: number, pixelMs: number | null, budgetMs: number, maxBlocks: number): TraceSlice {
  const pixels = pixelMs === null ? 16 : Math.floor(budgetMs / Math.max(pixelMs, 1e-7))
  if (pixels < 64 || lane > 0) {
    const laneCount = Math.min(64 - lane, Math.max(4, Math.floor(pixels / 4) * 4))
    return { firstBlock: block, blockCount: 1, firstLane: lane, laneCount }
  }
  return { firstBlock: block, blockCount: Math.min(blockCount - block, Math.floor(pixels / 64), maxBlocks), firstLane: 0, laneCount: 64 }
}

/** Submits of one step, so that its timestamps fit. */
const MOST_SLICES = 8
/** What is left of a step's time is too little for another slice then, milliseconds. */
const CRUMB_MS = SLICE_MS / 4

/** What a step may take. */
export interface StepBudget {
  readonly pixelMs: number | null
  readonly budgetMs: number
  /** Milliseconds of it that are taken. */
  readonly plannedMs: number
  /** Blocks that one slice has room for. */
  readonly maxBlocks: number
}

/** The slices of a step from here on: as many as fit its time, the last of them at the end of the picture or of that. */
export function slicesOfStep(from: Progress, blockCount: number, { pixelMs, budgetMs, plannedMs, maxBlocks }: StepBudget): TraceSlice[] {
  const slices: TraceSlice[] = []
  const progress = { ...from }
  let planned = plannedMs
  do {
    const slice = nextSlice(progress, blockCount, pixelMs, Math.min(SLICE_MS, budgetMs - planned), maxBlocks)
    advance(progress, slice)
    slices.push(slice)
    planned += pixelMs === null ? budgetMs : slice.blockCount * slice.laneCount * pixelMs
  } while (progress.block < blockCount && slices.length < MOST_SLICES && budgetMs - planned >= CRUMB_MS)
  return slices
}

/**
 * How long what is left of a picture would take, judged by its own slices. A slice that waited for its turn says nothing about
 * pixels, so the dearest does not count, and nothing is said before the others have taken a while.
 */
export interface Outlook {
  /** Milliseconds of one more pixel; null: too early to say, of one who waits so long for a picture. */
  pixelMs(patienceMs: number): number | null
  add(pixels: number, ms: number): void
}

export function createOutlook(): Outlook {
  let [pixels, ms] = [0, 0]
  let dearest = { pixels: 0, ms: 0 }
  return {
    pixelMs: (patienceMs) => (pixels > 0 && ms >= EVIDENCE * patienceMs ? ms / pixels : null),
    add(morePixels, moreMs) {
      const more = { pixels: morePixels, ms: moreMs }
      const counted = moreMs > dearest.ms ? dearest : more
      if (counted !== more) dearest = more
      pixels += counted.pixels
      ms += counted.ms
    },
  }
}

/** What decides resolution and slices: how long the frames of a loop before took. */
export interface Pace {
  /** Canvas pixels per raster pixel and raster pixels per traced pixel, of a quick picture. @param kernels  pictures that take about as long per pixel @param byThreads  the processor traces it */
  resolution(kernels: string, byThreads: boolean, width: number, height: number): { readonly shrink: number; readonly stride: number }
  /** Milliseconds of a frame beside its tracing. */
  readonly fixedMs: number
  /** How long before the end of a moving picture the next one may be begun, milliseconds. */
  readonly aheadMs: number
  /** A cache learns from pictures that take no longer than this, milliseconds: of fewer pixels where the whole one would. 0: from those of quick pictures, whatever they take. */
  readonly quickMs: number
  /** Moving pictures of a hybrid view that nobody walked to, before its first sample at rest: 0 where nobody looks at them, or one takes seconds. */
  readonly warmingPictures: number
  /** What slices of one kind cost. */
  slices(kind: string): SliceCost
  rasterTook(shrink: number, ms: number): void
  /** @param traceMs  of so many pixels */
  frameTook(kernels: string, pixels: number, traceMs: number, fixedMs: number): void
}

/** @param isSoftware  left out: a card is paced as a program that plays one, as tests are that say which pixels are traced */
export function createPace(isSoftware = true): Pace {
  const traces = new Map<string, TraceCost>()
  const slices = new Map<string, SliceCost>()
  const raster = createRasterCost()
  let fixedMs = 0
  return {
    get fixedMs() { return fixedMs },
    aheadMs: AHEAD_MS,
    quickMs: QUICK_MS,
    warmingPictures: isSoftware ? 0 : WARMING_PICTURES,
    resolution(kernels, byThreads, width, height) {
      const { shrink } = raster
      const [across, down] = [Math.ceil(width / shrink), Math.ceil(height / shrink)]
      const frameMs = isSoftware || byThreads ? INTERACTIVE_MS : FLUID_MS
      const cost = traces.get(kernels)
      const traceMs = cost === undefined || cost.ofPixels(1) === null ? null : (pixels: number) => cost.ofPixels(pixels)!
      return { shrink, stride: pickStride(across, down, frameMs, traceMs, fixedMs, MAX_STRIDE / shrink, isSoftware ? MAX_STRIDE : FIRST_STRIDE_OF_CARDS) }
    },
    slices(kind) {
      const cost = slices.get(kind) ?? createSliceCost()
      slices.set(kind, cost)
      return cost
    },
    rasterTook: (shrink, ms) => raster.add(shrink, ms),
    frameTook(kernels, pixels, traceMs, ofRest) {
      const cost = traces.get(kernels) ?? (isSoftware ? createPlainTraceCost() : createCardTraceCost())
      traces.set(kernels, cost)
      cost.add(pixels, traceMs)
      fixedMs = ofRest
    },
  }
}

/** Every picture in all its pixels, however long it takes: where nobody waits for a first one. */
export const createFullPace = (): Pace => createSteadyPace(Infinity)

/** Pictures that somebody waits for but nobody looks at have so many pixels at most, as far as MAX_STRIDE goes, whatever they take: equal ones are drawn alike. */
export function createSteadyPace(pixels: number): Pace {
  const pace = createPace()
  return { ...pace, get fixedMs() { return pace.fixedMs }, quickMs: 0, warmingPictures: 0, resolution: (_, __, width, height) => ({ shrink: 1, stride: Math.min(MAX_STRIDE, Math.max(1, Math.ceil(Math.sqrt((width * height) / pixels)))) }) }
}

/** Moves past a slice. */
export function advance(progress: Progress, slice: TraceSlice): void {
  if (slice.laneCount < 64 && slice.firstLane + slice.laneCount < 64) {
    progress.lane = slice.firstLane + slice.laneCount
    return
  }
  progress.block = slice.firstBlock + slice.blockCount
  progress.lane = 0
}

/** The centred part of a picture that holds about `pixels`, in whole blocks, proportions kept. */
export function centredRegion(width: number, height: number, pixels: number): Region {
  const factor = Math.min(1, Math.sqrt(pixels / (width * height)))
  const part = (size: number) => (factor === 1 ? size : Math.min(size, Math.max(8, Math.floor((size * factor) / 8) * 8)))
  const place = (size: number, kept: number) => Math.floor((size - kept) / 16) * 8
  const [w, h] = [part(width), part(height)]
  return { x: place(width, w), y: place(height, h), width: w, height: h }
}

/** Sub-pixel shifts of the samples, pixels: the first in the centre, the others a Halton sequence in bases 2 and 3. */
export function jitterOf(sample: number): Jitter {
  return sample === 0 ? CENTRE : [radicalInverse(sample, 2) - 0.5, radicalInverse(sample, 3) - 0.5]
}

/** Sub-pixel shifts of moving pictures, pixels: however many of the last are looked at, they are spread evenly (R2: Roberts 2018). */
export function movingJitterOf(frame: number): Jitter {
  // Powers of the plastic number.
  return [((frame * 0.7548776662466927) % 1) - 0.5, ((frame * 0.5698402909980532) % 1) - 0.5]
}

/** Where pictures of every so many pixels look, one after the other: the first in the middle, the others through the pixels beside it, so that together they have seen what all pixels see. */
export const phaseOf = (stride: number, turn: number): Phase => {
  const [x, y] = jitterOf(turn)
  return [Math.floor((x + 0.5) * stride), Math.floor((y + 0.5) * stride)]
}

function radicalInverse(index: number, base: number): number {
  let [value, scale] = [0, 1 / base]
  for (let i = index; i > 0; i = Math.floor(i / base), scale /= base) value += (i % base) * scale
  return value
}
