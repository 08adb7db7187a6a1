import type { Rgb, Vec3 } from '../../scene.ts'
import { cameraFrame, type PeerLight, type PeerMaterial, type PeerScene, type PeerThing, worldVertices } from './peer-scene.ts'

/**
 * POV-Ray's fading is 2 / (1 + (d / FADE)^2): for a distance d far above FADE it is 2 FADE^2 / d^2, the inverse square of physics.
 * Metres; at 0.3 m from a light that is off by 1e-5.
 */
const FADE = 1e-3
/** POV-Ray's light that leaves a matte surface lacks the pi of Lambert's law. */
const PI = Math.PI

/**
 * The scene in POV-Ray 3.7's language: the same triangles with the same normals. A colour value is a nit. Its diffuse light is direct
 * light alone, and glass lets shadow rays pass without bending them: scenes for it must not need more.
 */
export function scenePov(scene: PeerScene, aspect: number): string {
  const { x, y, z } = cameraFrame(scene)
  const half = Math.tan(scene.verticalFov / 2)
  return [
    '#version 3.7;',
    // Rays that hardly count are followed all the same.
    `global_settings { assumed_gamma 1 max_trace_level ${scene.bounces + 1} adc_bailout 0.0001 ambient_light rgb 1 }`,
    `background { rgb ${vector(scene.environment)} }`,
    // Given by vectors, so that handedness is ours.
    `camera { perspective location ${vector(scene.eye)} right ${vector(scaled(x, 2 * half * aspect))} up ${vector(scaled(y, 2 * half))} direction ${vector(scaled(z, -1))} }`,
    ...scene.lights.map(lightPov),
    ...scene.things.map(thingPov),
  ].join('\n')
}

function lightPov(light: PeerLight): string {
  const { kind, color, intensity } = light
  if (kind === 'directional') {
    const far = scaled(light.direction, -1000)
    return `light_source { ${vector(far)} color rgb ${vector(scaled(color, intensity / PI))} parallel point_at <0, 0, 0> }`
  }
  if (kind === 'spot') throw new Error('POV-Ray has spot lights with another edge: there is nothing to compare.')
  return `light_source { ${vector(light.position)} color rgb ${vector(scaled(color, intensity / (PI * 2 * FADE * FADE)))} fade_distance ${FADE} fade_power 2 }`
}

function thingPov(thing: PeerThing): string {
  const { positions, normals } = worldVertices(thing)
  const list = (name: string, values: readonly number[]) => `${name} { ${values.length / 3}, ${Array.from({ length: values.length / 3 }, (_, i) => vector(values.slice(3 * i, 3 * i + 3))).join(', ')} }`
  const { indices } = thing.mesh
  const faces = `face_indices { ${indices.length / 3}, ${Array.from({ length: indices.length / 3 }, (_, i) => vector([...indices.subarray(3 * i, 3 * i + 3)])).join(', ')} }`
  return `mesh2 { ${list('vertex_vectors', positions)} ${list('normal_vectors', normals)} ${faces} inside_vector <0.3, 0.9, 0.2> ${wornPov(thing.wears)} }`
}

function wornPov(material: PeerMaterial): string {
  const nothing = 'ambient 0 diffuse 0 specular 0 phong 0'
  switch (material.kind) {
    case 'brushed': case 'veil': case 'screen': throw new Error(`POV-Ray has no ${material.kind} surfaces: there is nothing to compare.`)
    case 'lambert': return `pigment { color rgb ${vector(material.color)} } finish { ambient 0 diffuse 1 }`
    case 'emitter': return `pigment { color rgb ${vector(material.radiance)} } finish { ambient 0 diffuse 0 emission 1 }`
    case 'metal':
      if (material.roughness > 0) throw new Error('POV-Ray has no microfacets: there is nothing to compare.')
      return `pigment { color rgb 0 } finish { ${nothing} reflection { rgb ${vector(material.color)}, rgb 1 falloff 5 } }`
    case 'glass': {
      if (material.within !== undefined) throw new Error('POV-Ray takes every body for one in air: there is nothing to compare.')
      // exp(-(1 - fade_color) d / fade_distance) per channel.
      const sigmas = material.attenuation.map((value) => -Math.log(Math.max(value, 1e-6)))
      const most = Math.max(...sigmas)
      const fade = most > 0 ? `fade_power 1001 fade_distance ${1 / most} fade_color rgb ${vector(sigmas.map((sigma) => 1 - sigma / most))}` : ''
      return `pigment { color rgbf 1 } finish { ${nothing} reflection { 0, 1 fresnel on } conserve_energy } interior { ior ${material.ior} ${fade} }`
    }
  }
}

const scaled = (v: readonly number[], s: number): Rgb & Vec3 => [v[0] * s, v[1] * s, v[2] * s]
const vector = (v: readonly number[]): string => `<${v.map((value) => value.toPrecision(9)).join(', ')}>`
