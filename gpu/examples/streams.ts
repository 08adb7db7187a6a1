import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// square.wgsl: squares a batch.
@group(0) @binding(0) var<storage, read_write> batch: array<u32>;
@compute @workgroup_size(64) fn square(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&batch)) { batch[id.x] *= batch[id.x]; }
}`
/** Batches on their way at once: while one is computed, the next is uploaded and the last comes back. */
const LANES = 3

/**
 * Streams of work: batch after batch through a few lanes, each with buffers of its own, so that copies and kernels overlap and no more
 * than LANES batches are ever in flight. WebGPU has one queue; what CUDA calls a stream is a lane that waits for nobody but itself.
 */
export async function streams(device: GPUDevice, batches: readonly Uint32Array[], onResult: (index: number, squares: Uint32Array) => void): Promise<void> {
  const kernel = await createKernel(device, 'square', [WGSL])
  const size = Math.max(...batches.map(({ byteLength }) => byteLength))
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage
  let next = 0
  await Promise.all(Array.from({ length: LANES }, async (_, lane) => {
    const work = device.createBuffer({ label: `lane ${lane}`, size, usage: STORAGE | COPY_SRC | COPY_DST })
    const back = device.createBuffer({ label: `lane ${lane} back`, size, usage: MAP_READ | COPY_DST })
    for (let index = next++; index < batches.length; index = next++) {
      const { byteLength, length } = batches[index]
      device.queue.writeBuffer(work, 0, batches[index] as Uint32Array<ArrayBuffer>)
      kernel.call({ batch: work }, Math.ceil(length / 64))
      const encoder = device.createCommandEncoder({ label: `lane ${lane}` })
      encoder.copyBufferToBuffer(work, 0, back, 0, byteLength)
      device.queue.submit([encoder.finish()])
      await back.mapAsync(GPUMapMode.READ, 0, byteLength)
      onResult(index, new Uint32Array(back.getMappedRange(0, byteLength).slice(0)))
      back.unmap()
    }
    work.destroy()
    back.destroy()
  }))
}
