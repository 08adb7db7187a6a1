import { EngineError } from '../device/error.ts'
import { BLOCK, convModule } from './conv-wat.ts'
import type { DenoiseThreads } from './denoise-threads.ts'
import type { GuidedRows, Network, Part } from './network.ts'
import type { Plane } from './row-jobs.ts'
import { decode, encode } from './transfer.ts'
import { CONVOLUTIONS, type ConvolutionName, INPUTS, SIDE_STEP, type Unet } from './unet.ts'

/** Of a part: about a kilobyte each while it is worked on. */
const MOST_PIXELS = 450_000
const PAGE = 65_536
const up = (value: number, step: number): number => Math.ceil(value / step) * step

/** A plane with room for its border, and whose it is. */
interface Place extends Plane { readonly begin: number; readonly sizeBytes: number }

/** Where everything lies while a part of so many pixels is worked on. */
type Layout = ReturnType<typeof layoutOf>

function layoutOf({ convolutions }: Unet, width: number, height: number, first: number) {
  const out = (name: ConvolutionName): number => up(convolutions[name].outputs, BLOCK)
  let end = first
  const sizeOf = (level: number, channels: number): number => up(((width >> level) + 2) * ((height >> level) + 2) * channels * 4, 16)
  const at = (begin: number, level: number, channels: number): Place => {
    const [w, h] = [width >> level, height >> level]
    const stride = channels * 4
    return { begin, sizeBytes: sizeOf(level, channels), at: begin + (w + 3) * stride, stride, rowStride: (w + 2) * stride, width: w, height: h }
  }
  const take = (level: number, channels: number): Place => {
    const place = at(end, level, channels)
    end += place.sizeBytes
    return place
  }
  /** The same from another channel on. */
  const from = (place: Place, channel: number): Plane => ({ ...place, at: place.at + 4 * channel })
  // What is decoded joins what was kept of encoding: decoded first.
  const join = (level: number, decoded: ConvolutionName, kept: number): readonly [Place, Plane] => {
    const place = take(level, up(convolutions[decoded].outputs + kept, 4))
    return [place, from(place, convolutions[decoded].outputs)]
  }
  const [joined1, picture] = join(0, 'dec_conv2b', INPUTS)
  // Its last readers are done when dec_conv1b is written, and those of both halves of the next when dec_conv1a is.
  const dec1b = at(joined1.begin, 0, out('dec_conv1b'))
  end = joined1.begin + Math.max(joined1.sizeBytes, dec1b.sizeBytes)
  const shared = end
  const enc0 = at(shared, 0, out('enc_conv0'))
  const enc1 = at(shared + enc0.sizeBytes, 0, out('enc_conv1'))
  const dec1a = at(shared, 0, out('dec_conv1a'))
  const dec0 = at(shared, 0, out('dec_conv0'))
  end = shared + Math.max(enc0.sizeBytes + enc1.sizeBytes, dec1a.sizeBytes, dec0.sizeBytes)
  const [joined2, pool1] = join(1, 'dec_conv3b', convolutions.enc_conv1.outputs)
  const [joined3, pool2] = join(2, 'dec_conv4b', convolutions.enc_conv2.outputs)
  const [joined4, pool3] = join(3, 'enc_conv5b', convolutions.enc_conv3.outputs)
  const pool4 = take(4, up(convolutions.enc_conv4.outputs, 4))
  const [enc2, enc3, enc4] = [take(1, out('enc_conv2')), take(2, out('enc_conv3')), take(3, out('enc_conv4'))]
  const [enc5a, enc5b] = [take(4, out('enc_conv5a')), take(4, out('enc_conv5b'))]
  const [dec4a, dec4b, dec3a, dec3b] = [take(3, out('dec_conv4a')), take(3, out('dec_conv4b')), take(2, out('dec_conv3a')), take(2, out('dec_conv3b'))]
  const [dec2a, dec2b] = [take(1, out('dec_conv2a')), take(1, out('dec_conv2b'))]
  return {
    width, height, end, picture,
    joined1, joined2, joined3, joined4, pool1, pool2, pool3, pool4,
    enc0, enc1, enc2, enc3, enc4, enc5a, enc5b, dec4a, dec4b, dec3a, dec3b, dec2a, dec2b, dec1a, dec1b, dec0,
  }
}

/** Weights as the kernel takes them: [block of outputs][row][column][input][output of the block], then the biases; zeros where outputs end. */
function pack({ inputs, outputs, weights, bias }: Unet['convolutions'][ConvolutionName]): Float32Array {
  const blocks = Math.ceil(outputs / BLOCK)
  const packed = new Float32Array(blocks * BLOCK * (9 * inputs + 1))
  for (let o = 0; o < outputs; o++) {
    const [block, lane] = [Math.floor(o / BLOCK), o % BLOCK]
    for (let i = 0; i < inputs; i++) for (let tap = 0; tap < 9; tap++) packed[((block * 9 + tap) * inputs + i) * BLOCK + lane] = weights[(o * inputs + i) * 9 + tap]
    packed[blocks * BLOCK * 9 * inputs + o] = bias[o]
  }
  return packed
}

/**
 * The network on the processor's threads: WebAssembly's vectors over memory that they share, row by row, layer by layer.
 *
 * @throws EngineError `gpu-memory` where there is no room
 */
export async function createCpuNetwork(unet: Unet, threads: DenoiseThreads, mostPixels = MOST_PIXELS): Promise<Network> {
  const packed = new Map(CONVOLUTIONS.map((name) => [name, pack(unet.convolutions[name])]))
  const weightsAt = new Map<ConvolutionName, number>()
  let weightsEnd = 0
  for (const [name, { byteLength }] of packed) {
    weightsAt.set(name, weightsEnd)
    weightsEnd += up(byteLength, 16)
  }
  // A text for each distance of neighbours: those follow from the channels alone.
  const strides = new Set(Object.values(layoutOf(unet, SIDE_STEP, SIDE_STEP, 0)).flatMap((each) => (typeof each === 'object' ? [each.stride] : [])))
  // Wanted by few: not before.
  const { default: compile } = await import('watr/compile')
  const kernel = compile(convModule([...strides])) as Uint8Array<ArrayBuffer>
  let memory: WebAssembly.Memory | null = null
  let layout: Layout | null = null

  /** Room for a part; the largest so far is kept. */
  async function prepare(width: number, height: number): Promise<Layout> {
    if (layout?.width === width && layout.height === height) return layout
    const next = layoutOf(unet, width, height, weightsEnd)
    if (memory === null || memory.buffer.byteLength < next.end) {
      const pages = Math.ceil(next.end / PAGE)
      try {
        memory = new WebAssembly.Memory({ initial: pages, maximum: 65_536, shared: true })
      } catch (cause) {
        throw new EngineError('gpu-memory', `The denoiser needs ${pages * PAGE} bytes of memory for ${width} x ${height} pixels`, { label: 'denoiser' }, cause)
      }
      for (const [name, values] of packed) new Float32Array(memory.buffer, weightsAt.get(name), values.length).set(values)
      await threads.begin(kernel, memory)
    }
    layout = next
    return next
  }

  const conv = (name: ConvolutionName, input: Plane, output: Plane): Promise<void> => {
    const { inputs, outputs } = unet.convolutions[name]
    const weights = weightsAt.get(name)!
    const blocks = Math.ceil(outputs / BLOCK)
    return threads.run({ kind: 'conv', input, output, weights, bias: weights + blocks * BLOCK * 9 * inputs * 4, channels: inputs, blocks })
  }

  async function infer(l: Layout, signal: AbortSignal | undefined): Promise<void> {
    const { buffer } = memory!
    const channels = (name: ConvolutionName): number => unet.convolutions[name].outputs
    const step = async (name: ConvolutionName, input: Plane, output: Place): Promise<void> => {
      signal?.throwIfAborted()
      clearBorder(buffer, output)
      await conv(name, input, output)
    }
    const halve = (name: ConvolutionName, input: Plane, output: Plane): Promise<void> => threads.run({ kind: 'halve', input, output, channels: channels(name) })
    const double = (name: ConvolutionName, input: Plane, output: Plane): Promise<void> => threads.run({ kind: 'double', input, output, channels: channels(name) })
    for (const place of [l.joined2, l.joined3, l.joined4, l.pool4]) clearBorder(buffer, place)
    await step('enc_conv0', l.picture, l.enc0)
    await step('enc_conv1', l.enc0, l.enc1)
    await halve('enc_conv1', l.enc1, l.pool1)
    await step('enc_conv2', l.pool1, l.enc2)
    await halve('enc_conv2', l.enc2, l.pool2)
    await step('enc_conv3', l.pool2, l.enc3)
    await halve('enc_conv3', l.enc3, l.pool3)
    await step('enc_conv4', l.pool3, l.enc4)
    await halve('enc_conv4', l.enc4, l.pool4)
    await step('enc_conv5a', l.pool4, l.enc5a)
    await step('enc_conv5b', l.enc5a, l.enc5b)
    await double('enc_conv5b', l.enc5b, l.joined4)
    await step('dec_conv4a', l.joined4, l.dec4a)
    await step('dec_conv4b', l.dec4a, l.dec4b)
    await double('dec_conv4b', l.dec4b, l.joined3)
    await step('dec_conv3a', l.joined3, l.dec3a)
    await step('dec_conv3b', l.dec3a, l.dec3b)
    await double('dec_conv3b', l.dec3b, l.joined2)
    await step('dec_conv2a', l.joined2, l.dec2a)
    await step('dec_conv2b', l.dec2a, l.dec2b)
    await double('dec_conv2b', l.dec2b, l.joined1)
    await step('dec_conv1a', l.joined1, l.dec1a)
    await step('dec_conv1b', l.dec1a, l.dec1b)
    await step('dec_conv0', l.dec1b, l.dec0)
  }

  async function run(rows: GuidedRows, width: number, part: Part, scale: number, signal?: AbortSignal): Promise<Float32Array> {
    signal?.throwIfAborted()
    const l = await prepare(up(part.width, SIDE_STEP), up(part.height, SIDE_STEP))
    const floats = new Float32Array(memory!.buffer)
    clearBorder(memory!.buffer, l.joined1)
    fill(floats, l.picture, rows, width, part, scale)
    await infer(l, signal)
    return take(floats, l.dec0, rows.radiance, width, part, scale)
  }

  /** The memory holds one part. */
  let last: Promise<unknown> = Promise.resolve()
  return {
    mostPixels,
    run(...given) {
      const answer = last.then(() => run(...given))
      last = answer.catch(() => undefined)
      return answer
    },
    dispose: () => threads.dispose(),
  }
}

/** Zeros around a plane: whoever had the memory before left something there. */
function clearBorder(buffer: ArrayBufferLike, { begin, stride, rowStride, width, height }: Place): void {
  const floats = new Float32Array(buffer, begin, (rowStride / 4) * (height + 2))
  const row = rowStride / 4
  floats.fill(0, 0, row)
  floats.fill(0, row * (height + 1))
  for (let y = 1; y <= height; y++) {
    floats.fill(0, y * row, y * row + stride / 4)
    floats.fill(0, y * row + (width + 1) * (stride / 4), (y + 1) * row)
  }
}

const clamped = (value: number, least: number): number => (value >= least ? Math.min(value, 1) : value < least ? least : 0)

/** What the network sees; black and without direction behind the part's end. */
function fill(floats: Float32Array, plane: Plane, { radiance, albedo, normal }: GuidedRows, width: number, part: Part, scale: number): void {
  for (let y = 0; y < plane.height; y++) {
    let to = (plane.at + y * plane.rowStride) / 4
    for (let x = 0; x < plane.width; x++, to += plane.stride / 4) {
      if (y >= part.height || x >= part.width) {
        floats.fill(0, to, to + INPUTS)
        continue
      }
      const from = 4 * ((part.y + y) * width + part.x + x)
      for (let c = 0; c < 3; c++) {
        floats[to + c] = encode(radiance[from + c] * scale)
        floats[to + 3 + c] = clamped(albedo[from + c], 0)
        floats[to + 6 + c] = clamped(normal[from + c], -1) * 0.5 + 0.5
      }
    }
  }
}

function take(floats: Float32Array, plane: Plane, radiance: Float32Array, width: number, part: Part, scale: number): Float32Array {
  const denoised = new Float32Array(4 * part.width * part.height)
  for (let y = 0, to = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, to += 4) {
      const from = (plane.at + y * plane.rowStride + x * plane.stride) / 4
      for (let c = 0; c < 3; c++) denoised[to + c] = decode(floats[from + c]) / scale
      denoised[to + 3] = radiance[4 * ((part.y + y) * width + part.x + x) + 3]
    }
  }
  return denoised
}

