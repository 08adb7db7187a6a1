import type { Vec3 } from '../../../../gpu/index.ts'
import { composeMatrix, multiplyMatrices, type Transform } from '../../../document/transform.ts'
import type { Mount } from '../../../document/types.ts'
import { footOf } from '../../pieces/mount.ts'
import type { Gltf } from '../gltf-schema.ts'
import type { Box } from '../../pieces/box.ts'
import { IDENTITY_MATRIX, rootsOf } from './nodes.ts'

/** How a model of the user's own becomes a piece. */
export interface Settle {
  /** Where it is held: by its foot, by its top under a ceiling, by its back on a wall. */
  readonly mount: Mount
  /** Counter-clockwise seen from above; absent: none. The front looks along +z. */
  readonly quarterTurns?: number | undefined
  /** Along the axes it came with; absent: as it came. */
  readonly scale?: Vec3 | undefined
}

/** Metres: nearer to its place than this, it is there. */
const AT_ITS_PLACE = 1e-4

/**
 * Turns and sizes a model and moves it so that its foot (top, back) is the origin, by one node around what it shows.
 *
 * @param boundsWhere  bounds of what the model shows, under a matrix
 * @returns the very same `gltf` when the model is as it should be
 */
export function settle(gltf: Gltf, { mount, quarterTurns = 0, scale = [1, 1, 1] }: Settle, boundsWhere: (worldFromModel: readonly number[]) => Box): Gltf {
  const half = (quarterTurns * Math.PI) / 4
  const turned: Transform = { position: [0, 0, 0], rotation: [0, Math.sin(half), 0, Math.cos(half)], scale }
  const isAsItCame = quarterTurns % 4 === 0 && scale.every((factor) => factor === 1)
  const linear = isAsItCame ? IDENTITY_MATRIX : composeMatrix(turned)
  const [x, y, z] = footOf(mount, boundsWhere(linear))
  if (isAsItCame && Math.hypot(x, y, z) < AT_ITS_PLACE) return gltf
  // A zero of its own: minus zero would not survive the file.
  const matrix = multiplyMatrices([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1], linear).map((value) => value + 0)
  const nodes = gltf.nodes ?? []
  const scenes = gltf.scenes ?? []
  const shown = gltf.scene ?? 0
  const children = scenes[shown]?.nodes ?? rootsOf(nodes)
  const settled = { ...scenes[shown], nodes: [nodes.length] }
  return {
    ...gltf,
    nodes: [...nodes, { matrix, children: [...children] }],
    scenes: scenes.length === 0 ? [settled] : scenes.map((scene, i) => (i === shown ? settled : scene)),
  } as Gltf
}
