import { createTwinKernel, type GeneratedModule, type TwinKernel } from '../runtime/run.ts'
import { textureOver } from '../runtime/texture.ts'
import { boxesOf, type FromWorker, type ToWorker } from './worker-protocol.ts'

export type KernelLoader = () => Promise<GeneratedModule>

/**
 * One core's share of every dispatch: answers an executor until the worker is terminated.
 *
 * @param kernels  loads each kernel that may be asked for, by its name without the mode
 */
export function serveKernels(kernels: Readonly<Record<string, KernelLoader>>): void {
  const bound = new Map<number, TwinKernel>()
  const answer = (message: FromWorker) => self.postMessage(message)

  async function handle(message: ToWorker): Promise<void> {
    switch (message.type) {
      case 'bind': {
        const load = kernels[message.kernel]
        if (load === undefined) throw new Error(`there is no kernel ${message.kernel}`)
        const resources = Object.fromEntries(Object.entries(message.resources).map(([name, resource]) =>
          [name, 'levels' in resource ? textureOver(resource.format, resource.width, resource.height, resource.layers, resource.levels) : resource]))
        bound.set(message.id, createTwinKernel(await load(), resources, message.constants))
        return answer({ type: 'bound', id: message.id })
      }
      case 'forget': return void bound.delete(message.id)
      case 'run': {
        const kernel = bound.get(message.id)
        if (kernel === undefined) throw new Error('this kernel is not bound')
        const next = new Int32Array(message.next)
        const total = message.count[0] * message.count[1] * message.count[2]
        for (;;) {
          const first = Atomics.add(next, 0, message.partSize)
          if (first >= total) break
          for (const [from, to] of boxesOf(first, Math.min(total, first + message.partSize), message.count)) kernel.dispatchPart(from, to, message.count)
        }
        return answer({ type: 'done', run: message.run })
      }
    }
  }

  self.onmessage = (event: MessageEvent<ToWorker>) => {
    const message = event.data
    handle(message).catch((error: unknown) => {
      answer({ type: 'failed', id: message.id, run: message.type === 'run' ? message.run : null, message: error instanceof Error ? error.message : String(error) })
    })
  }
  // Whoever sent it waits for an answer: breaking down is one.
  self.onmessageerror = () => { throw new Error('a message could not be read') }
  answer({ type: 'ready' })
}
