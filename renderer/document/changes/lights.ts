import type { Rgb, Vec3 } from '../../../gpu/index.ts'
import type { Change, DocumentLight } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'

export const addLight =
  (light: DocumentLight): Change =>
  (document) => ({ ...document, lights: [...document.lights, light] })

export interface LightFields {
  readonly on?: boolean
  readonly color?: Rgb
  /** Candela; point lights. */
  readonly intensity?: number
  readonly position?: Vec3
  /** Lux; directional lights. */
  readonly illuminance?: number
  /** Unit vector into the scene; directional lights. */
  readonly direction?: Vec3
}

/** Sets what the light has; fields of the other kind are ignored. */
export const setLight =
  (id: string, { on, color, intensity, position, illuminance, direction }: LightFields): Change =>
  (document) =>
    withLists(document, {
      lights: mapIds(document.lights, [id], (light) =>
        light.kind === 'point' ? withFields(light, { on, color, intensity, position }) : withFields(light, { on, color, illuminance, direction }),
      ),
    })

export const setLightsOn =
  (ids: Iterable<string>, on: boolean): Change =>
  (document) =>
    withLists(document, { lights: mapIds(document.lights, ids, (light) => withFields(light, { on })) })

export const removeLight =
  (id: string): Change =>
  (document) => {
    const lights = document.lights.filter((light) => light.id !== id)
    return lights.length === document.lights.length ? document : { ...document, lights }
  }
