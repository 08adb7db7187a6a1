import { parseContainer } from './container.ts'
import { writeGlb } from './resources.ts'

/** Of the node around a scene; it is unwrapped when the parts are found. */
export interface Wrapper {
  readonly translation: readonly [number, number, number]
  readonly rotation: readonly [number, number, number, number]
  readonly scale: number
}

/**
 * Puts everything that a GLB shows below one more node, the last. Nothing else changes, and the nodes keep their indices: the GLB then opens
 * treated, wherever it is opened.
 *
 * @throws AtriumError as `parseContainer`
 */
export function wrapScene(glb: Uint8Array<ArrayBuffer>, { translation, rotation, scale }: Wrapper): Uint8Array<ArrayBuffer> {
  const { json, bin } = parseContainer(glb)
  const nodes = json.nodes ?? []
  const children = new Set(nodes.flatMap((node) => node.children ?? []))
  const scenes = json.scenes ?? [{}]
  const shown = json.scene ?? 0
  const roots = scenes[shown]?.nodes ?? nodes.map((_, i) => i).filter((i) => !children.has(i))
  const wrapper = { translation: [...translation], rotation: [...rotation], scale: [scale, scale, scale], children: roots }
  const wrapped = { ...json, scene: shown, nodes: [...nodes, wrapper], scenes: scenes.map((scene, i) => (i === shown ? { ...scene, nodes: [nodes.length] } : { ...scene, nodes: [] })) }
  return writeGlb(wrapped, bin ?? new Uint8Array())
}
