import { expect } from 'vitest'
import { readBuffer } from '../buffers/buffer.ts'

/** The radiance buffer of the frame loop made last on a device, which no picture shows as it is. Call it before the loop is made. */
export function watchRadiance(device: GPUDevice): { read(): Promise<Float32Array> } {
  let radiance: GPUBuffer | null = null
  const create = device.createBuffer.bind(device)
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor)
    if (descriptor.label === 'radiance') {
      radiance = buffer
      // The loop lets go of it before the test reads it.
      buffer.destroy = () => undefined
    }
    return buffer
  }
  return { read: async () => new Float32Array(await readBuffer(device, radiance!)) }
}

/** No pixel of a frame may be NaN or infinite, in any test. */
export function expectFinite(radiance: Float32Array, what = 'radiance'): void {
  const wrong = radiance.findIndex((value) => !Number.isFinite(value))
  expect(wrong < 0 ? 'finite' : `${what}: pixel ${wrong >> 2} is ${radiance.subarray(wrong & ~3, (wrong & ~3) + 4).join(' ')}`).toBe('finite')
}
