import { createStorageBuffer } from '../buffers/buffer.ts'
import { leakReport, resourcesOf } from '../device/resources.ts'

/** Something that owns GPU memory, and forgets a part of it. */
function createForgetful(device: GPUDevice): { dispose(): void } {
  const kept = createStorageBuffer(device, 'given back', 256)
  createStorageBuffer(device, 'forgotten', 4096)
  return { dispose: () => kept.destroy() }
}

/** Leaks: what was made since a mark and is alive after dispose, with its label, bytes, and where it was made (in development). */
export function findLeaks(device: GPUDevice): string {
  const resources = resourcesOf(device)!
  const mark = resources.mark()
  createForgetful(device).dispose()
  return leakReport(resources.since(mark))
}
