import { Object3D, Quaternion } from 'three'
import type { Spec, Specs } from 'three/examples/jsm/loaders/usd/USDAParser.js'
import { LIMITS } from '../bytes/limits.ts'

/** Objects that all instancers of a stage may make together, each with a holder of its own. */
export const MOST_INSTANCED = LIMITS.nodes / 4

/** What was left out: of instances beyond the bound, and of those whose shape is not there, or shows itself. */
export interface LeftInstances { readonly beyond: number; readonly lost: number }

const isInstancer = ({ fields }: Spec): boolean => fields['typeName'] === 'PointInstancer'

/** The places of all that instancers show. */
export const prototypesOf = (specs: Specs): readonly string[] => Object.entries(specs).flatMap(([place, spec]) => (isInstancer(spec) ? targetsOf(specs, place) : []))

const targetsOf = (specs: Specs, place: string): readonly string[] => (specs[`${place}.prototypes`]?.fields['targetPaths'] as readonly string[] | undefined) ?? []

/**
 * Shows what point instancers show, at each of their places (OpenUSD, UsdGeomPointInstancer): as they are at first, where they move. three's loader
 * shows the shapes that they are made of, once and where they are kept. Instances share the geometry of their shape.
 *
 * @param root  as three's loader composed the specs. In place
 * @param kept  places that are only there to be shown by instancers
 */
export function placeInstances(root: Object3D, specs: Specs, kept: readonly string[]): LeftInstances {
  const places = Object.keys(specs).filter((place) => isInstancer(specs[place]))
  if (places.length === 0) return { beyond: 0, lost: 0 }
  const objects = objectsOf(root)
  const stage = new Instancing(specs, objects, places)
  for (const place of places) stage.fill(place, 0)
  for (const place of kept) objects.get(place)?.removeFromParent()
  return stage.left
}

/** By their places in the stage. */
function objectsOf(root: Object3D): ReadonlyMap<string, Object3D> {
  const found = new Map<string, Object3D>()
  const waiting: [string, Object3D][] = [['', root]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of next[1].children) {
      const place = `${next[0]}/${child.name}`
      if (!found.has(place)) found.set(place, child)
      waiting.push([place, child])
    }
  }
  return found
}

function isAround(outer: Object3D, inner: Object3D): boolean {
  for (let object: Object3D | null = inner; object !== null; object = object.parent) if (object === outer) return true
  return false
}

class Instancing {
  readonly left = { beyond: 0, lost: 0 }
  readonly #specs: Specs
  readonly #objects: ReadonlyMap<string, Object3D>
  readonly #places: ReadonlyMap<Object3D, string>
  readonly #state = new Map<string, 'begun' | 'done'>()
  readonly #sizes = new Map<Object3D, number>()
  #made = 0

  constructor(specs: Specs, objects: ReadonlyMap<string, Object3D>, places: readonly string[]) {
    this.#specs = specs
    this.#objects = objects
    this.#places = new Map(places.flatMap((place) => { const object = objects.get(place); return object === undefined ? [] : [[object, place] as const] }))
  }

  /** @param depth  of instancers that show instancers */
  fill(place: string, depth: number): void {
    const instancer = this.#objects.get(place)
    if (instancer === undefined || this.#state.has(place)) return
    this.#state.set(place, 'begun')
    const targets = targetsOf(this.#specs, place)
    // Each is looked at once, however often it is named.
    const shapes = new Map(Array.from(new Set(targets), (target) => {
      const shape = this.#objects.get(target)
      const size = shape === undefined || depth > LIMITS.nesting || isAround(shape, instancer) ? null : this.#sizeOf(shape, depth)
      return [target, shape === undefined || size === null ? null : { shape, size }] as const
    }))
    // What is kept under an instancer is shown by it alone.
    instancer.clear()
    for (const { index, place: where } of instancesOf(this.#specs, place)) {
      const found = shapes.get(targets[index]) ?? null
      if (found === null) this.left.lost++
      else if (this.#made + found.size + 1 > MOST_INSTANCED) this.left.beyond++
      else {
        this.#made += found.size + 1
        where.name = found.shape.name
        instancer.add(where.add(found.shape.clone()))
      }
    }
    this.#state.set(place, 'done')
  }

  /** Objects of a shape, with what instancers in it show; null: it shows itself. */
  #sizeOf(shape: Object3D, depth: number): number | null {
    const known = this.#sizes.get(shape)
    if (known !== undefined) return known
    let size = 0
    const waiting = [shape]
    for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
      size++
      const place = this.#places.get(object)
      if (place !== undefined) {
        this.fill(place, depth + 1)
        if (this.#state.get(place) === 'begun') return null
      }
      for (const child of object.children) waiting.push(child)
    }
    this.#sizes.set(shape, size)
    return size
  }
}

/** Which shape each instance shows, and where; without those that are hidden or stand nowhere. */
function* instancesOf(specs: Specs, place: string): Generator<{ readonly index: number; readonly place: Object3D }> {
  const values = (name: string): ArrayLike<unknown> => {
    const { default: still, timeSamples } = (specs[`${place}.${name}`]?.fields ?? {}) as { readonly default?: unknown; readonly timeSamples?: { readonly values: readonly unknown[] } }
    const found = still ?? timeSamples?.values[0]
    return typeof found === 'object' && found !== null && 'length' in found ? found as ArrayLike<unknown> : []
  }
  const [indices, positions, scales, ids] = ['protoIndices', 'positions', 'scales', 'ids'].map(values)
  const precise = values('orientationsf')
  const orientations = precise.length > 0 ? precise : values('orientations')
  const hidden = new Set(Array.from(values('invisibleIds')))
  const count = Math.min(indices.length, Math.floor(positions.length / 3))
  const of = (list: ArrayLike<unknown>, i: number, size: number): readonly number[] | null => {
    const own = Array.from({ length: size }, (_, k) => Number(list[size * i + k]))
    return list.length === size * indices.length && own.every(Number.isFinite) ? own : null
  }
  for (let i = 0; i < count; i++) {
    const position = of(positions, i, 3)
    if (position === null || hidden.has(ids.length === indices.length ? ids[i] : i)) continue
    const [scale, turn] = [of(scales, i, 3), of(orientations, i, 4)]
    const object = new Object3D()
    object.position.fromArray([...position])
    if (scale !== null) object.scale.fromArray([...scale])
    if (turn !== null) object.quaternion.copy(new Quaternion(...turn).normalize())
    yield { index: Number(indices[i]), place: object }
  }
}
