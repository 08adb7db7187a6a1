import type { Light, Material, SceneSnapshot } from '../scene.ts'
import { instance, material, paint, sceneOf, sphereMesh, squareMesh } from './shapes.ts'

const NUMBERS = [NaN, Infinity, -Infinity, -1, 1e38, 0] as const

/**
 * Materials and lights with numbers that none has, on balls over a floor, seen from (0, 1, 4) along -z.
 *
 * @param isRare  false: nothing is brushed or under a film
 */
export function hostileScene(isRare = true): SceneSnapshot {
  const [square, sphere] = [squareMesh(), sphereMesh(12)]
  const strange = NUMBERS.flatMap((v): Material[] => [
    material({ baseColor: [v, 0.5, 0.5], metallic: v, roughness: v, emissive: [v, v, v], normalScale: v, alpha: v }),
    material({
      ior: v, specular: v, specularColor: [v, v, 1], transmission: v, volume: { attenuationColor: [v, v, v], attenuationDistance: v },
      clearcoat: { factor: v, roughness: v, factorTexture: null, roughnessTexture: null }, sheen: { color: [v, v, v], roughness: v, colorTexture: null },
      dispersion: v, precedence: v,
      ...(isRare ? { anisotropy: { strength: v, rotation: v, texture: null }, film: { factor: v, ior: v, thickness: [v, v], factorTexture: null, thicknessTexture: null } } as const : {}),
      baseColorTexture: { texture: 'dots', wrapS: 'repeat', wrapT: 'repeat', offset: [v, v], scale: [v, v], rotation: v },
    }),
  ])
  const base = { color: [1, 1, 1], on: true } as const
  const lights = NUMBERS.flatMap((v, i): Light[] => [
    { ...base, id: `sun ${i}`, kind: 'directional', direction: [v, v, v], illuminance: v, angularRadius: v },
    { ...base, id: `point ${i}`, kind: 'point', position: [v, 2, 0], intensity: v, radius: v, color: [v, 1, 1] },
    { ...base, id: `spot ${i}`, kind: 'spot', position: [0, 2, v], direction: [v, -1, 0], intensity: v, innerAngle: v, outerAngle: v },
    { ...base, id: `sphere ${i}`, kind: 'sphere', position: [1, 2, 0], radiance: v, radius: v },
    { ...base, id: `rectangle ${i}`, kind: 'rectangle', position: [0, 2, 0], halfU: [v, 0, 0], halfV: [0, 0, v], radiance: v },
    { ...base, id: `disc ${i}`, kind: 'disc', position: [0, 2, 0], direction: [0, v, 0], radiance: v, radius: v },
  ])
  return sceneOf([square, sphere], [
    instance('floor', square, material(), { scale: [6, 1, 6] }),
    ...strange.map((wears, i) => instance(`ball ${i}`, sphere, wears, { move: [(i % 4) * 1.2 - 1.8, 0.5, -1.2 * Math.floor(i / 4)], scale: [0.5, 0.5, 0.5] })),
  ], { lights, images: [paint('dots', 8, 8, (x) => [x * 30, 90, 200, 255])], environment: { zenith: [NaN, 5, Infinity], nadir: [-3, 1, 1] } })
}
