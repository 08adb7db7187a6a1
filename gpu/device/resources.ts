/** A buffer, texture or query set that lives on a device. */
export interface LiveResource {
  readonly kind: 'buffer' | 'texture' | 'query set'
  readonly label: string
  /** What was asked for; an adapter may round up. */
  readonly bytes: number
  /** Where it was made, function and `file:line:column`; null unless sites are kept. */
  readonly site: string | null
}

/** Counts what lives on one device, whoever made it: three.js, which adopts our device, included. */
export interface Resources {
  /** Bytes of everything alive. */
  readonly bytes: number
  /** The most that `bytes` ever was. */
  readonly peakBytes: number
  readonly count: number
  /** Objects that were dropped without destroy() and freed by the garbage collector, with their bytes: each is a leak in waiting. */
  readonly dropped: { readonly count: number; readonly bytes: number }
  /** Everything alive, oldest first. */
  list(): readonly LiveResource[]
  /** Bytes alive by label, largest first. */
  bytesByLabel(): Readonly<Record<string, number>>
  /** Names this moment, for `since`. */
  mark(): number
  /** What was made after a mark and is still alive. */
  since(mark: number): readonly LiveResource[]
}

const tracked = new WeakMap<GPUDevice, Resources>()

/** The count of a device that was opened by openDevice or given to trackResources; null for any other. */
export const resourcesOf = (device: GPUDevice): Resources | null => tracked.get(device) ?? null

/**
 * Starts counting. The device's three makers of memory are wrapped on this one object, so nothing that is made on it goes uncounted;
 * weak references keep the count from keeping anything alive.
 *
 * @param keepsSites  in development: a stack trace per object, about 5 µs each
 */
export function trackResources(device: GPUDevice, keepsSites = false): Resources {
  const known = tracked.get(device)
  if (known !== undefined) return known
  const alive = new Map<number, LiveResource>()
  let [nextId, bytes, peakBytes] = [0, 0, 0]
  const dropped = { count: 0, bytes: 0 }
  const forget = (id: number): LiveResource | undefined => {
    const resource = alive.get(id)
    if (alive.delete(id)) bytes -= resource!.bytes
    return resource
  }
  const collected = new FinalizationRegistry<number>((id) => {
    const resource = forget(id)
    if (resource === undefined) return
    dropped.count++
    dropped.bytes += resource.bytes
  })

  function count<T extends GPUBuffer | GPUTexture | GPUQuerySet>(object: T, kind: LiveResource['kind'], size: number): T {
    const id = nextId++
    alive.set(id, { kind, label: object.label || `unnamed ${kind}`, bytes: size, site: keepsSites ? callSite() : null })
    bytes += size
    peakBytes = Math.max(peakBytes, bytes)
    collected.register(object, id)
    const destroy = object.destroy.bind(object)
    // Named, not an arrow over `object`: the registry must be able to see it die.
    object.destroy = function destroyCounted() {
      forget(id)
      destroy()
    }
    return object
  }

  const createBuffer = device.createBuffer.bind(device)
  const createTexture = device.createTexture.bind(device)
  const createQuerySet = device.createQuerySet.bind(device)
  device.createBuffer = (descriptor) => count(createBuffer(descriptor), 'buffer', descriptor.size)
  device.createTexture = (descriptor) => count(createTexture(descriptor), 'texture', textureBytes(descriptor))
  device.createQuerySet = (descriptor) => count(createQuerySet(descriptor), 'query set', descriptor.count * 8)
  const resources: Resources = {
    get bytes() { return bytes },
    get peakBytes() { return peakBytes },
    get count() { return alive.size },
    dropped,
    list: () => [...alive.values()],
    bytesByLabel: () => byLabel(alive.values()),
    mark: () => nextId,
    since: (mark) => [...alive].filter(([id]) => id >= mark).map(([, resource]) => resource),
  }
  tracked.set(device, resources)
  return resources
}

function byLabel(resources: Iterable<LiveResource>): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { label, bytes } of resources) sums.set(label, (sums.get(label) ?? 0) + bytes)
  return Object.fromEntries([...sums].sort((a, b) => b[1] - a[1]))
}

/** What is still alive, a line each: kind, label, bytes, where it was made. Empty when nothing is. */
export function leakReport(leaked: readonly LiveResource[]): string {
  if (leaked.length === 0) return ''
  const total = leaked.reduce((sum, { bytes }) => sum + bytes, 0)
  const lines = leaked.map(({ kind, label, bytes, site }) => `  ${kind} "${label}", ${bytes} bytes${site === null ? '' : `, made at ${site}`}`)
  return [`${leaked.length} GPU objects are still alive, ${total} bytes:`, ...lines].join('\n')
}

/** Bytes of every level, layer and sample of a texture. */
export function textureBytes({ size, format, dimension, mipLevelCount = 1, sampleCount = 1 }: GPUTextureDescriptor): number {
  const [width, height = 1, layers = 1] = Symbol.iterator in size ? [...size] : [size.width, size.height, size.depthOrArrayLayers]
  const [blockWidth, blockHeight, blockBytes] = blockOf(format)
  let bytes = 0
  for (let level = 0; level < mipLevelCount; level++) {
    const along = (length: number) => Math.max(1, length >> level)
    const depth = dimension === '3d' ? along(layers) : layers
    bytes += Math.ceil(along(width) / blockWidth) * Math.ceil(along(height) / blockHeight) * depth * blockBytes
  }
  return bytes * sampleCount
}

/** Width, height and bytes of a format's block: one texel, but for compressed formats. */
function blockOf(format: GPUTextureFormat): [width: number, height: number, bytes: number] {
  const [, astcWidth, astcHeight] = /^astc-(\d+)x(\d+)/.exec(format) ?? []
  if (astcWidth !== undefined) return [Number(astcWidth), Number(astcHeight), 16]
  if (/^(?:bc1|bc4|etc2-rgb8|eac-r11)/.test(format)) return [4, 4, 8]
  if (/^(?:bc|etc2|eac)/.test(format)) return [4, 4, 16]
  if (/^(?:rgb10a2|rg11b10|rgb9e5|depth24plus$)/.test(format)) return [1, 1, 4]
  if (format === 'stencil8') return [1, 1, 1]
  if (format === 'depth24plus-stencil8') return [1, 1, 4]
  if (format === 'depth32float-stencil8') return [1, 1, 5]
  const [, letters, bits] = /^(depth|rgba|bgra|rg|r)(8|16|32)/.exec(format) ?? ['', 'rgba', '8']
  return [1, 1, (letters === 'depth' ? 1 : letters.length) * (Number(bits) / 8)]
}

/** Who called createBuffer, createTexture or createQuerySet. */
function callSite(): string | null {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 4
  // Behind this function, count and the wrapped maker.
  const frame = new Error('site').stack?.split('\n')[4]
  Error.stackTraceLimit = stackTraceLimit
  return frame?.trim().replace(/^at /, '') ?? null
}
