import rayWgsl from '../kernels/ray.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import sceneTreesWgsl from '../kernels/scene-trees.wgsl?raw'
import shapeWgsl from '../kernels/shape.wgsl?raw'
import triangleWgsl from '../kernels/triangle.wgsl?raw'
import type { TreeLayout } from '../kdtree/pack.ts'
import type { RenderSettings } from '../settings.ts'
import backtrackWgsl from './object/backtrack.wgsl?raw'
import bruteForceWgsl from './object/brute-force.wgsl?raw'
import bvhWgsl from './object/bvh.wgsl?raw'
import havranWgsl from './object/havran.wgsl?raw'
import leafRecordsWgsl from './object/leaf-records.wgsl?raw'
import leafWgsl from './object/leaf.wgsl?raw'
import loneObjectWgsl from './scene/lone-object.wgsl?raw'
import type { TraversalName } from './names.ts'
import objectListWgsl from './scene/object-list.wgsl?raw'
import pushDownShortStackWgsl from './object/push-down-short-stack.wgsl?raw'
import pushDownWgsl from './object/push-down.wgsl?raw'
import referencesWgsl from './object/references.wgsl?raw'
import restartWgsl from './object/restart.wgsl?raw'
import ropesPlusPlusWgsl from './object/ropes-plus-plus.wgsl?raw'
import ropesWgsl from './object/ropes.wgsl?raw'
import sequentialWgsl from './object/sequential.wgsl?raw'
import shortStackWgsl from './object/short-stack.wgsl?raw'
import standard12Wgsl from './object/standard-12.wgsl?raw'
import standard8Wgsl from './object/standard-8.wgsl?raw'
import uberWgsl from './scene/uber.wgsl?raw'
import { stacksPiece, walkOf, type Way } from './walk.ts'

/** What kernels list first that look at surfaces and walk no trees: rays, the scene's bindings, the tests of triangles and exact shapes. */
export const SURFACE_PIECES: readonly string[] = [rayWgsl, sceneWgsl, triangleWgsl, shapeWgsl]

/** What every tracing kernel lists first. */
export const SCENE_PIECES: readonly string[] = [...SURFACE_PIECES, sceneTreesWgsl]

/** How one object tree is walked: each is a piece that offers `traverse_object`. The über level always walks as standard-8. */
export const OBJECT_TRAVERSALS = {
  sequential: sequentialWgsl,
  'standard-12': standard12Wgsl,
  'standard-8': standard8Wgsl,
  havran: havranWgsl,
  restart: restartWgsl,
  backtrack: backtrackWgsl,
  'push-down': pushDownWgsl,
  'short-stack': shortStackWgsl,
  'push-down-short-stack': pushDownShortStackWgsl,
  ropes: ropesWgsl,
  'ropes-plus-plus': ropesPlusPlusWgsl,
  bvh: bvhWgsl,
} as const satisfies Readonly<Record<TraversalName, string>>
export type { TraversalName } from './names.ts'

/** What each needs of the trees it walks. */
export const TREE_LAYOUTS: Readonly<Record<TraversalName, TreeLayout>> = {
  sequential: 'boxes',
  'standard-12': 'plain',
  'standard-8': 'plain',
  havran: 'plain',
  restart: 'plain',
  backtrack: 'parents',
  'push-down': 'plain',
  'short-stack': 'plain',
  'push-down-short-stack': 'plain',
  ropes: 'ropes',
  'ropes-plus-plus': 'ropes',
  bvh: 'bvh',
}

/** Layouts whose `references` are rows of four words. */
const READ_AS_ROWS: readonly TreeLayout[] = ['ropes', 'bvh']

export const DEFAULT_TRAVERSAL: TraversalName = 'standard-8'

/**
 * The pieces that offer `closest_hit(ray) -> Hit` and `any_hit(ray) -> bool`; list them behind SCENE_PIECES and a piece that
 * offers `is_opaque` (kernels/alpha.wgsl, or alpha-none.wgsl).
 */
export function traversalPieces(mode: RenderSettings['mode'], way: Way = DEFAULT_TRAVERSAL): readonly string[] {
  if (mode === 'brute-force') return [referencesWgsl, leafWgsl, bruteForceWgsl, objectListWgsl]
  const walk = walkOf(way)
  const leaves = READ_AS_ROWS.includes(TREE_LAYOUTS[walk.traversal]) ? leafRecordsWgsl : referencesWgsl
  return [stacksPiece(walk), leaves, leafWgsl, OBJECT_TRAVERSALS[walk.traversal], mode === 'object-list' ? objectListWgsl : walk.isLone ? loneObjectWgsl : uberWgsl]
}
