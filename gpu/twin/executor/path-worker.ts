import type { PathKernelName } from './kernel-names.ts'
import { type KernelLoader, serveKernels } from './serve-kernels.ts'

/** The entry of the workers that trace the reference on the computer's cores: nothing but its kernels is compiled into it. */
serveKernels({
  'path-trace/uber/plain': () => import('twin:path-trace/uber/plain/fast'),
  'path-trace/uber/boxes': () => import('twin:path-trace/uber/boxes/fast'),
  'path-trace/uber/ropes': () => import('twin:path-trace/uber/ropes/fast'),
  'path-trace/uber/parents': () => import('twin:path-trace/uber/parents/fast'),
  'path-trace/uber/bvh': () => import('twin:path-trace/uber/bvh/fast'),
} satisfies Record<PathKernelName, KernelLoader>)
