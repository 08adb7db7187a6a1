import type { TreeLayout } from '../../kdtree/pack.ts'
import type { SceneQuery } from '../../query/question.ts'
import type { Camera } from '../../scene.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import { measureTraversals, type TraversalChoice } from '../../traversal/measure/measure.ts'
import { bytesOfTrees } from '../../traversal/measure/room-for.ts'
import { copiedTrees, ownTrees } from './room-trees.ts'
import { roomRays } from './room-rays.ts'

/** What trees in other layouts may take beside those in use, bytes: a copy for a second or two is not worth pushing textures out. */
const MOST_COPIED = 512 * 1024 ** 2

export interface RoomMeasurement {
  /** Where the rays begin. */
  readonly camera: Camera
  /** Ends it, within one mesh, or one submission of some 20 ms. */
  readonly signal: AbortSignal
  /** Of measuring; laying trees out and compiling kernels comes before. */
  readonly budgetMs?: number
  /** What trees in other layouts may take beside those in use. */
  readonly mostBytes?: number
}

/**
 * Which traversal suits this adapter in the room as it is: the rays of a picture go through its own trees, laid out for each of a few.
 * Trees that were built for it are kept by their meshes, so whoever is interrupted goes on from there.
 *
 * @param layout  of the scene's trees
 * @returns null where the room has nothing to hit yet, or its trees are still being built
 * @throws the signal's reason when it is aborted; EngineError `gpu-kernel`
 */
export async function measureRoom(
  device: GPUDevice, scene: SceneTables, query: SceneQuery, layout: TreeLayout, { camera, signal, budgetMs, mostBytes = MOST_COPIED }: RoomMeasurement,
): Promise<TraversalChoice | null> {
  const { drawn, update: { pendingMeshes } } = scene
  if (drawn === null || pendingMeshes > 0 || scene.uber.instanceCount === 0) return null
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 0))
    signal.throwIfAborted()
  }
  const rays = await roomRays(query, camera, drawn.lights.filter(({ on }) => on), pause)
  const triangles = [...drawn.meshes.values()].reduce((sum, { indices }) => sum + indices.length / 3, 0)
  let left = mostBytes
  return measureTraversals(device, {
    rays,
    async trees(wanted) {
      if (wanted === layout) return ownTrees(scene)
      const bytes = bytesOfTrees(wanted, triangles, device.limits)
      if (bytes > left) return null
      left -= bytes
      return copiedTrees(device, scene, wanted, signal)
    },
  }, { signal, ...(budgetMs === undefined ? {} : { budgetMs }) })
}
