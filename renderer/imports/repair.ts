import type { Document, Primitive } from '@gltf-transform/core'
import { phrase, type Phrase } from '../words/say.ts'

/**
 * Leaves out triangles that are none: with a corner that is not finite, or with two corners in one. Corners stay; their shapes
 * may be shared.
 *
 * @returns what was left out, in sentences
 */
export function repair(document: Document): readonly Phrase[] {
  const left = { notFinite: 0, degenerate: 0 }
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      keepSound(primitive, left)
      if (primitive.getIndices()?.getCount() === 0) mesh.removePrimitive(primitive)
    }
  }
  return [
    ...(left.notFinite > 0 ? [phrase('import.repair.notFinite', { count: left.notFinite })] : []),
    ...(left.degenerate > 0 ? [phrase('import.repair.degenerate', { count: left.degenerate })] : []),
  ]
}

function keepSound(primitive: Primitive, left: { notFinite: number; degenerate: number }): void {
  const positions = primitive.getAttribute('POSITION')?.getArray()
  const indices = primitive.getIndices()
  const triangles = indices?.getArray()
  if (!positions || !triangles || !indices) return
  const isFinite = new Uint8Array(positions.length / 3)
  for (let i = 0; i < isFinite.length; i++) {
    isFinite[i] = Number(Number.isFinite(positions[3 * i] + positions[3 * i + 1] + positions[3 * i + 2]))
    // Nothing shows it, but boxes are drawn around all corners.
    if (isFinite[i] === 0) positions.fill(0, 3 * i, 3 * i + 3)
  }
  const same = (a: number, b: number): boolean => positions[3 * a] === positions[3 * b] && positions[3 * a + 1] === positions[3 * b + 1] && positions[3 * a + 2] === positions[3 * b + 2]
  const kept = new Uint32Array(triangles.length)
  let count = 0
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]]
    if (!(isFinite[a] && isFinite[b] && isFinite[c])) left.notFinite++
    else if (same(a, b) || same(b, c) || same(c, a)) left.degenerate++
    else {
      kept.set([a, b, c], count)
      count += 3
    }
  }
  if (count < triangles.length) indices.setArray(kept.slice(0, count))
}
