import type { Gltf } from '../gltf-schema.ts'
import { matrixOf, meshName, rootsOf } from './nodes.ts'

/** What the first node is called that shrinks all below it to a line or a point, where nothing else shows anything; null: something does. */
export function findScaledAway(gltf: Gltf): string | null {
  const nodes = gltf.nodes ?? []
  const visible = [...(gltf.scenes?.[gltf.scene ?? 0]?.nodes ?? rootsOf(nodes))]
  let first: string | null = null
  for (const node of visible) {
    const { name, mesh, children = [] } = nodes[node]
    if (shrinks(matrixOf(nodes[node]))) first ??= name?.trim() || meshName(gltf, node) || `Node ${node}`
    else if (mesh !== undefined) return null
    else for (const child of children) visible.push(child)
  }
  return first
}

/** Of its three axes each two lie along one line, or are none: every surface becomes a line. */
function shrinks(m: readonly number[]): boolean {
  const areParallel = (a: number, b: number): boolean => [0, 1, 2].every((row) => m[a + row] * m[b + ((row + 1) % 3)] === m[a + ((row + 1) % 3)] * m[b + row])
  return areParallel(0, 4) && areParallel(4, 8) && areParallel(0, 8)
}
