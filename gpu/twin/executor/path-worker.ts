import type { LitKernelName, PathKernelName } from './kernel-names.ts'
import { type KernelLoader, serveKernels } from './serve-kernels.ts'

/** The entry of the workers that trace the reference on the computer's cores: nothing but its kernels is compiled into it. */
serveKernels({
  'path-trace/uber/plain': () => import('twin:path-trace/uber/plain/fast'),
  'path-trace/uber/boxes': () => import('twin:path-trace/uber/boxes/fast'),
  'path-trace/uber/ropes': () => import('twin:path-trace/uber/ropes/fast'),
  'path-trace/uber/parents': () => import('twin:path-trace/uber/parents/fast'),
  'path-trace/uber/bvh': () => import('twin:path-trace/uber/bvh/fast'),
  'path-trace-lit/uber/plain': () => import('twin:path-trace-lit/uber/plain/fast'),
  'path-trace-lit/uber/boxes': () => import('twin:path-trace-lit/uber/boxes/fast'),
  'path-trace-lit/uber/ropes': () => import('twin:path-trace-lit/uber/ropes/fast'),
  'path-trace-lit/uber/parents': () => import('twin:path-trace-lit/uber/parents/fast'),
  'path-trace-lit/uber/bvh': () => import('twin:path-trace-lit/uber/bvh/fast'),
  'lit-trace/uber/plain': () => import('twin:lit-trace/uber/plain/fast'),
  'lit-trace/uber/boxes': () => import('twin:lit-trace/uber/boxes/fast'),
  'lit-trace/uber/ropes': () => import('twin:lit-trace/uber/ropes/fast'),
  'lit-trace/uber/parents': () => import('twin:lit-trace/uber/parents/fast'),
  'lit-trace/uber/bvh': () => import('twin:lit-trace/uber/bvh/fast'),
} satisfies Record<PathKernelName | LitKernelName, KernelLoader>)
