/** Hears every call of a method of a queue before it is made, until what comes back is called. */
export function hearQueue<Name extends 'submit' | 'writeBuffer'>(queue: GPUQueue, name: Name, hear: (...args: Parameters<GPUQueue[Name]>) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(queue, name)
  const method = queue[name] as (this: GPUQueue, ...args: unknown[]) => void
  function value(...args: Parameters<GPUQueue[Name]>): void {
    hear(...args)
    method.apply(queue, args)
  }
  Object.defineProperty(queue, name, { configurable: true, writable: true, value })
  return () => {
    if (own === undefined) Reflect.deleteProperty(queue, name)
    else Object.defineProperty(queue, name, own)
  }
}
