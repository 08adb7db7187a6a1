import { kernels } from 'twin:kernels'
import { serveKernels } from './serve-kernels.ts'

/** The entry of the executor's workers: every kernel that ships. */
serveKernels(kernels)
