import type { TreeLayout } from '../../kdtree/pack.ts'

/* The kernels that ship, by name and without their mode: a worker that misses one, and a pass that asks for one that is not, do not compile. */

type SceneMode = 'brute-force' | 'object-list' | 'uber'

/** What the app's frame runs on the processor. */
export type FrameKernelName =
  | 'frame/brute-force/plain'
  | `frame/${'object-list' | 'uber'}/${TreeLayout}`
  | `frame-cached/uber/${TreeLayout}`
  | `hybrid/uber/${TreeLayout}`
  | `irradiance-cache/${'sweep' | 'choose' | 'blend' | 'share' | 'share-far'}`
  | `irradiance-cache/${'visit' | 'trace'}/${TreeLayout}`

/** What the reference runs on the processor. */
export type PathKernelName = `path-trace/uber/${TreeLayout}`

/** The same with a table of places that the sun lights, and what draws that. */
export type LitKernelName = `${'path-trace-lit' | 'lit-trace'}/uber/${TreeLayout}`

export type KernelName =
  | FrameKernelName
  | PathKernelName
  | LitKernelName
  | `${'trace' | 'debug-ray'}/${string}`
  | `${'primary' | 'shade' | 'reflect-pool'}/${SceneMode}`
  | 'irradiance-probe' | 'prepare-bounce' | 'mark-edges' | 'tonemap' | 'file-tone'
