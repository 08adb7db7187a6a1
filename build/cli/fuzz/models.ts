import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brokenFiles } from '../../../assets/generators/fixtures/broken.ts'
import { gltfWithSidecars, maskedLeaf } from '../../../assets/generators/fixtures/formats.ts'
import { formatOf, nameOfFormat } from '../../../renderer/imports/formats.ts'
import { DECODERS_IN_NODE, decodeImageInNode } from '../../../renderer/imports/reading/in-node.ts'
import { modelError } from '../../../renderer/imports/reader.ts'
import { readerOf } from '../../../renderer/imports/readers.ts'
import { CRATE_MTL, CRATES } from '../../../renderer/imports/testing-files.ts'
import { glbOf, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'
import type { LoadedAsset } from '../../../renderer/imports/types.ts'
import { AtriumError } from '../../../renderer/errors/atrium-error.ts'
import { findSpaces } from '../../../renderer/imports/spaces/spaces.ts'
import { openAsRoom } from '../../../renderer/scene/defaults.ts'
import { encodeText, join, type Json, mutateBytes, mutateJson, pick, type Random, textOf } from './mutate.ts'
import { Unforeseen } from './outcome.ts'

/** A model as a user may open it. */
export interface ModelInput {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly siblings: ReadonlyMap<string, Uint8Array>
}

/** Of the files of `formatCorpus`. */
export const FORMAT_NAMES = CRATES.map(({ name }) => name)

/** A small file of every format. */
export async function formatCorpus(): Promise<ModelInput[]> {
  const siblings = new Map([['crate.mtl', CRATE_MTL]])
  return Promise.all(CRATES.map(async ({ name, bytes }) => ({ name, bytes: await bytes(), siblings })))
}

const MAX_CORPUS_BYTES = 200_000

/** Models to start from: our own, whole and broken, and small real ones where ATRIUM_SCENES names a folder of them. */
export async function modelCorpus(scenes = process.env['ATRIUM_SCENES']): Promise<ModelInput[]> {
  const alone = (name: string, bytes: Uint8Array<ArrayBuffer>): ModelInput => ({ name, bytes, siblings: new Map() })
  const sidecars = await gltfWithSidecars()
  const whole = [
    alone('chairs.glb', glbOf(twoChairsAndALamp())),
    alone('leaf.glb', await maskedLeaf()),
    { name: 'box.gltf', bytes: sidecars.get('box.gltf')!, siblings: sidecars },
  ]
  return [
    // A whole file has more ways to break than a broken one.
    ...Array.from({ length: 15 }, () => whole).flat(),
    ...(await brokenFiles()).map(({ name, bytes }) => alone(name, bytes)),
    ...(scenes ? realModels(scenes) : []),
  ]
}

function realModels(folder: string): ModelInput[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => formatOf(name)?.kind === 'model')
  return names.sort().flatMap((name) => {
    const file = path.join(folder, name)
    if (statSync(file).size > MAX_CORPUS_BYTES) return []
    const beside = readdirSync(path.dirname(file)).filter((other) => /\.(bin|png|jpe?g)$/i.test(other) && statSync(path.join(path.dirname(file), other)).size < MAX_CORPUS_BYTES)
    const siblings = new Map(beside.map((other) => [other, Uint8Array.from(readFileSync(path.join(path.dirname(file), other)))]))
    return [{ name: path.basename(name), bytes: Uint8Array.from(readFileSync(file)), siblings }]
  })
}

/** Damage to the description, to the data, to the container, or to raw bytes. */
export function mutateModel(random: Random, { name, bytes, siblings }: ModelInput): ModelInput {
  const parts = splitGlb(bytes)
  const dice = random()
  if (dice < 0.2 || (parts === null && !name.endsWith('.gltf'))) return { name, bytes: mutateBytes(random, bytes), siblings }
  if (parts === null) {
    const json = parseOrNull(bytes)
    return { name, bytes: json === null ? mutateBytes(random, bytes) : encodeText(textOf(mutateJson(random, json))), siblings }
  }
  const json = dice < 0.85 ? textOf(mutateJson(random, parts.json)) : textOf(parts.json)
  const bin = dice > 0.75 && parts.bin !== null ? mutateBytes(random, parts.bin) : parts.bin
  if (dice > 0.95) return { name: 'model.gltf', bytes: encodeText(json), siblings: new Map([...siblings, ['model.bin', bin ?? new Uint8Array()]]) }
  return { name, bytes: joinGlb(encodeText(json), bin), siblings }
}

function splitGlb(bytes: Uint8Array): { json: Json; bin: Uint8Array | null } | null {
  if (bytes.length < 20 || Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'glTF') return null
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)
  const json = parseOrNull(bytes.subarray(20, 20 + length))
  return json === null ? null : { json, bin: bytes.length > 28 + length ? bytes.subarray(28 + length) : null }
}

function joinGlb(json: Uint8Array, bin: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const chunk = (kind: number, data: Uint8Array, filler: number): Uint8Array => {
    const padded = join([data, new Uint8Array((4 - (data.length % 4)) % 4).fill(filler)])
    const header = new Uint8Array(8)
    new DataView(header.buffer).setUint32(0, padded.length, true)
    new DataView(header.buffer).setUint32(4, kind, true)
    return join([header, padded])
  }
  const glb = join([new Uint8Array(12), chunk(0x4e4f534a, json, 0x20), ...(bin === null ? [] : [chunk(0x004e4942, bin, 0)])])
  const view = new DataView(glb.buffer)
  view.setUint32(0, 0x46546c67, true)
  view.setUint32(4, 2, true)
  view.setUint32(8, glb.length, true)
  return glb
}

function parseOrNull(bytes: Uint8Array): Json {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Json
  } catch {
    return null
  }
}

/** Opens it as Atrium does. What is accepted must be sound: every later stage believes it. */
export async function openModel({ name, bytes, siblings }: ModelInput): Promise<void> {
  const readSibling = (wanted: string): Promise<Uint8Array<ArrayBuffer>> => {
    if (wanted.split('/').includes('..') || wanted.startsWith('/')) throw new Unforeseen(`asked for ${wanted}`)
    const found = siblings.get(wanted)
    return found === undefined ? Promise.reject(new AtriumError('model-missing-file', `“${wanted}” is not there.`)) : Promise.resolve(Uint8Array.from(found))
  }
  const reader = readerOf(bytes, name)
  let asset: LoadedAsset
  try {
    asset = await reader.read(bytes.slice(), { name, pieces: 'objects', decodeImage: decodeImageInNode, readSibling, listSiblings: () => Promise.resolve([...siblings.keys()]), decoders: DECODERS_IN_NODE })
  } catch (error) {
    if (error instanceof Unforeseen || isOurMistake(error)) throw error
    throw modelError(error, nameOfFormat(reader.id))
  }
  checkAsset(asset)
  openAsRoom(asset, findSpaces(asset.parsed), 'm')
}

/** Libraries refuse by throwing what they like; a TypeError or a full stack in our own code is a mistake of ours. */
function isOurMistake(error: unknown): boolean {
  if (!(error instanceof TypeError || error instanceof ReferenceError || (error instanceof RangeError && /stack/.test(error.message)))) return false
  const [, where = ''] = (error.stack ?? '').split('\n    at ')
  return !where.includes('node_modules')
}

function checkAsset({ parsed }: LoadedAsset): void {
  for (const { positions, normals, uvs, indices, materialSlots } of parsed.meshes.values()) {
    const count = positions.length / 3
    if (![positions, normals, uvs].every((array) => array === null || array.every(Number.isFinite))) throw new Unforeseen('a mesh holds numbers that are none')
    if (!indices.every((index) => index < count)) throw new Unforeseen('a mesh has indices beyond its vertices')
    if (materialSlots !== null && materialSlots.length * 3 !== indices.length) throw new Unforeseen('a mesh has other slots than triangles')
  }
  for (const { name, position, rotation, scale, mesh } of parsed.parts) {
    if (![...position, ...rotation, ...scale].every(Number.isFinite)) throw new Unforeseen(`part ${name.slice(0, 40)} stands nowhere`)
    if (!parsed.meshes.has(mesh)) throw new Unforeseen('a part shows a mesh that is not there')
  }
  for (const { rgba, width, height } of parsed.textures.values()) if (rgba.length !== width * height * 4) throw new Unforeseen('a texture has other bytes than pixels')
}

export const pickModel = (random: Random, corpus: readonly ModelInput[]): ModelInput => mutateModel(random, pick(random, corpus))
