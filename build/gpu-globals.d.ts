/* All that gpu/ may take for granted beside the language and WebGPU: what a window, a worker and Node have alike. */

declare module '*.wgsl?raw' {
  const text: string
  export default text
}

declare const performance: { now(): number }
declare function setTimeout<T>(run: (given: T) => void, afterMs?: number): unknown
declare function atob(base64: string): string
declare function btoa(bytes: string): string

/** What the denoiser's threads run. */
declare namespace WebAssembly {
  class Memory {
    constructor(options: { initial: number; maximum: number; shared: true })
    readonly buffer: SharedArrayBuffer
  }
  class Module { constructor(bytes: Uint8Array<ArrayBuffer>) }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
}

/** V8's. */
interface ErrorConstructor { stackTraceLimit?: number }

interface AbortSignal { readonly aborted: boolean; readonly reason: unknown; throwIfAborted(): void }
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

interface MessageEvent<Data = unknown> { readonly data: Data }
interface MessagePort {
  onmessage: ((event: MessageEvent<never>) => void) | null
  postMessage(message: unknown, transfer?: readonly unknown[]): void
  start(): void
  close(): void
}
/** Of a worker that answers: the twin's threads. Node's have it from whoever starts them. */
declare const self: { onmessage: ((event: MessageEvent<never>) => void) | null; onmessageerror: (() => void) | null; postMessage(message: unknown): void }
