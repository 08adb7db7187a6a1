/** RenderSettings: how a picture is made and shown. Plain records, no classes. */

/**
 * How mirrored rays are followed: `compacted` packs those that go on between bounces, a dispatch each; `loop` follows all bounces of a
 * pixel in the kernel that shades it; `stages` has a kernel that walks and one that shades for every bounce, over the pixels as they lie,
 * and is `loop` where something lets light through; `work-queue` lets a fixed number of workgroups take rays from a queue until it is empty.
 */
export type SecondaryRays = 'compacted' | 'loop' | 'stages' | 'work-queue'

/**
 * What a pixel shows: light, normals, or a heat map: how many nodes its rays read, how many triangles they test, and how many
 * triangles the leaf holds in which its camera ray ends.
 */
export type View = 'shaded' | 'normals' | HeatView
export type HeatView = 'nodes' | 'tests' | 'occupancy'

export const isHeatView = (view: View): view is HeatView => view !== 'shaded' && view !== 'normals'

/** The runtime parameters of the frame (Voglsam 2013, table 6.1). */
/**
 * Rays behind the camera ray of a picture at rest, a still or a film, where nobody says how many. Behind the eighth come one to seven hundredths of a
 * room's light, behind the sixteenth next to nothing (passes/paths/README.md); few paths live so long (Russian roulette).
 */
export const INDIRECT_BOUNCES = 16

export interface RenderSettings {
  /**
   * `whitted`: lights from their centres, hard shadows, sharp mirrors: the cheap one. `hybrid`: sampled soft shadows,
   * rough reflections, refraction; at rest it becomes the reference.
   */
  readonly method: 'whitted' | 'hybrid'
  /**
   * Indirect diffuse light, of `whitted` by a cache of it alone, unless a program plays the GPU; without it the ambient term stands in for
   * all that no light gives.
   */
  readonly indirect: boolean
  /** Things near by keep the ambient term away. */
  readonly ambientOcclusion: boolean
  /** Smooths the picture of `hybrid` while it has few samples. */
  readonly denoise: boolean
  /** Samples of every pixel with which `hybrid` is content at rest, 1 to 4096. */
  readonly restSamples: number
  readonly reflections: boolean
  readonly shadows: boolean
  /** Master switch over every light's own. */
  readonly lights: boolean
  /** Reflection bounces, 0..8. */
  readonly bounces: number
  readonly ambient: boolean
  /** Ray offset, metres; 0 means the error-bounded offset chosen per hit. */
  readonly epsilon: number
  readonly normals: 'interpolated' | 'flat'
  readonly view: View
  /** What the heat maps count: the camera ray of a pixel alone, or all of its rays. */
  readonly heatRays: 'camera' | 'all'
  readonly background: 'black' | 'green' | 'scene'
  readonly mode: 'brute-force' | 'object-list' | 'uber'
  /** How mirrored rays are followed: the same picture, at another cost; `auto` takes what measured best on this kind of adapter (gpu/passes/whitted/README.md). */
  readonly secondaryRays: SecondaryRays | 'auto'
  readonly animation: boolean
  /** Photographic exposure value at ISO 100: display = radiance / (1.2 * 2^ev). */
  readonly exposureEv: number
  /**
   * `automatic`: the exposure follows the picture's brightness, and `exposureEv` waits until it is locked again. `guarded`: `exposureEv`, but
   * without shadows, when the sun shines into every room, as much less light as keeps the picture from burning out; `automatic` is guarded, too.
   */
  readonly exposure: 'locked' | 'automatic' | 'guarded'
  /** Colour temperature of the light that shows white, kelvin; 6500 leaves colours as they are. */
  readonly whiteBalance: number
  readonly toneMap: 'agx' | 'neutral' | 'aces' | 'none'
}

export const DEFAULT_SETTINGS: RenderSettings = {
  method: 'whitted',
  indirect: true,
  ambientOcclusion: false,
  denoise: true,
  restSamples: 256,
  reflections: true,
  shadows: true,
  lights: true,
  bounces: 4,
  ambient: true,
  epsilon: 0,
  normals: 'interpolated',
  view: 'shaded',
  heatRays: 'camera',
  background: 'scene',
  mode: 'uber',
  secondaryRays: 'auto',
  animation: false,
  exposureEv: 5,
  exposure: 'locked',
  whiteBalance: 6500,
  toneMap: 'neutral',
}

/** What radiance the display shows as 1 (before its tone curve), nits: photographic exposure at ISO 100. */
export const whiteOf = (exposureEv: number): number => 1.2 * 2 ** exposureEv

/** Nits up to which a picture is middle grey on the whole, and from which it is as bright as a day outdoors. */
const [INDOORS, OUTDOORS] = [200, 4000]
const [MIDDLE_GREY, DAY] = [0.18, 0.28]

/**
 * Display value, before its tone curve, that an automatic exposure shows a mean of so many nits as. A day outdoors is to look brighter than a room: what is
 * bright is shown brighter, as by Krawczyk, Myszkowski and Seidel 2005 ("Lightness perception in tone reproduction", equation 11), and by less.
 */
export function greyOf(nits: number): number {
  const share = Math.min(1, Math.max(0, Math.log2(nits / INDOORS) / Math.log2(OUTDOORS / INDOORS)))
  return MIDDLE_GREY * (DAY / MIDDLE_GREY) ** share
}
