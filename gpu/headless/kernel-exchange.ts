import type { TwinModule } from '../twin/compiler/compile.ts'

/* Threads that need the same kernels compile each of them once: who asks first does it, the others are given the text. */

type Compiled = { readonly module: TwinModule } | { readonly error: string }

/** From a thread: it needs a kernel; it has compiled what it was told to. */
export type FromExchange = { readonly type: 'wanted'; readonly kernel: string } | { readonly type: 'made'; readonly kernel: string; readonly made: Compiled }

/** To a thread: compile this kernel, all others wait for it; or here it is. */
export type ToExchange = { readonly type: 'make'; readonly kernel: string } | { readonly type: 'made'; readonly kernel: string; readonly made: Compiled }

/** Of the thread that started the others. @returns hears one of them, who is answered by `post` */
export function createKernelExchange(): (message: FromExchange, post: (message: ToExchange) => void) => void {
  const known = new Map<string, { made: Compiled | null; readonly waiting: ((message: ToExchange) => void)[] }>()
  return (message, post) => {
    const { kernel } = message
    const entry = known.get(kernel)
    if (message.type === 'made') {
      if (entry === undefined) return
      entry.made = message.made
      for (const each of entry.waiting.splice(0)) each(message)
    } else if (entry === undefined) {
      known.set(kernel, { made: null, waiting: [] })
      post({ type: 'make', kernel })
    } else if (entry.made === null) entry.waiting.push(post)
    else post({ type: 'made', kernel, made: entry.made })
  }
}

/** Of a thread that needs kernels. */
export interface KernelCustomer {
  /** Once for each kernel. @throws Error where it does not compile, whoever compiled it */
  load(kernel: string): Promise<TwinModule>
  hear(message: ToExchange): void
}

export function createKernelCustomer(compile: (kernel: string) => TwinModule, post: (message: FromExchange) => void): KernelCustomer {
  const asked = new Map<string, { readonly promise: Promise<TwinModule>; resolve(module: TwinModule): void; reject(error: Error): void }>()

  function make(kernel: string): Compiled {
    try {
      return { module: compile(kernel) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    load(kernel) {
      const before = asked.get(kernel)
      if (before !== undefined) return before.promise
      let answers: { resolve(module: TwinModule): void; reject(error: Error): void }
      const promise = new Promise<TwinModule>((resolve, reject) => { answers = { resolve, reject } })
      asked.set(kernel, { promise, ...answers! })
      post({ type: 'wanted', kernel })
      return promise
    },
    hear(message) {
      const made = message.type === 'make' ? make(message.kernel) : message.made
      if (message.type === 'make') post({ type: 'made', kernel: message.kernel, made })
      const answer = asked.get(message.kernel)
      if ('module' in made) answer?.resolve(made.module)
      else answer?.reject(new Error(made.error))
    },
  }
}
