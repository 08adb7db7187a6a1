import { z } from 'zod'
import { GROUP_KINDS } from '../../../document/types.ts'
import type { GltfNode } from '../gltf-schema.ts'

const text = z.string().trim().min(1).max(150).optional().catch(undefined)

/** `extras.atrium`: what the readers of other formats know of a node; whoever writes anything else there means something else. */
const Extras = z.object({
  atrium: z.object({
    /** The thing's identity in the file it came from. */
    key: text,
    /** Such as `IfcWall`. */
    class: text,
    /** A node that holds things, and is none. */
    group: z.enum(GROUP_KINDS).optional().catch(undefined),
  }).catch({}),
}).catch({ atrium: {} })
export type NodeExtras = Readonly<z.infer<typeof Extras>['atrium']>

const NONE: NodeExtras = {}

export const extrasOf = (node: GltfNode): NodeExtras => (node.extras === undefined ? NONE : Extras.parse(node.extras).atrium)
