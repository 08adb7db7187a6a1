import { EngineError } from '../../device/error.ts'
import { f16FromF32, f32FromF16 } from './half.ts'

/** What a kernel on the CPU reads and writes instead of a GPU texture: one array per mip level, rows then layers, tightly packed. */
export interface TwinTexture {
  readonly format: string
  readonly width: number
  readonly height: number
  /** Layers of an array, or the depth of a 3D texture. */
  readonly layers: number
  readonly levels: number
  /** Per level: width * height * layers texels of as many numbers as the format has channels. */
  readonly data: readonly TexelArray[]
  readonly channels: number
  /** What each raw number stands for, an unsigned word of it as the index; null: itself. */
  readonly decoded: Float32Array | null
  /** The same of the fourth channel: sRGB leaves it as it is. */
  readonly decodedAlpha: Float32Array | null
  readonly encode: (value: number) => number
  /** A 3D texture's layers shrink with its levels. */
  readonly isVolume: boolean
}

type TexelArray = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array

interface TexelArrayConstructor {
  new (length: number): TexelArray
  new (memory: ArrayBufferLike, byteOffset: number, length: number): TexelArray
}

/** What a load leaves behind. */
export const texel = new Float64Array(4)

const same = (value: number) => value
/** The adapter multiplies. */
const PER_BYTE = Math.fround(1 / 255)
const UNORM = Float32Array.from({ length: 256 }, (_, raw) => raw * PER_BYTE)
const SNORM = Float32Array.from({ length: 256 }, (_, raw) => Math.max(Math.fround(((raw << 24) >> 24) * Math.fround(1 / 127)), -1))
const LINEAR = Float32Array.from({ length: 256 }, (_, i) => (i / 255 <= 0.04045 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4))
const HALVES = new Float32Array(65536).map((_, bits) => f32FromF16(bits))
const encodeUnorm = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 255)
type Codec = Pick<TwinTexture, 'decoded' | 'decodedAlpha' | 'encode'>
const CODECS: Readonly<Record<string, Codec>> = {
  unorm8: { decoded: UNORM, decodedAlpha: UNORM, encode: encodeUnorm },
  srgb8: { decoded: LINEAR, decodedAlpha: UNORM, encode: (value) => encodeUnorm(encodeSrgb(Math.min(Math.max(value, 0), 1))) },
  snorm8: { decoded: SNORM, decodedAlpha: SNORM, encode: (value) => Math.round(Math.min(Math.max(value, -1), 1) * 127) },
  half: { decoded: HALVES, decodedAlpha: HALVES, encode: f16FromF32 },
  plain: { decoded: null, decodedAlpha: null, encode: same },
}

/**
 * A texture over given data.
 *
 * @param format  a GPUTextureFormat of 8-bit normalised, 16-bit float or 32-bit channels, or depth32float
 * @param data  one typed array per mip level (Uint8Array for 8-bit, Uint16Array for 16-bit float, else 32-bit); null allocates
 * @throws EngineError `gpu-kernel` for a format that it does not know
 */
export function createTwinTexture(
  format: string, width: number, height: number, layers = 1, data: readonly TexelArray[] | null = null, isVolume = false,
): TwinTexture {
  const [, letters, kind] = /^(rgba|bgra|rg|r|depth)(\w+?)(?:-srgb)?$/.exec(format) ?? []
  const channels = letters === 'depth' || letters === 'r' ? 1 : letters?.length
  const codec = CODECS[kind === '8unorm' ? (format.endsWith('srgb') ? 'srgb8' : 'unorm8') : kind === '8snorm' ? 'snorm8' : kind === '16float' ? 'half' : 'plain']
  if (channels === undefined || letters === 'bgra' || !/^(?:8unorm|8snorm|8uint|8sint|16float|16uint|16sint|32float|32uint|32sint)$/.test(kind)) {
    throw new EngineError('gpu-kernel', `the twin has no textures of ${format}`, { format })
  }
  const levels = data ?? [new (arrayOf(kind))(width * height * layers * channels)]
  return { format, width, height, layers, levels: levels.length, data: levels, channels, ...codec, isVolume }
}

function arrayOf(kind: string): TexelArrayConstructor {
  const arrays: Readonly<Record<string, TexelArrayConstructor>> = {
    '8unorm': Uint8Array, '8uint': Uint8Array, '8snorm': Int8Array, '8sint': Int8Array, '16float': Uint16Array, '16uint': Uint16Array, '16sint': Int16Array,
    '32float': Float32Array, '32uint': Uint32Array, '32sint': Int32Array,
  }
  return arrays[kind]
}

/** A texture over given memory, shared or not, a piece per level: what workers make of an executor's texture. */
export function textureOver(format: string, width: number, height: number, layers: number, levels: readonly ArrayBufferLike[]): TwinTexture {
  const kind = /^(?:rgba|rg|r|depth)(\w+?)(?:-srgb)?$/.exec(format)?.[1] ?? ''
  const channels = /^(?:rgba|rg)/.exec(format)?.[0].length ?? 1
  const texels = (level: number) => Math.max(1, width >> level) * Math.max(1, height >> level) * layers * channels
  return createTwinTexture(format, width, height, layers, levels.map((memory, level) => new (arrayOf(kind))(memory, 0, texels(level))))
}

/** Side of a mip level; a level that is not there stands for the last. */
export function sizeAt(size: number, level: number, levels: number): number {
  return Math.max(1, size >> inside(level, levels))
}

// A negative coordinate is a large unsigned one.
const inside = (x: number, size: number) => (x >>> 0 < size ? x : size - 1)

/** Reads one texel into `texel`; coordinates, layer and level outside are clamped, missing channels are 0, alpha 1. */
export function loadTexel(texture: TwinTexture, x: number, y: number, z: number, level: number): void {
  const mip = inside(level, texture.levels)
  const width = sizeAt(texture.width, mip, texture.levels)
  const height = sizeAt(texture.height, mip, texture.levels)
  const depth = texture.isVolume ? sizeAt(texture.layers, mip, texture.levels) : texture.layers
  const { channels, decoded } = texture
  const data = texture.data[mip]
  const at = ((inside(z, depth) * height + inside(y, height)) * width + inside(x, width)) * channels
  texel[0] = valueOf(decoded, data[at])
  texel[1] = channels > 1 ? valueOf(decoded, data[at + 1]) : 0
  texel[2] = channels > 2 ? valueOf(decoded, data[at + 2]) : 0
  texel[3] = channels > 3 ? valueOf(texture.decodedAlpha, data[at + 3]) : 1
}

/** By a table, not by a function of the format: that would be a call for every channel. Signed bytes are the only signed ones that have a table. */
const valueOf = (decoded: Float32Array | null, raw: number): number => (decoded === null ? raw : decoded[raw < 0 ? raw + 256 : raw])

/** Writes one texel of the first level; outside nothing happens. */
export function storeTexel(texture: TwinTexture, x: number, y: number, z: number, r: number, g: number, b: number, a: number): void {
  if (!(x >= 0 && x < texture.width && y >= 0 && y < texture.height && z >= 0 && z < texture.layers)) return
  const { channels, encode } = texture
  const [data] = texture.data
  const at = ((z * texture.height + y) * texture.width + x) * channels
  data[at] = encode(r)
  if (channels > 1) data[at + 1] = encode(g)
  if (channels > 2) data[at + 2] = encode(b)
  if (channels > 3) data[at + 3] = texture.format.endsWith('srgb') ? Math.round(Math.min(Math.max(a, 0), 1) * 255) : encode(a)
}

const encodeSrgb = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
