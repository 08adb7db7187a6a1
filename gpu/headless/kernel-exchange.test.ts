import { expect, test } from 'vitest'
import type { TwinModule } from '../twin/compiler/compile.ts'
import { createKernelCustomer, createKernelExchange, type KernelCustomer } from './kernel-exchange.ts'

/** Threads over one exchange; every message arrives in a turn of its own. */
function threadsOf(count: number, compile: (kernel: string) => string) {
  const made: [thread: number, kernel: string][] = []
  const exchange = createKernelExchange()
  const threads: KernelCustomer[] = Array.from({ length: count }, (_, i) => createKernelCustomer((kernel) => {
    made.push([i, kernel])
    return { code: compile(kernel) } as TwinModule
  }, (message) => void Promise.resolve().then(() => exchange(message, (answer) => void Promise.resolve().then(() => threads[i].hear(answer))))))
  return { threads, made }
}

test('threads that need the same kernels compile each of them once, and all are given it, those that come later too', async () => {
  const { threads, made } = threadsOf(3, (kernel) => `text of ${kernel}`)
  const first = await Promise.all([threads[0].load('a'), threads[1].load('a'), threads[1].load('b'), threads[0].load('b')])
  expect(first.map(({ code }) => code)).toEqual(['text of a', 'text of a', 'text of b', 'text of b'])
  expect((await threads[2].load('a')).code).toBe('text of a')
  expect(await threads[0].load('a')).toBe(first[0])
  // Who asked first.
  expect(made).toEqual([[0, 'a'], [1, 'b']])
})

test('a kernel that does not compile fails in every thread, by what the compiler says', async () => {
  const { threads, made } = threadsOf(2, (kernel) => { throw new Error(`${kernel}:1:1: no`) })
  const found = await Promise.allSettled([threads[0].load('a'), threads[1].load('a')])
  expect(found.map((each) => each.status === 'rejected' && (each.reason as Error).message)).toEqual(['a:1:1: no', 'a:1:1: no'])
  expect(made).toEqual([[0, 'a']])
})
