import { Buffer } from 'node:buffer'
import { PNG } from 'pngjs'
import jpeg from 'jpeg-js'
import { radianceImage } from '../../../assets/generators/kit/hdr.ts'
import { gltfOf, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'
import { parseIes } from '../../../renderer/imports/ies/parse.ts'
import { luminaires } from '../../../renderer/imports/ies/testing-luminaires.ts'
import { ktx2Of } from '../../../renderer/imports/ktx2/testing-ktx2.ts'
import { decodeSphere } from '../../../renderer/imports/surroundings/decode.ts'
import { HEIGHT, PICTURES, RGBA, WIDTH } from '../../../renderer/imports/pictures/testing-pictures.ts'
import { createExrEncoder } from '../../../renderer/output/encoders/exr.ts'
import { memorySink } from '../../../renderer/output/encoders/sink.ts'
import { type ModelInput, openModel } from './models.ts'
import { Unforeseen } from './outcome.ts'

type Bytes = Uint8Array<ArrayBuffer>

const OTHERS: Readonly<Record<string, () => Bytes | Promise<Bytes>>> = {
  'texture.png': () => Uint8Array.from(PNG.sync.write(Object.assign(new PNG({ width: WIDTH, height: HEIGHT }), { data: Buffer.from(RGBA) }))),
  'texture.jpeg': () => Uint8Array.from(jpeg.encode({ width: WIDTH, height: HEIGHT, data: Buffer.from(RGBA) }, 80).data),
  'texture.ktx2': () => ktx2Of([[200, 100, 50, 255], [10, 20, 30, 255]]),
  'sky.hdr': () => radianceImage(16, 8, ([x, y, z]) => [1 + x, 20 * (1 + y), 0.5 + 0.5 * z]),
  'sky.exr': skyExr,
  'lamp.ies': () => Uint8Array.from(luminaires.get('a wall washer all around') as Uint8Array),
}

/** Of the files of `pictureCorpus`, in their order. */
export const PICTURE_NAMES = [...PICTURES.map(({ name, type }) => `${name.replace(' ', '-').toLowerCase()}.${type.replace(/^image\/(?:x-)?/, '')}`), ...Object.keys(OTHERS)]

/** A small file of every format of textures, of surroundings and of luminaires. */
export async function pictureCorpus(): Promise<ModelInput[]> {
  const makers = [...PICTURES.map(({ make }) => make), ...Object.values(OTHERS)]
  return Promise.all(makers.map(async (make, i) => ({ name: PICTURE_NAMES[i], bytes: await make(), siblings: new Map() })))
}

async function skyExr(): Promise<Bytes> {
  const sink = memorySink()
  const encoder = await createExrEncoder(sink, { width: 16, height: 8, transparent: false, panorama: true })
  await encoder.rows(new Float32Array(16 * 8 * 4).map((_, i) => 1 + (i % 7)))
  await encoder.end()
  return sink.bytes()
}

/** Opens it as Atrium does: a texture on a model, which opens without it; surroundings; a lamp's light. What is accepted must be sound. */
export async function openPicture({ name, bytes }: ModelInput): Promise<void> {
  if (/\.(?:hdr|exr)$/.test(name)) {
    const { rgb, width, height } = decodeSphere(bytes, 'sky')
    if (rgb.length !== 3 * width * height || !rgb.every((value) => Number.isFinite(value) && value >= 0)) throw new Unforeseen('surroundings hold what is no light')
  } else if (name.endsWith('.ies')) {
    const { profile } = parseIes(bytes, 'lamp')
    if (!profile.candela.every((value) => Number.isFinite(value) && value >= 0)) throw new Unforeseen('a lamp shines by what is no light')
  } else {
    const { json, bin } = twoChairsAndALamp()
    json.buffers[0].uri = dataUri('application/octet-stream', bin)
    json.images = [{ uri: dataUri('image/png', bytes) }]
    json.textures = [{ source: 0 }]
    json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
    await openModel({ name: 'wearing.gltf', bytes: gltfOf({ json, bin }), siblings: new Map() })
  }
}

const dataUri = (type: string, bytes: Uint8Array): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
