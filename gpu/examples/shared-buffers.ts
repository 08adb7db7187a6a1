import { createStorageBuffer } from '../buffers/buffer.ts'
import { resourcesOf } from '../device/resources.ts'
import { sharedOn } from '../device/shared.ts'

/**
 * Shared buffers: who asks for content that is there already gets the same object, and the last one to let go frees it. The key says what
 * the content is; the device's count of bytes shows that it lies there once.
 */
export function sharedBuffers(device: GPUDevice, table: Float32Array): { isSame: boolean; bytes: { once: number; twice: number; released: number; freed: number } } {
  const bytes = () => resourcesOf(device)!.bytes
  const start = bytes()
  const acquire = () => sharedOn(device).acquire(`table ${table.join(' ')}`, () => createStorageBuffer(device, 'table', table))
  const mine = acquire()
  const once = bytes() - start
  const yours = acquire()
  const twice = bytes() - start
  const isSame = mine.resource === yours.resource
  mine.release()
  const released = bytes() - start
  yours.release()
  return { isSame, bytes: { once, twice, released, freed: bytes() - start } }
}
