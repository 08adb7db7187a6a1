import { CONVOLUTIONS, type ConvolutionName } from '../denoise/unet.ts'
import { seeded } from './random.ts'

/*
 * Open Image Denoise's network once more, by straight loops over planes of channels: what the fast ones are held to. Written from the
 * network's own description, without a line of theirs; tests alone read it.
 */

/** Weights by a tensor's name; channels of a small network. */
export type PlainWeights = ReadonlyMap<string, { readonly dims: readonly number[]; readonly values: Float32Array }>

/** Outputs of each convolution, of a network that is as deep as the real one and thin. */
const THIN: Readonly<Record<ConvolutionName, number>> = {
  enc_conv0: 5, enc_conv1: 6, enc_conv2: 7, enc_conv3: 8, enc_conv4: 9, enc_conv5a: 10, enc_conv5b: 11,
  dec_conv4a: 12, dec_conv4b: 10, dec_conv3a: 9, dec_conv3b: 8, dec_conv2a: 8, dec_conv2b: 7, dec_conv1a: 9, dec_conv1b: 6, dec_conv0: 3,
}
/** The same with outputs in fours, as cards want them. */
export const IN_FOURS: typeof THIN = {
  enc_conv0: 8, enc_conv1: 8, enc_conv2: 8, enc_conv3: 12, enc_conv4: 12, enc_conv5a: 12, enc_conv5b: 16,
  dec_conv4a: 12, dec_conv4b: 12, dec_conv3a: 8, dec_conv3b: 8, dec_conv2a: 8, dec_conv2b: 8, dec_conv1a: 12, dec_conv1b: 8, dec_conv0: 3,
}
/** As wide as the real one. */
export const AS_SHIPPED: typeof THIN = {
  enc_conv0: 32, enc_conv1: 32, enc_conv2: 48, enc_conv3: 64, enc_conv4: 80, enc_conv5a: 96, enc_conv5b: 96,
  dec_conv4a: 112, dec_conv4b: 112, dec_conv3a: 96, dec_conv3b: 96, dec_conv2a: 64, dec_conv2b: 64, dec_conv1a: 64, dec_conv1b: 32, dec_conv0: 3,
}
const COMES_FROM: Readonly<Record<ConvolutionName, readonly string[]>> = {
  enc_conv0: ['input'], enc_conv1: ['enc_conv0'], enc_conv2: ['enc_conv1'], enc_conv3: ['enc_conv2'], enc_conv4: ['enc_conv3'], enc_conv5a: ['enc_conv4'], enc_conv5b: ['enc_conv5a'],
  dec_conv4a: ['enc_conv5b', 'enc_conv3'], dec_conv4b: ['dec_conv4a'], dec_conv3a: ['dec_conv4b', 'enc_conv2'], dec_conv3b: ['dec_conv3a'],
  dec_conv2a: ['dec_conv3b', 'enc_conv1'], dec_conv2b: ['dec_conv2a'], dec_conv1a: ['dec_conv2b', 'input'], dec_conv1b: ['dec_conv1a'], dec_conv0: ['dec_conv1b'],
}

/** Random weights that keep numbers near 1 through all layers. */
export function randomWeights(seed: number, outputs: Readonly<Record<ConvolutionName, number>> = THIN): PlainWeights {
  const random = seeded(seed)
  const weights = new Map<string, { dims: number[]; values: Float32Array }>()
  const channels = new Map<string, number>([['input', 9]])
  for (const name of CONVOLUTIONS) {
    const inputs = COMES_FROM[name].reduce((sum, from) => sum + channels.get(from)!, 0)
    const size = 2.2 / Math.sqrt(9 * inputs)
    weights.set(`${name}.weight`, { dims: [outputs[name], inputs, 3, 3], values: Float32Array.from({ length: outputs[name] * inputs * 9 }, () => Math.fround((random() * 2 - 1) * size)) })
    weights.set(`${name}.bias`, { dims: [outputs[name]], values: Float32Array.from({ length: outputs[name] }, () => Math.fround((random() - 0.4) * 0.1 + (name === 'dec_conv0' ? 0.2 : 0))) })
    channels.set(name, outputs[name])
  }
  return weights
}

/** A file of weights in Open Image Denoise's format. */
export function writeTza(weights: PlainWeights): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let end = 12
  const entries: Buffer[] = []
  for (const [name, { dims, values }] of weights) {
    const head = Buffer.alloc(2 + name.length + 1 + 4 * dims.length + dims.length + 1 + 8)
    head.writeUInt16LE(name.length, 0)
    head.write(name, 2, 'latin1')
    let at = 2 + name.length
    at = head.writeUInt8(dims.length, at)
    for (const dim of dims) at = head.writeUInt32LE(dim, at)
    at += head.write(dims.length === 4 ? 'oihw' : 'x', at, 'latin1')
    at += head.write('f', at, 'latin1')
    head.writeBigUInt64LE(BigInt(end), at)
    entries.push(head)
    parts.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    end += values.byteLength
  }
  const start = Buffer.alloc(12)
  start.writeUInt16LE(0x41d7, 0)
  start.writeUInt8(2, 2)
  start.writeBigUInt64LE(BigInt(end), 4)
  const count = Buffer.alloc(4)
  count.writeUInt32LE(weights.size, 0)
  return new Uint8Array(Buffer.concat([start, ...parts, count, ...entries]))
}

/** Planes of channels, one after the other. */
interface Planes { readonly channels: number; readonly width: number; readonly height: number; readonly values: Float32Array }

function convolve({ channels, width, height, values }: Planes, weights: PlainWeights, name: string): Planes {
  const { dims: [outputs], values: w } = weights.get(`${name}.weight`)!
  const { values: bias } = weights.get(`${name}.bias`)!
  const out = new Float32Array(outputs * width * height)
  for (let o = 0; o < outputs; o++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        let sum = bias[o]
        for (let i = 0; i < channels; i++) {
          for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) {
              if (y + dy < 0 || y + dy >= height || x + dx < 0 || x + dx >= width) continue
              sum = Math.fround(sum + Math.fround(w[((o * channels + i) * 3 + dy + 1) * 3 + dx + 1] * values[(i * height + y + dy) * width + x + dx]))
            }
          }
        }
        out[(o * height + y) * width + x] = Math.max(0, sum)
      }
    }
  }
  return { channels: outputs, width, height, values: out }
}

function pool({ channels, width, height, values }: Planes): Planes {
  const at = (c: number, y: number, x: number): number => values[(c * height + y) * width + x]
  return planes(channels, width / 2, height / 2, (c, y, x) => Math.max(at(c, 2 * y, 2 * x), at(c, 2 * y, 2 * x + 1), at(c, 2 * y + 1, 2 * x), at(c, 2 * y + 1, 2 * x + 1)))
}

const enlarge = ({ channels, width, height, values }: Planes): Planes =>
  planes(channels, 2 * width, 2 * height, (c, y, x) => values[(c * height + (y >> 1)) * width + (x >> 1)])

function planes(channels: number, width: number, height: number, of: (c: number, y: number, x: number) => number): Planes {
  const values = new Float32Array(channels * width * height)
  for (let c = 0, at = 0; c < channels; c++) for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) values[at++] = of(c, y, x)
  return { channels, width, height, values }
}

function concat(a: Planes, b: Planes): Planes {
  const values = new Float32Array(a.values.length + b.values.length)
  values.set(a.values)
  values.set(b.values, a.values.length)
  return { ...a, channels: a.channels + b.channels, values }
}

/** @param input  9 planes, sides multiples of 16 */
export function plainUnet(input: Planes, weights: PlainWeights): Planes {
  const conv = (name: ConvolutionName, from: Planes): Planes => convolve(from, weights, name)
  const p1 = pool(conv('enc_conv1', conv('enc_conv0', input)))
  const p2 = pool(conv('enc_conv2', p1))
  const p3 = pool(conv('enc_conv3', p2))
  const p4 = pool(conv('enc_conv4', p3))
  const deep = conv('enc_conv5b', conv('enc_conv5a', p4))
  const d4 = conv('dec_conv4b', conv('dec_conv4a', concat(enlarge(deep), p3)))
  const d3 = conv('dec_conv3b', conv('dec_conv3a', concat(enlarge(d4), p2)))
  const d2 = conv('dec_conv2b', conv('dec_conv2a', concat(enlarge(d3), p1)))
  return conv('dec_conv0', conv('dec_conv1b', conv('dec_conv1a', concat(enlarge(d2), input))))
}

/** The curve between radiance and what the network sees, in double precision. */
const forward = (y: number): number => (y <= 1.5794576e-6 ? 1412.83765 * y : y <= 3.22087631e-2 ? 1.64593172 * y ** 0.431384981 - 2.94139609e-3 : 0.192653254 * Math.log(y + 6.26026094e-3) + 0.998620152)
const backward = (x: number): number => (x <= 2.23151711e-3 ? x / 1412.83765 : x <= 0.370974749 ? ((x + 2.94139609e-3) / 1.64593172) ** (1 / 0.431384981) : Math.exp((x - 0.998620152) / 0.192653254) - 6.26026094e-3)

interface PlainPicture { readonly width: number; readonly height: number; readonly radiance: Float32Array; readonly albedo: Float32Array; readonly normal: Float32Array }

/** A whole picture through the network, its light not given back. 4 floats per pixel; the fourth is handed through. */
export function plainDenoise({ width, height, radiance, albedo, normal }: PlainPicture, weights: PlainWeights, scale: number): Float32Array {
  const most = forward(65504)
  const unit = (value: number, least: number): number => (value > least ? Math.min(1, value) : least)
  const input = planes(9, 16 * Math.ceil(width / 16), 16 * Math.ceil(height / 16), (c, y, x) => {
    if (y >= height || x >= width) return 0
    const at = 4 * (y * width + x) + (c % 3)
    return c < 3 ? forward(Math.max(0, radiance[at] * scale)) / most : c < 6 ? unit(albedo[at], 0) : unit(normal[at], -1) * 0.5 + 0.5
  })
  const { width: w, height: h, values } = plainUnet(input, weights)
  return radiance.map((value, at) => {
    const [c, x, y] = [at % 4, (at >> 2) % width, Math.floor((at >> 2) / width)]
    return c === 3 ? value : backward(values[(c * h + y) * w + x] * most) / scale
  })
}

/** A noisy picture with edges, dark and bright parts, and guides that know of some of them. */
export function noisyPicture(width: number, height: number, seed: number): PlainPicture {
  const random = seeded(seed)
  const [radiance, albedo, normal] = [0, 0, 0].map(() => new Float32Array(4 * width * height))
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const isLeft = x * height < y * width
      const light = 400 * (1.5 + Math.sin(x / 9)) * (y > height / 2 ? 0.02 : 1) * (-Math.log(1 - random())) ** 1.5 * (random() < 0.002 ? 60 : 1)
      for (let c = 0; c < 3; c++) {
        albedo[at + c] = isLeft ? 0.2 + 0.2 * c : 0.7
        normal[at + c] = c === (isLeft ? 0 : 1) ? 1 : 0
        radiance[at + c] = Math.abs(light) * albedo[at + c]
      }
      radiance[at + 3] = 1
      normal[at + 3] = 1
    }
  }
  return { width, height, radiance, albedo, normal }
}
