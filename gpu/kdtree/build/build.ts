import type { MeshData } from '../../scene.ts'
import type { KdTree } from '../node.ts'
import { binnedSah } from './binned-sah.ts'
import { exactSah } from './exact-sah.ts'
import { objectMedian, spatialMedian } from './medians.ts'
import type { BuildOptions } from './options.ts'

/** A builder: a generator that yields the share done, 0..1, and returns the tree. */
export type Builder = (mesh: Pick<MeshData, 'key' | 'positions' | 'indices'>, options?: BuildOptions) => Generator<number, KdTree>

/** exact-sah for quality, binned-sah for speed, the medians for comparison. */
export const BUILDERS = {
  'exact-sah': exactSah,
  'binned-sah': binnedSah,
  'spatial-median': spatialMedian,
  'object-median': objectMedian,
} as const satisfies Record<string, Builder>
export type BuilderName = keyof typeof BUILDERS

export interface BuildControl {
  readonly options?: BuildOptions
  readonly builder?: BuilderName
  readonly onProgress?: (done: number) => void
}

/**
 * Builds the object tree of a mesh in one go.
 *
 * @throws MeshInvalidError naming the first triangle whose index is out of range or whose corner is not finite
 */
export function buildKdTree(mesh: Pick<MeshData, 'key' | 'positions' | 'indices'>, control: BuildControl = {}): KdTree {
  const steps = BUILDERS[control.builder ?? 'exact-sah'](mesh, control.options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    control.onProgress?.(step.value)
  }
}

/**
 * The same in slices of a few milliseconds, so that a worker hears a message (or a window stays alive) in between.
 *
 * @throws the signal's reason when it is aborted; MeshInvalidError as above
 */
export async function buildKdTreeInSlices(
  mesh: Pick<MeshData, 'key' | 'positions' | 'indices'>,
  control: BuildControl & { readonly signal?: AbortSignal; readonly sliceMs?: number } = {},
): Promise<KdTree> {
  const { signal, sliceMs = 30 } = control
  const steps = BUILDERS[control.builder ?? 'exact-sah'](mesh, control.options)
  let pause = performance.now() + sliceMs
  for (;;) {
    signal?.throwIfAborted()
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < pause) continue
    control.onProgress?.(step.value)
    await new Promise((resolve) => setTimeout(resolve, 0))
    pause = performance.now() + sliceMs
  }
}
