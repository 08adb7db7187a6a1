import { spawnSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { pathLengthOf } from '../../frame/plan.ts'
import type { SceneSnapshot } from '../../scene.ts'
import { type Shot, slugOf } from './picture-kit.ts'
import { packRadiance, unpackRadiance } from './radiance-file.ts'

/** Where those lie that are committed. */
export const REFERENCES = 'gpu/bench/references'
/** Pixels of a picture that is kept. */
export const KEPT_SIZE = { width: 320, height: 180 } as const

/** How a picture that is kept was made: all that it takes to make it again, and how good it is. */
const Recipe = z.strictObject({
  scene: z.string().min(1),
  view: z.string().min(1),
  /** Of the walk. */
  frame: z.int(),
  indirect: z.boolean(),
  width: z.int().min(1),
  height: z.int().min(1),
  samples: z.int().min(2),
  /** Of its halves. */
  seeds: z.tuple([z.int(), z.int()]),
  bounces: z.int().min(0),
  mirrors: z.int().min(0),
  /** SHA-256 of what its light depends on (askedOf). */
  asked: z.string().length(64),
  /** SHA-256 of the picture's file. */
  packed: z.string().length(64),
  /** Mean FLIP of its halves, as they are shown. */
  floor: z.number().min(0),
  /** Of Atrium; null: not known. */
  commit: z.string().nullable(),
  adapter: z.string().min(1),
  /** ISO 8601, UTC. */
  date: z.iso.datetime(),
})
export type Recipe = z.infer<typeof Recipe>

/** A picture of a walk. */
export interface Place { readonly scene: string; readonly view: string; readonly frame: number }

export interface KeptReference { readonly recipe: Recipe; readonly radiance: Float32Array }

/** @returns its file without an ending */
const fileOf = (folder: string, { scene, view, frame }: Place, { settings: { indirect } }: Pick<Shot, 'settings'>): string =>
  path.join(folder, [scene, view, `frame ${frame}`, `indirect ${indirect ? 'on' : 'off'}`].map(slugOf).join('--'))

/**
 * What is kept of a picture; null where there is nothing, where scene, camera, size or settings have been others, or where it has fewer samples.
 *
 * @throws Error where a recipe is none or its picture is not the one that was written
 */
export function findReference(folder: string, snapshot: SceneSnapshot, place: Place, shot: Shot, samples: number): KeptReference | null {
  const file = fileOf(folder, place, shot)
  if (!existsSync(`${file}.json`) || !existsSync(`${file}.radiance`)) return null
  const parsed = Recipe.safeParse(JSON.parse(readFileSync(`${file}.json`, 'utf8')))
  if (!parsed.success) throw new Error(`${file}.json is no recipe of a reference: ${z.prettifyError(parsed.error)}`)
  const recipe = parsed.data
  if (recipe.samples < samples || recipe.width !== shot.width || recipe.height !== shot.height || recipe.asked !== askedOf(snapshot, shot)) return null
  const packed = readFileSync(`${file}.radiance`)
  if (sha256(packed) !== recipe.packed) throw new Error(`${file}.radiance is not the picture that its recipe is of. Make it again: npm run bench -- --only picture/references --references ${folder}`)
  return { recipe, radiance: unpackRadiance(packed, recipe.width, recipe.height) }
}

/** @param made  the mean of its halves, 4 floats per pixel, and how far they are apart */
export function keepReference(folder: string, snapshot: SceneSnapshot, place: Place, shot: Shot, made: { readonly radiance: Float32Array } & Pick<Recipe, 'samples' | 'seeds' | 'floor' | 'adapter'>): Recipe {
  const { radiance, ...rest } = made
  const file = fileOf(folder, place, shot)
  const packed = packRadiance(radiance, shot.width)
  const { bounces, mirrors } = pathLengthOf(shot.settings)
  const recipe: Recipe = {
    ...place, indirect: shot.settings.indirect, width: shot.width, height: shot.height, ...rest, bounces, mirrors, asked: askedOf(snapshot, shot), packed: sha256(packed),
    commit: commitOf(), date: new Date().toISOString(),
  }
  mkdirSync(folder, { recursive: true })
  // The recipe comes last: where there is one, its picture is whole.
  for (const [ending, content] of [['radiance', packed], ['json', `${JSON.stringify(recipe, null, 2)}\n`]] as const) {
    writeFileSync(`${file}.${ending}.part`, content)
    renameSync(`${file}.${ending}.part`, `${file}.${ending}`)
  }
  return recipe
}

/** SHA-256 of a scene but for its names, a camera, and those settings that say how light runs. */
export function askedOf(snapshot: SceneSnapshot, { camera, settings }: Pick<Shot, 'camera' | 'settings'>): string {
  const { indirect, ambientOcclusion, reflections, shadows, lights, ambient, epsilon, normals, background } = settings
  const hash = createHash('sha256').update(hashOfScene(snapshot))
  addTo(hash, { camera, indirect, ambientOcclusion, reflections, shadows, lights, ambient, epsilon, normals, background, ...pathLengthOf(settings) })
  return hash.digest('hex')
}

const hashes = new WeakMap<SceneSnapshot, string>()

/** Read once: scenes are megabytes. */
function hashOfScene(snapshot: SceneSnapshot): string {
  let known = hashes.get(snapshot)
  if (known === undefined) {
    const hash = createHash('sha256')
    addTo(hash, snapshot)
    hashes.set(snapshot, known = hash.digest('hex'))
  }
  return known
}

/** Content in one order, whatever order it was made in; identities in a document are no light. */
function addTo(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) hash.update(`${value.byteLength} bytes`).update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  else if (Array.isArray(value)) {
    hash.update(`${value.length} things`)
    for (const entry of value) addTo(hash, entry)
  } else if (value instanceof Map) addTo(hash, Object.fromEntries(value))
  else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([name, entry]) => name !== 'id' && entry !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1))
    hash.update(`${entries.length} named`)
    for (const [name, entry] of entries) {
      hash.update(name)
      addTo(hash, entry)
    }
  } else hash.update(`${String(value)};`)
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Of the checkout, or as ATRIUM_COMMIT says where there is none. */
function commitOf(): string | null {
  const said = process.env.ATRIUM_COMMIT ?? spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).stdout
  return said?.trim() || null
}
