import { serveKernels } from './serve-kernels.ts'

/** The entry of the workers that draw the app's picture: nothing but the kernels of a frame is compiled into it. */
serveKernels({
  'frame/brute-force/plain': () => import('mirror:frame/brute-force/plain/fast'),
  'frame/object-list/plain': () => import('mirror:frame/object-list/plain/fast'),
  'frame/object-list/boxes': () => import('mirror:frame/object-list/boxes/fast'),
  'frame/object-list/ropes': () => import('mirror:frame/object-list/ropes/fast'),
  'frame/object-list/parents': () => import('mirror:frame/object-list/parents/fast'),
  'frame/uber/plain': () => import('mirror:frame/uber/plain/fast'),
  'frame/uber/boxes': () => import('mirror:frame/uber/boxes/fast'),
  'frame/uber/ropes': () => import('mirror:frame/uber/ropes/fast'),
  'frame/uber/parents': () => import('mirror:frame/uber/parents/fast'),
  'irradiance-cache/sweep': () => import('mirror:irradiance-cache/sweep/fast'),
  'irradiance-cache/choose': () => import('mirror:irradiance-cache/choose/fast'),
  'irradiance-cache/blend': () => import('mirror:irradiance-cache/blend/fast'),
  'irradiance-cache/visit/plain': () => import('mirror:irradiance-cache/visit/plain/fast'),
  'irradiance-cache/visit/boxes': () => import('mirror:irradiance-cache/visit/boxes/fast'),
  'irradiance-cache/visit/ropes': () => import('mirror:irradiance-cache/visit/ropes/fast'),
  'irradiance-cache/visit/parents': () => import('mirror:irradiance-cache/visit/parents/fast'),
  'irradiance-cache/trace/plain': () => import('mirror:irradiance-cache/trace/plain/fast'),
  'irradiance-cache/trace/boxes': () => import('mirror:irradiance-cache/trace/boxes/fast'),
  'irradiance-cache/trace/ropes': () => import('mirror:irradiance-cache/trace/ropes/fast'),
  'irradiance-cache/trace/parents': () => import('mirror:irradiance-cache/trace/parents/fast'),
  'hybrid/uber/plain': () => import('mirror:hybrid/uber/plain/fast'),
  'hybrid/uber/boxes': () => import('mirror:hybrid/uber/boxes/fast'),
  'hybrid/uber/ropes': () => import('mirror:hybrid/uber/ropes/fast'),
  'hybrid/uber/parents': () => import('mirror:hybrid/uber/parents/fast'),
})
