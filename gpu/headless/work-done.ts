import { setImmediate } from 'node:timers/promises'

const never = new Int32Array(new SharedArrayBuffer(4))

/**
 * Resolves when the device has done all that was submitted, and sleeps meanwhile. Dawn for Node asks again at every turn of the event
 * loop, so a plain `await device.queue.onSubmittedWorkDone()` keeps one core busy: 40 % of all CPU time of a software adapter.
 */
export async function workDone(device: GPUDevice, sleepMs = 2): Promise<void> {
  let isDone = false
  const done = device.queue.onSubmittedWorkDone().finally(() => { isDone = true })
  while (!isDone) {
    Atomics.wait(never, 0, 0, sleepMs)
    await setImmediate()
  }
  await done
}
