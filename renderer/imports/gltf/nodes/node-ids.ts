import type { Gltf } from '../gltf-schema.ts'
import { extrasOf } from './node-extras.ts'

/** What a project keeps of an id, less what may be put behind it. */
const LONGEST = 180
const LONGEST_NAME = 60

/**
 * Names every node of a scene for good: `@` and the key that its file gave it, or its path of names, with `#2` behind the second of equal
 * ones. Numbers alone, as older projects have them, are none of these.
 *
 * @param root  the node that holds all others; its id is `/`
 */
export function nodeIds({ nodes = [], meshes = [] }: Gltf, root: number): ReadonlyMap<number, string> {
  const ids = new Map([[root, '/']])
  const counts = new Map<string, number>()
  const taken = new Set(['/'])
  const unique = (wanted: string): string => {
    let count = (counts.get(wanted) ?? 0) + 1
    let id = count === 1 ? wanted : `${wanted}#${count}`
    while (taken.has(id)) id = `${wanted}#${++count}`
    counts.set(wanted, count)
    taken.add(id)
    return id
  }
  const stack = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const parent = node === root ? '' : ids.get(node) as string
    for (const child of nodes[node].children ?? []) {
      const { name, mesh } = nodes[child]
      const { key } = extrasOf(nodes[child])
      const segment = escaped((name?.trim() || (mesh === undefined ? '' : meshes[mesh].name?.trim()) || '').slice(0, LONGEST_NAME))
      const path = `${parent.startsWith('@') ? `/${parent}` : parent}/${segment}`
      ids.set(child, unique(key !== undefined ? `@${escaped(key).slice(0, LONGEST)}` : path.length > LONGEST ? `/#${child}` : path))
    }
    stack.push(...(nodes[node].children ?? []).toReversed())
  }
  return ids
}

const escaped = (text: string): string => (text === '.' ? '%2E' : text.replaceAll('%', '%25').replaceAll('/', '%2F'))

/** Of a node's own mesh, where what is below it are parts of their own. */
export const aloneId = (id: string): string => `${id}/.`
