import { z } from 'zod'
import type { Camera, Quat, Vec3 } from '../../../gpu/index.ts'
import { parseContainer } from '../../../renderer/imports/gltf/container.ts'
import { IDENTITY_MATRIX, matrixOf } from '../../../renderer/imports/gltf/nodes.ts'
import { multiplyMatrices } from '../../../renderer/document/transform.ts'
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
  const up = cross(back, right)
  // Shepperd's method, on the largest of the four.
  const [xx, yy, zz] = [right[0], up[1], back[2]]
  const trace = xx + yy + zz
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace)
    return [(up[2] - back[1]) / s, (back[0] - right[2]) / s, (right[1] - up[0]) / s, s / 4]
  }
  if (xx > yy && xx > zz) {
    const s = 2 * Math.sqrt(1 + xx - yy - zz)
    return [s / 4, (up[0] + right[1]) / s, (back[0] + right[2]) / s, (up[2] - back[1]) / s]
  }
  if (yy > zz) {
    const s = 2 * Math.sqrt(1 + yy - xx - zz)
    return [(up[0] + right[1]) / s, s / 4, (back[1] + up[2]) / s, (back[0] - right[2]) / s]
  }
  const s = 2 * Math.sqrt(1 + zz - xx - yy)
  return [(back[0] + right[2]) / s, (back[1] + up[2]) / s, s / 4, (right[1] - up[0]) / s]
}

const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 1]
}
