import { cross, dot } from '../../math.ts'
import type { DirectionalLight, Environment, EnvironmentImage, Light, Rgb, Vec3 } from '../../scene.ts'
import { isSame, isSameBySettings, type LitScene } from './irradiance-watch.ts'

/** How large a change of light is: a step leaves nearly the same light, as one of a slider does; a leap another; and of what was before a switch nothing is true, however soon it follows other changes. */
export type LightChange = 'step' | 'leap' | 'switch'

/** What a step changes, at most: this share of what each lamp gives, and of what comes from around; */
const MOST_SHARE = 0.25
/** and the sun and an image of the surroundings turn by less than this, radians. */
const MOST_TURN = (3 * Math.PI) / 180
/** Of a lamp in a step: what else it has stays. */
const STRENGTHS: ReadonlySet<string> = new Set(['color', 'illuminance', 'intensity', 'radiance'])
const STRENGTHS_OF_SUN: ReadonlySet<string> = new Set([...STRENGTHS, 'direction'])
/** Parts of a sphere, alike in size, by which images of it are compared: each sky is an image of its own, and another place may be as bright in the mean. */
const [PARTS_ACROSS, PARTS_DOWN] = [8, 4]

/** How large the change of light between two scenes is; where none changed it is a step. */
export function lightChangeOf(before: LitScene | null, now: LitScene): LightChange {
  if (before === null || !isSameBySettings(before.settings, now.settings)) return 'switch'
  const [had, has] = [before.snapshot, now.snapshot]
  if (had.lights.length !== has.lights.length || had.lights.some(({ id, on }, i) => has.lights[i].id !== id || has.lights[i].on !== on)) return 'switch'
  const isStep = had.lights.every((light, i) => isStepOfLamp(light, has.lights[i])) && isStepOfSurroundings(had.environment, has.environment) &&
    before.light.params.emitter_count === now.light.params.emitter_count && isNear([before.light.shine], [now.light.shine])
  return isStep ? 'step' : 'leap'
}

function isStepOfLamp(before: Light, now: Light): boolean {
  if (before === now || !before.on && !now.on) return true
  if (before.kind === 'directional' && now.kind === 'directional') return isSame(before, now, STRENGTHS_OF_SUN) && isStepOfTurn(before, now) && isNear(givenBy(before), givenBy(now))
  return isSame(before, now, STRENGTHS) && isNear(givenBy(before), givenBy(now))
}

const isStepOfTurn = ({ direction: a }: DirectionalLight, { direction: b }: DirectionalLight): boolean => Math.atan2(Math.hypot(...cross(a, b)), dot(a, b)) < MOST_TURN

/** In the unit of its kind. */
function givenBy(light: Light): Vec3 {
  const strength = light.kind === 'directional' ? light.illuminance : 'radiance' in light ? light.radiance : light.intensity
  return [light.color[0] * strength, light.color[1] * strength, light.color[2] * strength]
}

function isStepOfSurroundings(before: Environment, now: Environment): boolean {
  if (before === now) return true
  if ((before.isSeen ?? true) !== (now.isSeen ?? true) || !isNear(endsOf(before), endsOf(now)) || !isNear(endsOf(before.ambient ?? before), endsOf(now.ambient ?? now))) return false
  const [had, has] = [before.image ?? null, now.image ?? null]
  if (had === null || has === null) return had === has
  const turn = (now.turn ?? 0) - (before.turn ?? 0)
  if (!(Math.abs(turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))) < MOST_TURN)) return false
  const [by, byNow] = [before.strength ?? 1, now.strength ?? 1]
  if (had.key === has.key) return isNear([by], [byNow])
  // One of another size is another place.
  return had.width === has.width && had.height === has.height && isNear(partsOf(had).map((value) => by * value), partsOf(has).map((value) => byNow * value))
}

const endsOf = ({ zenith, nadir }: { readonly zenith: Rgb; readonly nadir: Rgb }): readonly number[] => [...zenith, ...nadir]

/** Whether what came and what went are together a small share of what is there before and afterwards. Where something is no number they are not. */
function isNear(before: ArrayLike<number>, now: ArrayLike<number>): boolean {
  let [apart, had, has] = [0, 0, 0]
  for (let i = 0; i < before.length; i++) {
    apart += Math.abs(now[i] - before[i])
    had += Math.abs(before[i])
    has += Math.abs(now[i])
  }
  return apart <= MOST_SHARE * Math.min(had, has)
}

const known = new WeakMap<EnvironmentImage, Float64Array>()

/** Means of an image's parts, colour by colour. Edits keep the image, and a large one takes long to add up. */
function partsOf(image: EnvironmentImage): Float64Array {
  const parts = known.get(image) ?? addUp(image)
  known.set(image, parts)
  return parts
}

function addUp({ width, height, rgb }: EnvironmentImage): Float64Array {
  const parts = new Float64Array(3 * PARTS_ACROSS * PARTS_DOWN)
  for (let y = 0; y < height; y++) {
    const [upper, middle, lower] = [y, y + 0.5, y + 1].map((row) => Math.cos((Math.PI * row) / height))
    const share = ((upper - lower) / 2) * (PARTS_DOWN * PARTS_ACROSS / width)
    const row = PARTS_ACROSS * Math.floor(((1 - middle) / 2) * PARTS_DOWN)
    for (let x = 0; x < width; x++) {
      const part = 3 * (row + Math.floor((x * PARTS_ACROSS) / width))
      for (let c = 0; c < 3; c++) parts[part + c] += share * rgb[3 * (y * width + x) + c]
    }
  }
  return parts
}
