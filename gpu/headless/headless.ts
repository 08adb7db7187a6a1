import { summarizeAdapter } from '../device/device.ts'
import { trackResources } from '../device/resources.ts'
import { watchCompilers } from './compilers.ts'
import { pollSparingly } from './sparing-polls.ts'

// Dawn's objects die with their GPU instance: hold every one for the life of the process.
const alive: unknown[] = []

/** Times are quantized for pages alone: they might spy by them. */
const PLAIN = ['timestamp_quantization']
/**
 * By that extension SwiftShader writes a store for every word of a workgroup's memory that is zero at first, and each thread runs all of them: kernels with
 * 16 KB compile for seconds. Else Dawn writes a loop that threads share.
 */
const SOFTWARE = [...PLAIN, 'use_vulkan_zero_initialize_workgroup_memory_extension']

/**
 * A GPU device in Node, through Dawn: the software adapter unless a Vulkan driver was named.
 *
 * @throws Error when no adapter answers, with the remedy
 */
export async function createHeadlessDevice(features: readonly GPUFeatureName[] = ['timestamp-query']): Promise<GPUDevice> {
  // The native module belongs to the thread that draws alone: threads that only compute run the same bundle, and a process that ends while
  // several of them hold it may crash.
  const { create, globals } = await import('webgpu')
  Object.assign(globalThis, globals)
  const adapterWithout = async (dawnFeatures: readonly string[]): Promise<GPUAdapter> => {
    const gpu = create([`disable-dawn-features=${dawnFeatures.join(',')}`])
    const adapter = await gpu.requestAdapter()
    if (adapter === null) throw new Error('No WebGPU adapter. Name a Vulkan driver in VK_ICD_FILENAMES, or install Chromium for its software one.')
    alive.push(gpu, adapter)
    return adapter
  }
  const found = await adapterWithout(PLAIN)
  const { isSoftware } = summarizeAdapter(found.info)
  const adapter = isSoftware ? await adapterWithout(SOFTWARE) : found
  const { maxStorageBufferBindingSize, maxBufferSize, maxStorageBuffersPerShaderStage } = adapter.limits
  const device = await adapter.requestDevice({
    requiredFeatures: features.filter((feature) => adapter.features.has(feature)),
    requiredLimits: { maxStorageBufferBindingSize, maxBufferSize, maxStorageBuffersPerShaderStage: Math.min(10, maxStorageBuffersPerShaderStage) },
  })
  alive.push(device)
  // A software adapter compiles at leisure, and no driver's threads outlive the process.
  if (isSoftware) pollSparingly()
  else watchCompilers(device)
  trackResources(device, true)
  return device
}

let shared: Promise<GPUDevice> | undefined

/**
 * The device that the GPU tests of a process share, with every kernel compiled on it. It is never destroyed: who loses one, or counts
 * what lives on it, creates its own.
 */
export const sharedDevice = (): Promise<GPUDevice> => (shared ??= createHeadlessDevice())
