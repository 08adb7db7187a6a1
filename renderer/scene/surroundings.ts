import type { DirectionalLight, Environment, EnvironmentImage, Rgb, SceneSnapshot } from '../../gpu/index.ts'
import type { AssetKey, AtriumDocument } from '../document/types.ts'

/** Images of the surroundings by their asset. */
export type Surroundings = ReadonlyMap<AssetKey, EnvironmentImage>

/** What an image brings, in its own units. */
export interface ImageLight {
  /** Irradiance of a level surface that faces up, and down, over pi. */
  readonly up: Rgb
  readonly down: Rgb
  /** Without what is so bright that it casts shadows of its own: for the ambient term, which casts none. */
  readonly softUp: Rgb
  readonly softDown: Rgb
  /** Half of its light or more comes from a hundredth of the sphere: a sun, or a lamp like one. */
  readonly hasSun: boolean
}

const known = new WeakMap<EnvironmentImage, ImageLight>()

/** One look at every pixel, once for an image. */
export function lightOfImage(image: EnvironmentImage): ImageLight {
  const found = known.get(image) ?? measure(image)
  known.set(image, found)
  return found
}

/** Steps of brightness, a quarter of a stop each, from 2^-32 to 2^32. */
const STEPS = 256
/** Of the sphere; the sun itself has a 200,000th. */
const SUN_SHARE = 0.01

function measure(image: EnvironmentImage): ImageLight {
  const { width, height, rgb } = image
  const [areas, lights] = [new Float64Array(STEPS), new Float64Array(STEPS)]
  const stepOf = (value: number): number => Math.min(STEPS - 1, Math.max(0, Math.floor(4 * (Math.log2(Math.max(value, 1e-9)) + 32))))
  forEachPixel(image, (i, solid) => {
    const value = luminance(rgb[i], rgb[i + 1], rgb[i + 2])
    const step = stepOf(value)
    areas[step] += solid
    lights[step] += solid * value
  })
  const total = lights.reduce((sum, value) => sum + value, 0)
  let [area, light, from] = [0, 0, STEPS]
  // From the brightest down, as far as a hundredth of the sphere reaches.
  while (from > 0 && area + areas[from - 1] <= 4 * Math.PI * SUN_SHARE) {
    from--
    area += areas[from]
    light += lights[from]
  }
  const hasSun = light > 0.5 * total
  const sums = { up: [0, 0, 0], down: [0, 0, 0], softUp: [0, 0, 0], softDown: [0, 0, 0] }
  forEachPixel(image, (i, solid, y) => {
    const cosine = Math.cos((Math.PI * (y + 0.5)) / height)
    const weight = (solid * Math.abs(cosine)) / Math.PI
    const isSun = hasSun && stepOf(luminance(rgb[i], rgb[i + 1], rgb[i + 2])) >= from
    for (let c = 0; c < 3; c++) {
      const value = weight * rgb[i + c]
      sums[cosine > 0 ? 'up' : 'down'][c] += value
      if (!isSun) sums[cosine > 0 ? 'softUp' : 'softDown'][c] += value
    }
  })
  return { ...(sums as unknown as Omit<ImageLight, 'hasSun'>), hasSun }

  function forEachPixel({ rgb: values }: EnvironmentImage, look: (at: number, solid: number, row: number) => void): void {
    for (let y = 0; y < height; y++) {
      const solid = ((2 * Math.PI) / width) * (Math.cos((Math.PI * y) / height) - Math.cos((Math.PI * (y + 1)) / height))
      for (let at = 3 * y * width; at < 3 * (y + 1) * width && at < values.length; at += 3) look(at, solid, y)
    }
  }
}

const luminance = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** The gradient that lights level surfaces as these do: it gives one 5/6 of the end that it faces, and 1/6 of the other. */
function gradientOf(up: Rgb, down: Rgb, by: number): { readonly zenith: Rgb; readonly nadir: Rgb } {
  const end = (near: Rgb, far: Rgb): Rgb => near.map((value, c) => Math.max(0, (by * (5 * value - far[c])) / 4)) as unknown as Rgb
  return { zenith: end(up, down), nadir: end(down, up) }
}

/** An image alone: where nothing is traced, its soft light stands for it. */
export function environmentOfImage(image: EnvironmentImage): Environment {
  const { softUp, softDown } = lightOfImage(image)
  return { ...gradientOf(softUp, softDown, 1), image }
}

/**
 * The environment of documents whose surroundings are an image; the very same while nothing of it changes.
 *
 * The image stands in place of gradient and sky. The ambient term takes its soft light, under a sky as much of it as of the sky: what
 * windows let in, beside what lamps, walls and floor send back.
 *
 * @returns null without an image, or while it is not loaded
 */
export function createSurroundings(): (document: AtriumDocument, images: Surroundings, otherwise: Environment) => Environment | null {
  let last: { readonly inputs: readonly unknown[]; readonly environment: Environment } | null = null
  return ({ environment: { surroundings, sky, zenith, nadir } }, images, otherwise) => {
    const image = surroundings === undefined ? undefined : images.get(surroundings.asset)
    if (surroundings === undefined || image === undefined) return null
    const inputs = [surroundings, image, sky, zenith, nadir, otherwise]
    if (last !== null && last.inputs.every((value, i) => value === inputs[i])) return last.environment
    const { turn, strength, seen } = surroundings
    const { softUp, softDown } = lightOfImage(image)
    const around = gradientOf(softUp, softDown, strength * (sky?.openness ?? 1))
    const within = (end: Rgb, own: Rgb): Rgb => (sky === undefined ? end : [end[0] + own[0], end[1] + own[1], end[2] + own[2]])
    const environment: Environment = {
      zenith: otherwise.zenith, nadir: otherwise.nadir, ambient: { zenith: within(around.zenith, zenith), nadir: within(around.nadir, nadir) },
      image, turn, strength, isSeen: seen,
    }
    last = { inputs, environment }
    return environment
  }
}

/**
 * With which strength an image lights level ground as what it replaces does: the environment, and the suns when it has one of its own.
 *
 * @returns nits of the image's 1, three digits
 */
export function matchingStrength(image: EnvironmentImage, { environment: { zenith, nadir }, lights }: Pick<SceneSnapshot, 'environment' | 'lights'>): number {
  const { up, hasSun } = lightOfImage(image)
  const around = (5 * luminance(...zenith) + luminance(...nadir)) / 6
  const suns = lights.filter((light): light is DirectionalLight => light.kind === 'directional' && light.on)
  const direct = suns.reduce((sum, { direction, illuminance, color }) => sum + (illuminance * luminance(...color) * Math.max(0, -direction[1])) / Math.PI, 0)
  const strength = (around + (hasSun ? direct : 0)) / luminance(...up)
  return Number.isFinite(strength) && strength > 0 ? Number(strength.toPrecision(3)) : 1
}
