import type { FrameKernelName } from './kernel-names.ts'
import { type KernelLoader, serveKernels } from './serve-kernels.ts'

/** The entry of the workers that draw the app's picture: nothing but the kernels of a frame is compiled into it. */
serveKernels({
  'frame/brute-force/plain': () => import('twin:frame/brute-force/plain/fast'),
  'frame/object-list/plain': () => import('twin:frame/object-list/plain/fast'),
  'frame/object-list/boxes': () => import('twin:frame/object-list/boxes/fast'),
  'frame/object-list/ropes': () => import('twin:frame/object-list/ropes/fast'),
  'frame/object-list/parents': () => import('twin:frame/object-list/parents/fast'),
  'frame/uber/plain': () => import('twin:frame/uber/plain/fast'),
  'frame/uber/boxes': () => import('twin:frame/uber/boxes/fast'),
  'frame/uber/ropes': () => import('twin:frame/uber/ropes/fast'),
  'frame/uber/parents': () => import('twin:frame/uber/parents/fast'),
  'irradiance-cache/sweep': () => import('twin:irradiance-cache/sweep/fast'),
  'irradiance-cache/choose': () => import('twin:irradiance-cache/choose/fast'),
  'irradiance-cache/blend': () => import('twin:irradiance-cache/blend/fast'),
  'irradiance-cache/share': () => import('twin:irradiance-cache/share/fast'),
  'irradiance-cache/share-far': () => import('twin:irradiance-cache/share-far/fast'),
  'irradiance-cache/visit/plain': () => import('twin:irradiance-cache/visit/plain/fast'),
  'irradiance-cache/visit/boxes': () => import('twin:irradiance-cache/visit/boxes/fast'),
  'irradiance-cache/visit/ropes': () => import('twin:irradiance-cache/visit/ropes/fast'),
  'irradiance-cache/visit/parents': () => import('twin:irradiance-cache/visit/parents/fast'),
  'irradiance-cache/trace/plain': () => import('twin:irradiance-cache/trace/plain/fast'),
  'irradiance-cache/trace/boxes': () => import('twin:irradiance-cache/trace/boxes/fast'),
  'irradiance-cache/trace/ropes': () => import('twin:irradiance-cache/trace/ropes/fast'),
  'irradiance-cache/trace/parents': () => import('twin:irradiance-cache/trace/parents/fast'),
  'hybrid/uber/plain': () => import('twin:hybrid/uber/plain/fast'),
  'hybrid/uber/boxes': () => import('twin:hybrid/uber/boxes/fast'),
  'hybrid/uber/ropes': () => import('twin:hybrid/uber/ropes/fast'),
  'hybrid/uber/parents': () => import('twin:hybrid/uber/parents/fast'),
} satisfies Record<FrameKernelName, KernelLoader>)
