import type { Rgb, Vec3 } from '../../../gpu/index.ts'
import type { Change, DocumentLight } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { saneAmount, saneColor, saneDirection, sanePosition } from './sane.ts'

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

/** Sets what the light has; fields of the other kind, and values that no light has, are ignored. */
export const setLight =
  (id: string, fields: LightFields): Change =>
  (document) => {
    const { on } = fields
    const color = saneColor(fields.color)
    const point = { on, color, intensity: saneAmount(fields.intensity), position: sanePosition(fields.position) }
    const directional = { on, color, illuminance: saneAmount(fields.illuminance), direction: saneDirection(fields.direction) }
    return withLists(document, {
      lights: mapIds(document.lights, [id], (light) =>
        light.kind === 'point' ? withFields(light, point) : withFields(light, directional),
      ),
    })
  }

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
