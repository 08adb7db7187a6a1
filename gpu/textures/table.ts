import { readTexture } from '../buffers/buffer.ts'
import { EngineError } from '../device/error.ts'
import { type Lease, sharedOn } from '../device/shared.ts'
import { createKernel } from '../kernels/kernel.ts'
import type { Resource } from '../kernels/kernel.ts'
import type { TextureData, TextureKey } from '../scene.ts'
import mipsWgsl from './mips.wgsl?raw'
import { fitTo } from './fit.ts'

/** Edges of the texture arrays in texels; an image lies in the smallest that holds it. */
export const BUCKETS = [256, 512, 1024, 2048] as const
/** Of TexturePlace.texture. */
const LAYER_MASK = 0xffff
const LARGEST = BUCKETS[BUCKETS.length - 1]

/** Where an image lies. */
export interface TexturePlace {
  /** Layer in bits 0-15, array in bits 16-18 (0-3 read as colour, 4-7 as data): `TextureUse.texture`. */
  readonly texture: number
  /** Width - 1 in bits 4-14, height - 1 in bits 15-25: the upper part of `TextureUse.wrap`. */
  readonly size: number
}

/** All material textures, in one texture array per size bucket, with a layer for each image and none to spare. */
export interface TextureTable {
  /** Bind group 1 of every tracing kernel, by the names in texture.wgsl; other views in the frame after a change. */
  readonly resources: Readonly<Record<string, Resource>>
  /** Counts changes: places that were found before may have moved. */
  readonly version: number
  find(key: TextureKey): TexturePlace | null
  /** Uploads new images, frees those that are gone. @throws EngineError `gpu-memory`, `scene-invalid` */
  update(textures: ReadonlyMap<TextureKey, TextureData>): void
  /** Every array in memory that threads share, by the names in texture.wgsl; read back once per version. */
  shadow(): Promise<Readonly<Record<string, TextureShadow>>>
  dispose(): void
}

/** A texture array on the CPU: packed layers of each level, the largest first. */
export interface TextureShadow {
  readonly format: GPUTextureFormat
  readonly width: number
  readonly height: number
  readonly layers: number
  readonly levels: readonly SharedArrayBuffer[]
}

interface Bucket {
  readonly edge: number
  array: GPUTexture
  /** Layers in use; null: free. */
  layers: (TextureKey | null)[]
}

/** @param defer  runs a change before the next frame starts: an array that is replaced may be in use by this one */
export async function createTextureTable(device: GPUDevice, defer: (change: () => void) => void = (change) => change()): Promise<TextureTable> {
  const kernels = {
    srgb: await createKernel(device, 'shrink_color', [mipsWgsl]),
    linear: await createKernel(device, 'shrink_data', [mipsWgsl]),
  }
  const buckets: Bucket[] = BUCKETS.map((edge) => ({ edge, array: createArray(device, edge, 0), layers: [] }))
  const places = new Map<TextureKey, TexturePlace & { bucket: number; layer: number; data: TextureData }>()
  let version = 0
  let resources = viewAll(buckets)
  let shadow: { readonly version: number; readonly textures: Promise<Record<string, TextureShadow>> } | null = null

  const retired = new Set<GPUTexture>()

  /** Gives a bucket as many layers as it needs; what stays is copied, close together. */
  function resize(bucket: Bucket, needed: number): void {
    if (needed === bucket.layers.length) return
    const kept = bucket.layers.flatMap((key, layer) => (key === null ? [] : [{ key, layer }]))
    const array = createArray(device, bucket.edge, needed)
    copyLayers(device, bucket, kept.map(({ layer }) => layer), array)
    retired.add(bucket.array)
    bucket.array = array
    bucket.layers = Array.from({ length: needed }, (_, layer) => kept[layer]?.key ?? null)
    for (const [layer, { key }] of kept.entries()) {
      const place = places.get(key)!
      places.set(key, { ...place, layer, texture: layer | (place.texture & ~LAYER_MASK) })
    }
  }

  /** @throws EngineError `gpu-memory` */
  function checkRoom(needed: readonly number[]): void {
    const most = device.limits.maxTextureArrayLayers
    for (const [b, count] of needed.entries()) {
      if (count <= most) continue
      throw new EngineError('gpu-memory', `${count} textures of up to ${BUCKETS[b]} texels pass the adapter's maxTextureArrayLayers of ${most}`,
        { limit: 'maxTextureArrayLayers', needed: count, most })
    }
  }

  function showChange(): void {
    resources = viewAll(buckets)
    for (const array of retired) array.destroy()
    retired.clear()
  }

  // Images of one size share them, and so do all tables of a device.
  const mipSizes = new Map<string, Lease<GPUBuffer>>()

  /** Width and height of level - 1 and of level. */
  function sizesOf(width: number, height: number, level: number): GPUBuffer {
    const at = (size: number, l: number) => Math.max(1, size >> l)
    const sizes = [at(width, level - 1), at(height, level - 1), at(width, level), at(height, level)]
    const key = `mip sizes ${sizes.join(' ')}`
    const lease = mipSizes.get(key) ?? sharedOn(device).acquire(key, () => {
      const buffer = device.createBuffer({ label: key, size: 16, usage: GPUBufferUsage.UNIFORM, mappedAtCreation: true })
      new Uint32Array(buffer.getMappedRange()).set(sizes)
      buffer.unmap()
      return buffer
    })
    mipSizes.set(key, lease)
    return lease.resource
  }

  function upload(image: TextureData): void {
    const b = bucketOf(image)
    const bucket = buckets[b]
    const layer = bucket.layers.indexOf(null)
    bucket.layers[layer] = image.key
    device.queue.writeTexture({ texture: bucket.array, origin: [0, 0, layer] }, image.rgba as Uint8Array<ArrayBuffer>,
      { bytesPerRow: image.width * 4, rowsPerImage: image.height }, { width: image.width, height: image.height })
    const kernel = kernels[image.colorSpace]
    const encoder = device.createCommandEncoder({ label: `mips ${image.key}` })
    for (let level = 1; Math.max(image.width, image.height) >> level >= 1; level++) {
      const one = { dimension: '2d-array', baseArrayLayer: layer, arrayLayerCount: 1, mipLevelCount: 1 } as const
      const format = image.colorSpace === 'srgb' ? 'rgba8unorm-srgb' : 'rgba8unorm'
      const pass = encoder.beginComputePass({ label: `mips ${image.key}` })
      kernel.dispatch(pass, [kernel.bind(0, {
        larger: bucket.array.createView({ ...one, format, usage: GPUTextureUsage.TEXTURE_BINDING, baseMipLevel: level - 1 }),
        smaller: bucket.array.createView({ ...one, format: 'rgba8unorm', usage: GPUTextureUsage.STORAGE_BINDING, baseMipLevel: level }),
        sizes: sizesOf(image.width, image.height, level),
      })], Math.ceil(Math.max(1, image.width >> level) / 8), Math.ceil(Math.max(1, image.height >> level) / 8))
      pass.end()
    }
    device.queue.submit([encoder.finish()])
    const array = b + (image.colorSpace === 'srgb' ? 0 : BUCKETS.length)
    places.set(image.key, { texture: layer | (array << 16), size: ((image.width - 1) << 4) | ((image.height - 1) << 15), bucket: b, layer, data: image })
  }

  return {
    get resources() { return resources },
    get version() { return version },
    find: (key) => places.get(key) ?? null,
    update(textures) {
      const added = [...textures.values()].filter(({ key }) => !places.has(key)).map((image) => fitTo(checkedImage(image), LARGEST))
      const gone = [...places].filter(([key]) => !textures.has(key))
      if (added.length === 0 && gone.length === 0) return
      const needed = buckets.map(({ layers }, b) => layers.filter((key) => key !== null && textures.has(key)).length + added.filter((image) => bucketOf(image) === b).length)
      // Before anything changes: the table is as it was after an error.
      checkRoom(needed)
      for (const [key, { bucket, layer }] of gone) {
        buckets[bucket].layers[layer] = null
        places.delete(key)
      }
      for (const [b, bucket] of buckets.entries()) resize(bucket, needed[b])
      for (const image of added) upload(image)
      version++
      defer(showChange)
    },
    shadow() {
      if (shadow?.version !== version) shadow = { version, textures: readArrays(device, buckets.map(({ array }) => array)) }
      return shadow.textures
    },
    dispose() {
      for (const array of [...buckets.map((bucket) => bucket.array), ...retired]) array.destroy()
      for (const lease of mipSizes.values()) lease.release()
    },
  }
}

const bucketOf = ({ width, height }: TextureData): number => BUCKETS.findIndex((edge) => Math.max(width, height) <= edge)

function checkedImage(image: TextureData): TextureData {
  const { key, width, height, rgba } = image
  if (width >= 1 && height >= 1 && rgba.length === width * height * 4) return image
  throw new EngineError('scene-invalid', `Texture ${key}: ${width} x ${height} pixels need ${width * height * 4} bytes, not ${rgba.length}`, { texture: key })
}

/** An array with every mip level; without layers a single texel, since a binding cannot be empty. */
function createArray(device: GPUDevice, edge: number, layers: number): GPUTexture {
  const size = layers === 0 ? 1 : edge
  return device.createTexture({
    label: `textures ${edge}`,
    size: [size, size, Math.max(1, layers)],
    format: 'rgba8unorm',
    viewFormats: ['rgba8unorm-srgb'],
    mipLevelCount: Math.log2(size) + 1,
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_DST | GPUTextureUsage.COPY_SRC,
  })
}

/** Copies layers, ascending, to the first of another array; neighbours go together. */
function copyLayers(device: GPUDevice, { array, edge }: Bucket, layers: readonly number[], to: GPUTexture): void {
  const encoder = device.createCommandEncoder({ label: `${array.label} resize` })
  for (let begin = 0, end = 0; begin < layers.length; begin = end) {
    for (end = begin + 1; end < layers.length && layers[end] === layers[end - 1] + 1;) end++
    for (let mipLevel = 0; edge >> mipLevel >= 1; mipLevel++) {
      encoder.copyTextureToTexture({ texture: array, mipLevel, origin: [0, 0, layers[begin]] }, { texture: to, mipLevel, origin: [0, 0, begin] },
        [edge >> mipLevel, edge >> mipLevel, end - begin])
    }
  }
  device.queue.submit([encoder.finish()])
}

function viewAll(buckets: readonly Bucket[]): Record<string, GPUTextureView> {
  const views: Record<string, GPUTextureView> = {}
  for (const { array, edge } of buckets) {
    const usage = GPUTextureUsage.TEXTURE_BINDING
    views[`color_${edge}`] = array.createView({ dimension: '2d-array', format: 'rgba8unorm-srgb', usage })
    views[`data_${edge}`] = array.createView({ dimension: '2d-array', format: 'rgba8unorm', usage })
  }
  return views
}

/** All copies are on their way before the first is waited for: an array may be gone then. */
async function readArrays(device: GPUDevice, arrays: readonly GPUTexture[]): Promise<Record<string, TextureShadow>> {
  const shadows = await Promise.all(arrays.map(async (array, b) => {
    const { width, height, depthOrArrayLayers: layers } = array
    const levels = await Promise.all(Array.from({ length: array.mipLevelCount }, async (_, level) => {
      const bytes = await readTexture(device, array, 4, level)
      const memory = new SharedArrayBuffer(bytes.byteLength)
      new Uint8Array(memory).set(bytes)
      return memory
    }))
    return [
      [`color_${BUCKETS[b]}`, { format: 'rgba8unorm-srgb', width, height, layers, levels }],
      [`data_${BUCKETS[b]}`, { format: 'rgba8unorm', width, height, layers, levels }],
    ] as [string, TextureShadow][]
  }))
  return Object.fromEntries(shadows.flat())
}
