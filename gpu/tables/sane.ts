import type { Environment, EnvironmentImage, Instance, Light, Material, Rgb, SceneSnapshot, TextureUse, Vec3 } from '../scene.ts'

/*
 * Numbers that no scene has. Whoever parses a file has clamped them, but the engine believes nobody: one number that is none would
 * spread over the picture and stay in it. What is sane keeps its identity, so a sane scene costs a look at each record, once.
 */

/** Nits, lux, candela, and how much of one primary a colour may have: beyond, products leave what f32 holds. */
const [MOST_LIGHT, MOST_COLOR] = [1e10, 1e3]
/** 20 over Abbe's number: rutile, which has the most of what is clear, has 2. */
const MOST_DISPERSION = 10
/** Nanometres: beyond, waves of all colours cancel out. */
const MOST_FILM = 1e5
/** Metres. */
const LARGEST = 1e4
/** Metres: farther away f32 has no centimetres. */
const FARTHEST = 1e6
/** Stands in for a colour that is none: it should be seen. */
const STRANGE: Rgb = [1, 0, 1]

const within = (value: number | undefined, low: number, high: number, otherwise: number): number =>
  (value === undefined || Number.isNaN(value) ? otherwise : Math.min(high, Math.max(low, value)))
const color = ([r, g, b]: Rgb, most: number, otherwise: Rgb): Rgb =>
  (Number.isNaN(r + g + b) ? otherwise : [within(r, 0, most, 0), within(g, 0, most, 0), within(b, 0, most, 0)])

function textureUse(use: TextureUse | null | undefined): TextureUse | null | undefined {
  if (use === null || use === undefined || [...use.offset, ...use.scale, use.rotation, ...(use.rows ?? []).flat()].every(Number.isFinite)) return use
  const { rows: _rows, ...rest } = use
  return { ...rest, offset: [0, 0], scale: [1, 1], rotation: 0 }
}

function clampedMaterial(material: Material): Material {
  const { ior, specular, specularColor, transmission, volume, clearcoat, sheen, anisotropy, film, dispersion, precedence } = material
  return {
    ...material,
    baseColor: color(material.baseColor, 1, STRANGE), alpha: within(material.alpha, 0, 1, 1), metallic: within(material.metallic, 0, 1, 0),
    roughness: within(material.roughness, 0, 1, 1), emissive: color(material.emissive, MOST_LIGHT, [0, 0, 0]), normalScale: within(material.normalScale, -10, 10, 1),
    alphaCutoff: within(material.alphaCutoff, 0, 1, 0.5),
    baseColorTexture: textureUse(material.baseColorTexture) ?? null, metallicRoughnessTexture: textureUse(material.metallicRoughnessTexture) ?? null,
    normalTexture: textureUse(material.normalTexture) ?? null, emissiveTexture: textureUse(material.emissiveTexture) ?? null,
    ...(material.cutoutTexture === undefined ? {} : { cutoutTexture: textureUse(material.cutoutTexture) ?? null }),
    ...(ior === undefined ? {} : { ior: within(ior, 1, 1000, 1.5) }),
    ...(specular === undefined ? {} : { specular: within(specular, 0, 1, 1) }),
    ...(specularColor === undefined ? {} : { specularColor: color(specularColor, 100, [1, 1, 1]) }),
    ...(transmission === undefined ? {} : { transmission: within(transmission, 0, 1, 0) }),
    ...(material.transmissionTexture === undefined ? {} : { transmissionTexture: textureUse(material.transmissionTexture) ?? null }),
    ...(volume === undefined || volume === null ? {} : {
      volume: { attenuationColor: color(volume.attenuationColor, 1, [1, 1, 1]), attenuationDistance: volume.attenuationDistance > 0 ? Math.max(volume.attenuationDistance, 1e-6) : Infinity },
    }),
    ...(clearcoat === undefined || clearcoat === null ? {} : {
      clearcoat: {
        factor: within(clearcoat.factor, 0, 1, 0), roughness: within(clearcoat.roughness, 0, 1, 0), factorTexture: textureUse(clearcoat.factorTexture) ?? null,
        roughnessTexture: textureUse(clearcoat.roughnessTexture) ?? null,
      },
    }),
    ...(sheen === undefined || sheen === null ? {} : {
      sheen: { color: color(sheen.color, 1, [0, 0, 0]), roughness: within(sheen.roughness, 0, 1, 0.5), colorTexture: textureUse(sheen.colorTexture) ?? null },
    }),
    ...(dispersion === undefined ? {} : { dispersion: within(dispersion, 0, MOST_DISPERSION, 0) }),
    ...(precedence === undefined ? {} : { precedence: within(precedence, -9, 9, 0) }),
    ...(anisotropy === undefined || anisotropy === null ? {} : {
      anisotropy: { strength: within(anisotropy.strength, 0, 1, 0), rotation: within(anisotropy.rotation, -100, 100, 0), texture: textureUse(anisotropy.texture) ?? null },
    }),
    ...(film === undefined || film === null ? {} : {
      film: {
        factor: within(film.factor, 0, 1, 0), ior: within(film.ior, 1, 5, 1.3), thickness: [within(film.thickness[0], 0, MOST_FILM, 100), within(film.thickness[1], 0, MOST_FILM, 400)],
        factorTexture: textureUse(film.factorTexture) ?? null, thicknessTexture: textureUse(film.thicknessTexture) ?? null,
      },
    }),
  }
}

/** Every number of a record, in order; whoever differs in none is the same. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return []
  return Object.values(value).flatMap(numbersOf)
}

const isSame = (a: unknown, b: unknown): boolean => {
  const [before, after] = [numbersOf(a), numbersOf(b)]
  return before.length === after.length && before.every((number, i) => number === after[i])
}

/** The same function, which looks at each record once. */
function once<T extends object>(sane: (value: T) => T): (value: T) => T {
  const known = new WeakMap<T, T>()
  return (value) => {
    const found = known.get(value) ?? sane(value)
    known.set(value, found)
    return found
  }
}

/** What is sane as it is keeps its identity. */
const kept = <T>(value: T, clamped: T): T => (isSame(value, clamped) ? value : clamped)
/** The same for a list of such. */
function eachSane<T>(values: readonly T[], sane: (value: T) => T): readonly T[] {
  let changed: T[] | null = null
  for (let i = 0; i < values.length; i++) {
    const value = sane(values[i])
    if (value === values[i] && changed === null) continue
    changed ??= values.slice(0, i)
    changed.push(value)
  }
  return changed ?? values
}

export const saneMaterial = once((material: Material) => kept(material, clampedMaterial(material)))

const saneInstance = once((instance: Instance): Instance => {
  const materials = eachSane(instance.materials, saneMaterial)
  return materials === instance.materials ? instance : { ...instance, materials }
})

const place = (v: Vec3): Vec3 => [within(v[0], -FARTHEST, FARTHEST, 0), within(v[1], -FARTHEST, FARTHEST, 0), within(v[2], -FARTHEST, FARTHEST, 0)]
const edge = (v: Vec3): Vec3 => [within(v[0], -LARGEST, LARGEST, 0), within(v[1], -LARGEST, LARGEST, 0), within(v[2], -LARGEST, LARGEST, 0)]
function direction(v: Vec3): Vec3 {
  const length = Math.hypot(...v)
  return length > 0 && Number.isFinite(length) ? v : [0, -1, 0]
}

function clampedLight(light: Light): Light {
  const shared = { color: color(light.color, MOST_COLOR, [1, 1, 1]) }
  const power = (value: number): number => within(value, 0, MOST_LIGHT, 0)
  const radius = (value: number | undefined): { radius?: number } => (value === undefined ? {} : { radius: within(value, 0, LARGEST, 0) })
  switch (light.kind) {
    case 'directional': return {
      ...light, ...shared, direction: direction(light.direction), illuminance: power(light.illuminance),
      ...(light.angularRadius === undefined ? {} : { angularRadius: within(light.angularRadius, 0, Math.PI, 0) }),
    }
    case 'point': return { ...light, ...shared, position: place(light.position), intensity: power(light.intensity), ...radius(light.radius) }
    case 'spot': {
      const outerAngle = within(light.outerAngle, 1e-3, Math.PI / 2, Math.PI / 4)
      return {
        ...light, ...shared, position: place(light.position), direction: direction(light.direction), intensity: power(light.intensity), outerAngle,
        innerAngle: within(light.innerAngle, 0, outerAngle, 0), ...radius(light.radius),
      }
    }
    case 'sphere': return { ...light, ...shared, position: place(light.position), radiance: power(light.radiance), radius: within(light.radius, 0, LARGEST, 0) }
    case 'disc': return {
      ...light, ...shared, position: place(light.position), direction: direction(light.direction), radiance: power(light.radiance), radius: within(light.radius, 0, LARGEST, 0),
    }
    case 'rectangle': return { ...light, ...shared, position: place(light.position), halfU: edge(light.halfU), halfV: edge(light.halfV), radiance: power(light.radiance) }
    case 'grid': return {
      ...light, ...shared, position: place(light.position), halfU: edge(light.halfU), halfV: edge(light.halfV), intensity: power(light.intensity),
      countU: within(light.countU, 1, 64, 1), countV: within(light.countV, 1, 64, 1),
    }
  }
}

export const saneLight = once((light: Light) => kept(light, clampedLight(light)))

const saneImage = once((image: EnvironmentImage): EnvironmentImage =>
  (image.rgb.every((value) => value >= 0 && value <= MOST_LIGHT) ? image : { ...image, rgb: image.rgb.map((value) => within(value, 0, MOST_LIGHT, 0)) }))

function saneEnvironment(environment: Environment): Environment {
  const around = ({ zenith, nadir }: Pick<Environment, 'zenith' | 'nadir'>) => ({ zenith: color(zenith, MOST_LIGHT, [0, 0, 0]), nadir: color(nadir, MOST_LIGHT, [0, 0, 0]) })
  const { image, ambient, turn, strength } = environment
  const clamped: Environment = {
    ...environment, ...around(environment),
    ...(turn === undefined ? {} : { turn: within(turn, -100, 100, 0) }), ...(strength === undefined ? {} : { strength: within(strength, 0, MOST_LIGHT, 1) }),
    ...(ambient === undefined || ambient === null ? {} : { ambient: around(ambient) }), ...(image === undefined || image === null ? {} : { image: saneImage(image) }),
  }
  return clamped.image === image && isSame({ ...environment, image: null }, { ...clamped, image: null }) ? environment : clamped
}

/** The same scene with every number finite and in its range: itself, where that is so already. */
export function saneScene(scene: SceneSnapshot): SceneSnapshot {
  const instances = eachSane(scene.instances, saneInstance)
  const lights = eachSane(scene.lights, saneLight)
  const environment = saneEnvironment(scene.environment)
  const isSane = environment === scene.environment && instances === scene.instances && lights === scene.lights
  return isSane ? scene : { ...scene, instances, lights, environment }
}
