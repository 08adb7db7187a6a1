import { z } from 'zod'
import type { Camera, Quat, Vec3 } from '../../../gpu/index.ts'
import { parseContainer } from '../../../renderer/imports/gltf/container.ts'
import { IDENTITY_MATRIX, matrixOf } from '../../../renderer/imports/gltf/nodes/nodes.ts'
import { multiplyMatrices } from '../../../renderer/document/transform.ts'
import { cross, normalize, quatFromBasis } from '../../../renderer/navigation/vector.ts'
import { say } from '../../../renderer/words/say.ts'

const Cameras = z.array(z.looseObject({
  name: z.string().optional(),
  perspective: z.looseObject({ yfov: z.number().positive().max(Math.PI) }).optional(),
}))
const Reference = z.number().int().nonnegative()

export interface NamedCamera extends Pick<Camera, 'position' | 'orientation' | 'verticalFov'> { readonly name: string }

/** The perspective cameras of a glTF where its nodes place them, named by node or camera; the picture's size decides the width. */
export function camerasOf(bytes: Uint8Array<ArrayBuffer>): readonly NamedCamera[] {
  const { json } = parseContainer(bytes)
  const definitions = Cameras.safeParse((json as Record<string, unknown>).cameras)
  if (!definitions.success) return []
  const nodes = json.nodes ?? []
  const found: NamedCamera[] = []
  const seen = new Set<number>()
  const stack = (json.scenes?.[json.scene ?? 0]?.nodes ?? nodes.map((_, i) => i)).toReversed().map((node) => ({ node, matrix: IDENTITY_MATRIX }))
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const node = nodes[top.node]
    if (node === undefined || seen.has(top.node)) continue
    seen.add(top.node)
    const world = multiplyMatrices(top.matrix, matrixOf(node))
    for (const child of (node.children ?? []).toReversed()) stack.push({ node: child, matrix: world })
    const reference = Reference.safeParse((node as Record<string, unknown>).camera)
    const definition = reference.success ? definitions.data[reference.data] : undefined
    if (definition?.perspective === undefined) continue
    found.push({
      name: node.name?.trim() || definition.name?.trim() || say('cli.camera', { number: found.length + 1 }),
      position: [world[12], world[13], world[14]], orientation: orientationOf(world), verticalFov: definition.perspective.yfov,
    })
  }
  return found
}

/** Where -z and y of a matrix look; its scale counts for nothing. */
function orientationOf(m: readonly number[]): Quat {
  const back = unit([m[8], m[9], m[10]])
  const right = unit(cross([m[4], m[5], m[6]], back))
  return quatFromBasis(right, cross(back, right), back)
}

function unit(vector: Vec3): Vec3 {
  return Math.hypot(...vector) > 0 ? normalize(vector) : [0, 0, 1]
}
