const turn = globalThis.setImmediate
const native = /\{\s*\[native code\]\s*\}$/

/**
 * From here on Dawn for Node asks a program that plays the GPU every millisecond how far it is. It asks at every turn of the event loop, through the global
 * setImmediate(), and so keeps one core busy for as long as anything is awaited: the core that the program needs. Callbacks written in
 * JavaScript are called at once, as ever.
 */
export function pollSparingly(): void {
  globalThis.setImmediate = Object.assign(
    ((callback: (...args: unknown[]) => void, ...args: unknown[]) =>
      native.test(String(callback)) ? setTimeout(callback, 1, ...args) : turn(callback, ...args)) as unknown as typeof turn,
    turn,
  )
}
