import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// double.wgsl: doubles numbers.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(64) fn double_(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&numbers)) { numbers[id.x] *= 2u; }
}`

/**
 * Device loss: a driver that restarts takes everything with it. Whoever owns GPU memory keeps what it was made of, and makes it anew on another
 * device; here the first device goes while the work is still to do. (The engine asks `deviceLost`, which says nothing when we end it ourselves.)
 *
 * @param lose  ends a device, as a driver would
 */
export async function survive(open: () => Promise<GPUDevice>, lose: (device: GPUDevice) => void, numbers: Uint32Array): Promise<{ losses: number; doubled: Uint32Array }> {
  for (let losses = 0; losses < 3; losses++) {
    const device = await open()
    let isLost = false
    void device.lost.then(() => { isLost = true })
    if (losses === 0) lose(device)
    const buffer = createStorageBuffer(device, 'numbers', numbers)
    const done = createKernel(device, 'double_', [WGSL]).then((kernel) => {
      kernel.call({ numbers: buffer }, Math.ceil(numbers.length / 64))
      return readBuffer(device, buffer, 0, numbers.byteLength)
    })
    const bytes = await done.catch(() => null)
    await device.queue.onSubmittedWorkDone().catch(() => undefined)
    if (bytes !== null && !isLost) return { losses, doubled: new Uint32Array(bytes) }
  }
  throw new Error('three devices in a row were lost')
}
