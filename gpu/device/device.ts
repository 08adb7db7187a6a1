import { EngineError } from './error.ts'
import { type Resources, trackResources } from './resources.ts'

/** Wanted where the adapter has them: timestamps for us, the rest for three, which adopts this device and adds nothing. */
const WANTED_FEATURES: readonly GPUFeatureName[] = [
  'timestamp-query', 'primitive-index', 'subgroups', 'float32-filterable', 'rg11b10ufloat-renderable', 'bgra8unorm-storage',
  'depth32float-stencil8', 'indirect-first-instance', 'clip-distances', 'texture-compression-bc', 'texture-compression-etc2',
  'texture-compression-astc',
]

/** Limits raised above WebGPU's defaults, as far as the adapter goes. */
const WANTED_LIMITS = {
  maxStorageBuffersPerShaderStage: 10,
  maxStorageBufferBindingSize: 2 ** 32 - 4,
  maxBufferSize: 2 ** 32,
  maxTextureArrayLayers: 2048,
  maxColorAttachmentBytesPerSample: 64,
} as const

/** What this adapter is, for the status bar and for choosing how much work to give it. */
export interface AdapterSummary {
  readonly vendor: string
  readonly architecture: string
  readonly description: string
  /** The CPU plays the GPU: SwiftShader, lavapipe, WARP. */
  readonly isSoftware: boolean
}

export interface OpenDevice {
  readonly device: GPUDevice
  readonly adapter: AdapterSummary
  /** What lives on the device, and how many bytes. */
  readonly resources: Resources
}

export interface OpenOptions {
  readonly powerPreference?: GPUPowerPreference
  /** In development: the leak report says where each object was made. */
  readonly keepsSites?: boolean
}

/** Marks a device that was destroyed on purpose, so that nobody mistakes it for a loss. */
export const DESTROYED = 'destroyed'

/**
 * Opens one device with every wanted feature and limit that the adapter has. Works in a window, a worker and Node.
 *
 * @param gpu  `navigator.gpu`, or what Dawn for Node creates; undefined where WebGPU does not exist
 * @throws EngineError `gpu-missing` without WebGPU, adapter or device
 */
export async function openDevice(gpu: GPU | undefined, { powerPreference = 'high-performance', keepsSites = false }: OpenOptions = {}): Promise<OpenDevice> {
  if (gpu === undefined) throw new EngineError('gpu-missing', 'WebGPU is not available here')
  const adapter = await gpu.requestAdapter({ powerPreference }) ?? await gpu.requestAdapter()
  if (adapter === null) throw new EngineError('gpu-missing', 'No WebGPU adapter answers')
  const requiredFeatures = WANTED_FEATURES.filter((feature) => adapter.features.has(feature))
  const requiredLimits = clampLimits(adapter.limits)
  let device: GPUDevice
  try {
    device = await adapter.requestDevice({ label: 'atrium', requiredFeatures, requiredLimits })
  } catch (cause) {
    throw new EngineError('gpu-missing', `The adapter gives no device: ${String(cause)}`, requiredLimits, cause)
  }
  return { device, adapter: summarizeAdapter(adapter.info), resources: trackResources(device, keepsSites) }
}

/** Every wanted limit, cut to what the adapter can do. */
export function clampLimits(available: GPUSupportedLimits): Record<string, number> {
  const limits: Record<string, number> = {}
  for (const name of Object.keys(WANTED_LIMITS) as (keyof typeof WANTED_LIMITS)[]) {
    const most = available[name]
    if (typeof most === 'number') limits[name] = Math.min(WANTED_LIMITS[name], most)
  }
  return limits
}

/** Reads an adapter's info; software adapters are known by name, since not every host sets the fallback flag. */
export function summarizeAdapter(info: GPUAdapterInfo): AdapterSummary {
  const { vendor, architecture, device, description } = info
  const words = `${vendor} ${architecture} ${device} ${description}`.toLowerCase()
  const isSoftware = /swiftshader|lavapipe|llvmpipe|softpipe|microsoft basic render|\bwarp\b/.test(words) || info.isFallbackAdapter === true
  return { vendor, architecture, description: description || device || architecture || vendor || 'unknown adapter', isSoftware }
}

/** Resolves with the error to show when the device is lost; never when we destroyed it ourselves. */
export function deviceLost(device: GPUDevice): Promise<EngineError> {
  return new Promise((resolve) => {
    void device.lost.then(({ reason, message }) => {
      if (reason !== DESTROYED) resolve(new EngineError('gpu-lost', message || 'The GPU device was lost', { reason: reason ?? 'unknown' }))
    })
  })
}

/** Calls back with the first allocation that the device refuses, whoever asked for it; returns how to stop listening. */
export function watchMemory(device: GPUDevice, onError: (error: EngineError) => void): () => void {
  const listen = ({ error }: GPUUncapturedErrorEvent) => {
    if (error.constructor.name === 'GPUOutOfMemoryError') onError(new EngineError('gpu-memory', error.message))
  }
  device.addEventListener('uncapturederror', listen)
  return () => device.removeEventListener('uncapturederror', listen)
}
