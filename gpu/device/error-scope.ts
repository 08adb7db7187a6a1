import { EngineError } from './error.ts'

/**
 * Runs work that makes, records or submits GPU objects, and throws what the device finds wrong with it: in this place and under this
 * name, instead of in the console some time later.
 *
 * @param what  named first in the message: the label of the object that is made, or what is done with it
 * @param work  synchronous: scopes of things done at once would mix
 * @throws EngineError `gpu-memory` when something does not fit, `gpu-kernel` for everything else that the device refuses
 */
export async function inErrorScope<T>(device: GPUDevice, what: string, work: () => T): Promise<T> {
  const filters = ['out-of-memory', 'internal', 'validation'] as const
  for (const filter of filters) device.pushErrorScope(filter)
  let result: T
  let scopes: Promise<GPUError | null>[]
  try {
    result = work()
  } finally {
    scopes = filters.map(() => device.popErrorScope())
  }
  // Scopes close from the inside out: what is not valid comes first, and what it drags behind it after.
  const [invalid, internal, memory] = await Promise.all(scopes)
  if (memory !== null) throw new EngineError('gpu-memory', `${what}: ${memory.message}`, { label: what })
  const refused = invalid ?? internal
  if (refused !== null) throw new EngineError('gpu-kernel', `${what}: ${refused.message}`, { label: what })
  return result
}
