import type { Document, Node, Scene } from '@gltf-transform/core'
import { mainClass } from '../pieces/class-names.ts'
import type { NodeExtras } from '../gltf/nodes/node-extras.ts'
import type { Building } from './building.ts'
import { type Lines, textOf } from './lines.ts'

interface Shown {
  readonly id: number
  readonly node: Node
}

/** Hangs elements below nodes for building (where there are several), storey, class and, where a thing has several elements, the thing. Storeys stand from the ground up. */
export function standInGroups(shown: readonly Shown[], document: Document, scene: Scene, building: Building, lines: Lines): void {
  const parts = new Map<number, number>()
  for (const { id } of shown) parts.set(building.wholeOf(id), (parts.get(building.wholeOf(id)) ?? 0) + 1)
  const groups = new Map<string, Node>()
  const below = (parent: { readonly path: string; readonly node: Node | Scene }, name: string, extras: NodeExtras, key = name): { path: string; node: Node } => {
    const path = `${parent.path}/${key}`
    const node = groups.get(path) ?? document.createNode(name).setExtras({ atrium: extras })
    if (!groups.has(path)) parent.node.addChild(node)
    groups.set(path, node)
    return { path, node }
  }
  const storeyOf = (id: number) => building.storeyOf(id) ?? building.storeyOf(building.wholeOf(id))
  const height = ({ id }: Shown): number => storeyOf(id)?.elevation ?? Infinity
  for (const { id, node } of shown.toSorted((a, b) => height(a) - height(b) || 0)) {
    const whole = building.wholeOf(id)
    const ifcClass = mainClass(lines.classOf(whole))
    const storey = storeyOf(id)
    const house = storey === null || storey.building === '' ? { path: '', node: scene } : below({ path: '', node: scene }, storey.building, { group: 'model' })
    const level = storey === null ? house : below(house, storey.name, { group: 'storey' })
    const kind = below(level, ifcClass, { group: 'class', class: ifcClass })
    const isWhole = whole === id || parts.get(whole) === 1
    const place = isWhole ? kind : below(kind, textOf(lines.at(whole)?.Name) || ifcClass, { group: 'element', class: ifcClass }, String(whole))
    place.node.addChild(node)
  }
}
