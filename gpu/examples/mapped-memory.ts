import { readBuffer } from '../buffers/buffer.ts'

/**
 * Mapped memory: a buffer that is filled where it lies, without an array of our own in between; what CUDA calls page-locked. `fill` writes
 * straight into memory that the GPU copies from.
 */
export async function mappedMemory(device: GPUDevice, count: number, fill: (target: Float32Array) => void): Promise<Float32Array> {
  const buffer = device.createBuffer({ label: 'mapped', size: count * 4, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC, mappedAtCreation: true })
  fill(new Float32Array(buffer.getMappedRange()))
  // From here on it belongs to the GPU: the array above has length 0 now.
  buffer.unmap()
  const result = new Float32Array(await readBuffer(device, buffer))
  buffer.destroy()
  return result
}
