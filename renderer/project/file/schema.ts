import { z } from 'zod'
// Straight from the scene's own file: the worker that reads projects needs no engine.
import { DEFAULT_SETTINGS } from '../../../gpu/settings.ts'
import { CAPACITY } from '../../document/capacity.ts'
import { MOST_POINTS } from '../../document/changes/sane.ts'
import { MAPPING_LIMITS, MOST_DISPERSION, MOST_FILM, MOST_SLOTS, UNIT_LIMITS } from '../../document/materials.ts'
import { SKY_LIMITS, SURROUNDINGS_STRENGTH } from '../../document/changes/set-environment.ts'
import { isDate, isTimeZone } from '../../document/moment.ts'
import { COLDEST_KELVIN, HOTTEST_KELVIN } from '../../document/temperature.ts'
import { BONDS, GROUP_KINDS } from '../../document/types.ts'
import { isSmallPicture } from './picture-size.ts'

/* The files inside a project, version 4. Loose objects keep the fields of a newer or foreign writer. */
const finite = z.number().min(-1e9).max(1e9)
const vec3 = z.tuple([finite, finite, finite])
const color = z.tuple([z.number().min(0).max(1e9), z.number().min(0).max(1e9), z.number().min(0).max(1e9)])
const quat = z.tuple([finite, finite, finite, finite]).refine((q) => Math.abs(Math.hypot(...q) - 1) < 1e-3, 'must be a rotation of length 1')
const factor = finite.refine((value) => value !== 0, 'must not be zero')
const id = z.string().min(1).max(200)
const name = z.string().max(1000)
const sha256 = z.string().regex(/^[a-f0-9]{64}$/, 'must be a SHA-256 in lower-case hex')
const date = z.string().max(40).refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date')

const answers = z.looseObject({ metresPerUnit: z.number().positive().max(1e9), up: z.enum(['y', 'z']), origin: vec3 })
const source = z.looseObject({
  name, format: z.string().max(40), sha256,
  answers: answers.extend({ textures: z.string().regex(/^[a-f0-9]{32}$/).optional().catch(undefined) }),
  read: answers.optional(),
})
const share = z.number().min(0).max(1)
const reflectance = z.tuple([share, share, share])
const worn = z.array(z.looseObject({ slot: name, material: id.nullable() })).max(MOST_SLOTS).optional()
const asset = z.looseObject({
  kind: z.enum(['ies', 'hdr', 'exr']).optional(), key: sha256, name, sizeBytes: z.number().int().nonnegative(), catalogueId: z.string().max(200).nullable(),
  // Only of use when the file is read again.
  source: source.optional().catch(undefined),
  wears: worn,
  // Without it, the model is what it is.
  form: z.looseObject({ item: z.string().max(200), values: z.record(z.string().max(40), z.union([finite, z.string().max(40)])) }).optional().catch(undefined),
})

const amount = z.number().min(0).max(1e9)
const kelvin = z.number().min(COLDEST_KELVIN).max(HOTTEST_KELVIN)
const piece = z.looseObject({
  id,
  name,
  asset: sha256,
  part: z.string().max(200),
  position: vec3,
  rotation: quat,
  scale: z.tuple([factor, factor, factor]),
  mount: z.enum(['floor', 'surface', 'wall', 'ceiling']),
  hidden: z.boolean(),
  locked: z.boolean(),
  motion: z.looseObject({ axis: vec3.refine((axis) => Math.hypot(...axis) > 1e-6, 'must not be zero'), speed: z.number().min(-100).max(100), pivot: vec3.optional(), swing: z.number().min(-100).max(100).optional() }).optional(),
  emission: z.looseObject({ radiance: amount, color: color.optional(), temperature: kelvin.optional() }).optional(),
  variant: name.optional(),
  group: id.optional(),
  layer: id.optional(),
  wears: worn,
})
const group = z.looseObject({ id, name, parent: id.nullable(), kind: z.enum(GROUP_KINDS).optional() })

const layer = z.looseObject({ id, name, hidden: z.boolean(), locked: z.boolean(), color })

const extentOfTexture = z.number().min(MAPPING_LIMITS[0]).max(MAPPING_LIMITS[1])
const unit = z.number().min(UNIT_LIMITS[0]).max(UNIT_LIMITS[1])
const map = sha256.nullable().optional()
const material = z.looseObject({
  id, name, from: z.looseObject({ asset: sha256, part: z.string().max(200), slot: name, variant: name.optional() }).optional(), library: z.string().max(200).optional(),
  baseColor: reflectance.optional(), metallic: share.optional(), roughness: share.optional(), ior: z.number().min(1).max(1000).optional(),
  clearcoat: z.looseObject({ factor: share, roughness: share }).optional(),
  sheen: z.looseObject({ color: reflectance, roughness: share }).optional(),
  anisotropy: z.looseObject({ strength: share, rotation: z.number().min(-7).max(7) }).optional(),
  film: z.looseObject({ factor: share, thickness: z.number().min(0).max(MOST_FILM) }).optional(),
  dispersion: z.number().min(0).max(MOST_DISPERSION).optional(), precedence: z.number().int().min(-9).max(9).optional(),
  glass: z.looseObject({ share, tint: reflectance, thickness: z.number().min(0).max(MAPPING_LIMITS[1]) }).optional(),
  emission: z.looseObject({ radiance: amount, color }).optional(),
  normalScale: z.number().min(-10).max(10).optional(),
  maps: z.looseObject({ color: map, roughness: map, normal: map }).optional(),
  mapping: z.looseObject({
    kind: z.enum(['box', 'uv']), width: extentOfTexture, height: extentOfTexture, turn: z.number().min(-7).max(7), offset: z.tuple([finite, finite]),
  }).optional(),
  // A material without it shows the same.
  laid: z.looseObject({ pattern: z.string().max(200), bond: z.enum(BONDS), length: unit, width: unit, joint: z.number().min(0).max(UNIT_LIMITS[1]) }).optional().catch(undefined),
})

const lightBase = { id, name, on: z.boolean(), color, temperature: kelvin.optional(), unit: z.enum(['lm', 'cd', 'lx', 'nt']).optional() }
const placedBase = { ...lightBase, position: vec3, attachedTo: id.nullable(), glow: amount.optional() }
const turnedBase = { ...placedBase, rotation: quat }
const extent = z.number().min(0).max(100)
const points = z.number().int().min(1).max(MOST_POINTS)
const moment = z.looseObject({ date: z.string().refine(isDate, 'must be a day of 1800 to 2200'), minutes: z.number().min(0).max(1439) })
const coneAngle = z.number().min(0).max(Math.PI / 2)
const light = z.discriminatedUnion('kind', [
  z.looseObject({
    ...lightBase, kind: z.literal('directional'), direction: vec3, illuminance: amount, angularRadius: z.number().min(0).max(0.5).optional(),
    moment: moment.optional(), natural: z.boolean().optional(),
  }),
  z.looseObject({ ...placedBase, kind: z.literal('point'), intensity: amount, radius: extent.optional(), profile: sha256.optional(), rotation: quat.optional() }),
  z.looseObject({ ...turnedBase, kind: z.literal('spot'), intensity: amount, radius: extent.optional(), innerAngle: coneAngle, outerAngle: coneAngle, profile: sha256.optional() })
    .refine(({ innerAngle, outerAngle }) => innerAngle <= outerAngle, 'its inner angle must not pass the outer one'),
  z.looseObject({ ...placedBase, kind: z.literal('sphere'), radius: extent, radiance: amount }),
  z.looseObject({ ...turnedBase, kind: z.literal('disc'), radius: extent, radiance: amount }),
  z.looseObject({ ...turnedBase, kind: z.literal('rectangle'), width: extent, length: extent, radiance: amount }),
  z.looseObject({ ...turnedBase, kind: z.literal('grid'), width: extent, length: extent, columns: points, rows: points, intensity: amount }),
])
const sky = z.looseObject({ turbidity: z.number().min(SKY_LIMITS.turbidity[0]).max(SKY_LIMITS.turbidity[1]), strength: z.number().min(SKY_LIMITS.strength[0]).max(SKY_LIMITS.strength[1]), openness: z.number().min(0).max(1).optional() })
const surroundings = z.looseObject({ asset: sha256, turn: z.number().min(-7).max(7), strength: z.number().min(SURROUNDINGS_STRENGTH[0]).max(SURROUNDINGS_STRENGTH[1]), seen: z.boolean() })
const ground = z.looseObject({ center: vec3, radius: z.number().min(1e-3).max(1e9) })
const place = z.looseObject({
  name: z.string().max(200), latitudeDegrees: z.number().min(-90).max(90), longitudeDegrees: z.number().min(-180).max(180),
  timeZone: z.string().max(60).refine(isTimeZone, 'must be a time zone'), north: z.number().min(-7).max(7),
})

const angle = z.number().min(0.01).max(3.1)
/** Of every camera; missing in files of older writers: tilted, all of it sharp. */
const optics = {
  verticalFov: angle,
  straighten: z.number().min(0).max(1).optional(),
  lens: z.looseObject({ on: z.boolean(), fNumber: z.number().min(0.1).max(1000), focusDistance: z.number().min(1e-3).max(1e6) }).optional(),
}
const view = z.looseObject({
  id, name, position: vec3, target: vec3, ...optics,
  lights: z.record(id, z.boolean()).optional(),
  settings: z.looseObject({
    exposureEv: z.number().min(-20).max(30).optional(), exposure: z.enum(['locked', 'automatic']).optional(), whiteBalance: z.number().min(1000).max(25_000).optional(),
    shadows: z.boolean().optional(), lights: z.boolean().optional(),
  }).optional(),
  // A view without its picture is whole.
  thumbnail: z.string().refine(isSmallPicture).optional().catch(undefined),
})

/** scene.json: the document, whose own `unknown` is spread beside its fields. */
export const SceneFile = z.looseObject({
  name,
  unit: z.enum(['m', 'cm', 'mm', 'ft-in']),
  assets: z.array(asset).max(CAPACITY.assets),
  pieces: z.array(piece).max(CAPACITY.pieces),
  groups: z.array(group).max(CAPACITY.groups).optional(),
  layers: z.array(layer).max(CAPACITY.layers).optional(),
  materials: z.array(material).max(CAPACITY.materials).optional(),
  lights: z.array(light).max(CAPACITY.lights),
  environment: z.looseObject({ zenith: color, nadir: color, sky: sky.optional(), surroundings: surroundings.optional(), ground: ground.optional() }),
  place: place.optional(),
  views: z.array(view).max(CAPACITY.views),
})
export type SceneFile = z.infer<typeof SceneFile>

/** Every setting may be missing (an older writer) and then has its default. */
const settings = z.object({
  method: z.enum(['whitted', 'hybrid']).default(DEFAULT_SETTINGS.method),
  indirect: z.boolean().default(DEFAULT_SETTINGS.indirect),
  ambientOcclusion: z.boolean().default(DEFAULT_SETTINGS.ambientOcclusion),
  denoise: z.boolean().default(DEFAULT_SETTINGS.denoise),
  restSamples: z.number().int().min(1).max(4096).default(DEFAULT_SETTINGS.restSamples),
  reflections: z.boolean().default(DEFAULT_SETTINGS.reflections),
  shadows: z.boolean().default(DEFAULT_SETTINGS.shadows),
  lights: z.boolean().default(DEFAULT_SETTINGS.lights),
  bounces: z.number().int().min(0).max(8).default(DEFAULT_SETTINGS.bounces),
  ambient: z.boolean().default(DEFAULT_SETTINGS.ambient),
  epsilon: z.number().min(0).max(1).default(DEFAULT_SETTINGS.epsilon),
  normals: z.enum(['interpolated', 'flat']).default(DEFAULT_SETTINGS.normals),
  view: z.enum(['shaded', 'normals', 'nodes', 'tests', 'occupancy']).default(DEFAULT_SETTINGS.view),
  heatRays: z.enum(['camera', 'all']).default(DEFAULT_SETTINGS.heatRays),
  background: z.enum(['black', 'green', 'scene']).default(DEFAULT_SETTINGS.background),
  mode: z.enum(['brute-force', 'object-list', 'uber']).default(DEFAULT_SETTINGS.mode),
  secondaryRays: z.enum(['auto', 'compacted', 'loop', 'stages', 'work-queue']).default(DEFAULT_SETTINGS.secondaryRays),
  animation: z.boolean().default(DEFAULT_SETTINGS.animation),
  exposureEv: z.number().min(-20).max(30).default(DEFAULT_SETTINGS.exposureEv),
  exposure: z.enum(['locked', 'automatic']).default('locked'),
  whiteBalance: z.number().min(1000).max(25_000).default(DEFAULT_SETTINGS.whiteBalance),
  toneMap: z.enum(['agx', 'neutral', 'aces', 'none']).default(DEFAULT_SETTINGS.toneMap),
})

/** views.json: the camera as it stood. */
export const ViewsFile = z.looseObject({
  pose: z.object({ position: vec3, orientation: quat, target: vec3, ...optics }),
  navigation: z.enum(['orbit', 'walk']),
  settings,
})

/** manifest.json: read first; `files` holds the SHA-256 of everything that does not carry it in its name. */
export const ManifestFile = z.looseObject({
  format: z.string(),
  version: z.number().int().positive(),
  app: z.string().max(200),
  units: z.literal('metres, y up, radians, linear Rec. 709'),
  createdAt: date,
  files: z.record(z.string(), sha256),
})
