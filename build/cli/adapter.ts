import { spawn } from 'node:child_process'
import os from 'node:os'
import type { CpuExecutor } from '../../gpu/index.ts'
import { summarizeAdapter } from '../../gpu/device/device.ts'
import { createThreads } from '../../gpu/headless/cpu-threads.ts'
import { setup } from '../../gpu/headless/setup.ts'

/** What ends a command. */
export const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Names the software adapter where no driver is named; the loader's path counts for new processes only. */
export async function findAdapter(): Promise<void> {
  const before = process.env.LD_LIBRARY_PATH
  setup()
  if (process.env.LD_LIBRARY_PATH === before) return
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })
  // Whoever stops this process means the one that works.
  for (const signal of STOPS) process.on(signal, () => child.kill(signal))
  process.exit(await new Promise<number>((resolve) => { child.on('exit', (code) => resolve(code ?? 1)) }))
}

/** Whether the cores trace: where they are asked for, or where a program plays the GPU. */
export const usesCpu = (device: GPUDevice, asked: 'gpu' | 'cpu' | null): boolean => (asked === null ? summarizeAdapter(device.adapterInfo).isSoftware : asked === 'cpu')

/**
 * The cores, where they are asked for or where a program plays the GPU: they are faster at the same kernel.
 *
 * @param entry  of the command; its file serves as a thread, too @param count  of threads
 */
export async function threadsFor(device: GPUDevice, asked: 'gpu' | 'cpu' | null, entry: string, count: number = os.availableParallelism()): Promise<CpuExecutor | undefined> {
  return usesCpu(device, asked) ? createThreads(new URL(entry), count) : undefined
}
