import type { Light, SceneSnapshot } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import type { CacheChange } from './irradiance-cache.ts'
import type { PathLight } from '../paths/lights/path-light.ts'
import type { Placed } from './moved-box.ts'

/** What cells of an irradiance cache were traced in. */
export interface LitScene {
  readonly snapshot: SceneSnapshot
  /** Counts what `snapshot` does not tell: trees that became ready. */
  readonly version: number
  readonly settings: RenderSettings
  readonly light: PathLight
  /** Visible instances that rays do not see yet, for their trees are being built; left out: nobody says which. */
  readonly unbuilt?: readonly Placed[]
}

/** Settings that change the light itself. */
const SETTINGS = ['lights', 'shadows', 'normals', 'epsilon'] as const
const NONE: ReadonlySet<string> = new Set()

export const isSameBySettings = (before: RenderSettings, now: RenderSettings): boolean => SETTINGS.every((name) => before[name] === now[name])

/** What is different between two scenes, for an irradiance cache: lamps, sky and what shines change all cells at once. */
export function changeBetween(before: LitScene | null, now: LitScene): CacheChange {
  if (before === null || !isSameBySettings(before.settings, now.settings)) return 'light'
  if (before.snapshot === now.snapshot) return before.version === now.version ? 'none' : 'things'
  const { lights, environment } = before.snapshot
  if (lights.length !== now.snapshot.lights.length || !lights.every((light, i) => isSame(light, now.snapshot.lights[i]))) return 'light'
  if (!isSame(environment, now.snapshot.environment)) return 'light'
  const [had, has] = [before.light, now.light]
  return had.params.emitter_count === has.params.emitter_count && Math.abs(had.shine - has.shine) <= 1e-5 * has.shine ? 'things' : 'light'
}

/** Field by field, lists of numbers by their numbers; images and profiles by identity. @param except  fields that may differ */
export function isSame(a: Light | SceneSnapshot['environment'], b: Light | SceneSnapshot['environment'], except: ReadonlySet<string> = NONE): boolean {
  if (a === b) return true
  const [left, right] = [a, b] as unknown as readonly Readonly<Record<string, unknown>>[]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => {
    const [x, y] = [left[key], right[key]]
    return except.has(key) || x === y || Array.isArray(x) && Array.isArray(y) && x.length === y.length && x.every((v, i) => v === y[i])
  })
}
