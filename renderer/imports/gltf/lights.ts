import { z } from 'zod'
import type { Rgb, Vec3 } from '../../../gpu/index.ts'
import { multiplyMatrices, transformPoint } from '../../document/transform.ts'
import { phrase, type Phrase, say } from '../../words/say.ts'
import type { Gltf } from './gltf-schema.ts'
import { IDENTITY_MATRIX, matrixOf } from './nodes/nodes.ts'
import type { ParsedLight } from '../types.ts'

/** No model of a building has more; half of what a project may hold (document/capacity.ts). */
const MOST_LIGHTS = 10_000
/** Directional ones: each shines everywhere, and every surface asks all of them. */
const MOST_SUNS = 16

const unit = z.number().min(0).max(1e6)
const Definition = z.object({
  name: z.string().optional(),
  type: z.enum(['directional', 'point', 'spot']),
  color: z.tuple([unit, unit, unit]).optional(),
  intensity: z.number().min(0).max(1e7).optional(),
  spot: z.object({ innerConeAngle: z.number().min(0).max(Math.PI / 2).optional(), outerConeAngle: z.number().min(0).max(Math.PI / 2).optional() }).optional(),
})
/** Stands for a light whose numbers no light has. */
const UNREADABLE: z.infer<typeof Definition> = { type: 'point', intensity: 0 }
const Definitions = z.object({ lights: z.array(Definition.catch(UNREADABLE)) })
const Reference = z.object({ light: z.number().int().nonnegative() })

/**
 * The lights of KHR_lights_punctual in the order of the nodes; one that cannot be read, or does not shine, is left out.
 *
 * @param parts  node → the part that it and all below is
 * @param whole  the part that the scene is as a whole, or null
 */
export function readLights(gltf: Gltf, parts: ReadonlyMap<number, string>, whole: string | null, notes: Set<Phrase>): readonly ParsedLight[] {
  const definitions = Definitions.safeParse((gltf.extensions as Record<string, unknown> | undefined)?.KHR_lights_punctual)
  if (!definitions.success) return []
  const strange = definitions.data.lights.filter((light) => light === UNREADABLE).length
  if (strange > 0) notes.add(phrase('import.lights.strange', { count: strange }))
  const nodes = gltf.nodes ?? []
  const scene = gltf.scenes?.[gltf.scene ?? 0]
  const lights: ParsedLight[] = []
  let suns = 0
  const stack = (scene?.nodes ?? []).toReversed().map((node) => ({ node, matrix: IDENTITY_MATRIX, part: whole }))
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { name, children = [], extensions } = nodes[top.node]
    const world = multiplyMatrices(top.matrix, matrixOf(nodes[top.node]))
    const part = parts.get(top.node) ?? top.part
    for (const child of children.toReversed()) stack.push({ node: child, matrix: world, part })
    const reference = Reference.safeParse(extensions?.KHR_lights_punctual)
    const definition = reference.success ? definitions.data.lights[reference.data.light] : undefined
    if (definition === undefined || definition.intensity === 0) continue
    if (definition.type === 'directional') suns++
    if (lights.length === MOST_LIGHTS || suns > MOST_SUNS) {
      notes.add(phrase('import.lights.tooMany', { count: lights.length }))
      break
    }
    lights.push({
      name: (name?.trim() || definition.name?.trim() || say('import.light', { number: lights.length + 1 })).slice(0, 200),
      kind: definition.type === 'directional' ? 'directional' : 'point',
      ...(definition.type === 'spot' ? { cone: { innerAngle: definition.spot?.innerConeAngle ?? 0, outerAngle: definition.spot?.outerConeAngle ?? Math.PI / 4 } } : {}),
      color: (definition.color ?? [1, 1, 1]) as Rgb,
      intensity: definition.intensity ?? 1,
      position: transformPoint(world, [0, 0, 0]),
      direction: directionOf(world),
      part,
    })
  }
  return lights
}

/** A light shines along its own -z. */
function directionOf(world: readonly number[]): Vec3 {
  const [x, y, z] = [-world[8], -world[9], -world[10]]
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : [0, -1, 0]
}
