import type { Spec, Specs } from 'three/examples/jsm/loaders/usd/USDAParser.js'
import { AtriumError } from '../../errors/atrium-error.ts'
import { LIMITS } from '../bytes/limits.ts'
import type { Arc, Layers } from './layers.ts'
import { prototypesOf } from './point-instancers.ts'

/** What kind of a spec a thing is. */
export const PRIM = 6
/** Things, their attributes and relations together. */
const MOST_SPECS = 20 * LIMITS.nodes

/**
 * What a stage is: its root layer over the layers below it, and with what classes, variants, references and payloads bring, the stronger over the weaker
 * (OpenUSD, "LIVERPS strength ordering", without specializes). References within a file make a copy, as an instance does.
 *
 * @throws AtriumError `model-too-many` for what refers to itself, or holds too much
 */
export function composed(root: string, layers: Layers): Composed {
  const stacks = new Stacks(layers)
  const stage = new Stage(root, stacks)
  stage.expandAll()
  const wanted = withParents(prototypesOf(stage.specs).filter((place) => Object.hasOwn(stage.specs, place)))
  const classes = stacks.classesOf(root)
  const isHidden = standsIn(new Set(classes.filter((name) => !wanted.has(name))))
  const isShown = (place: string): boolean => !place.includes('{') && !isHidden(place)
  const specs = Object.fromEntries(Object.entries(stage.specs).filter(([place]) => isShown(place)).map(([place, { fields: { arcs: _arcs, inherits: _inherits, variantSetChildren: _sets, ...fields }, ...spec }]) => [place, { ...spec, fields }]))
  return { specs, classes: classes.filter((name) => wanted.has(name)) }
}

export interface Composed {
  readonly specs: Specs
  /** Those that instancers show: they are only there for them. */
  readonly classes: readonly string[]
}

/** What a place belongs to or stands in; '': nothing. */
const parentOf = (place: string): string => place.slice(0, Math.max(0, place.lastIndexOf('/'), place.lastIndexOf('.')))

/** Places with all that they belong to or stand in, which is asked for once. */
function withParents(places: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const place of places) for (let at = place; at !== '' && !found.has(at); at = parentOf(at)) found.add(at)
  return found
}

/** Whether a place is one of these, belongs to one or stands in one. Of what is around it is asked once: many places stand deep in the same ones. */
export function standsIn(names: ReadonlySet<string>): (place: string) => boolean {
  const known = new Map([['', false]])
  return function isIn(place: string): boolean {
    const found = known.get(place) ?? (names.has(place) || isIn(parentOf(place)))
    known.set(place, found)
    return found
  }
}

/** Whether a place is a thing, or belongs to it. */
const isWithin = (place: string, prim: string): boolean => place.startsWith(prim) && (place.length === prim.length || place[prim.length] === '/' || place[prim.length] === '.')

/** Layers, each over those below it. */
class Stacks {
  readonly #layers: Layers
  readonly #stacks = new Map<string, Record<string, Spec>>()
  readonly #sorted = new Map<string, readonly string[]>()

  constructor(layers: Layers) {
    this.#layers = layers
  }

  of(path: string): Specs {
    const known = this.#stacks.get(path)
    if (known !== undefined) return known
    const stack: Record<string, Spec> = {}
    // Found again below itself, a layer has nothing more to say.
    this.#stacks.set(path, stack)
    const layer = this.#layers.get(path)
    Object.assign(stack, layer?.specs)
    for (const below of layer?.subLayers ?? []) for (const [place, spec] of Object.entries(this.of(below))) stack[place] = over(stack[place], spec)
    return stack
  }

  /** A thing of a layer and all that belongs to it. */
  subtreeOf(path: string, prim: string): readonly string[] {
    const sorted = this.#sorted.get(path) ?? Object.keys(this.of(path)).sort(byCode)
    this.#sorted.set(path, sorted)
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (sorted[middle] < prim) from = middle + 1
      else to = middle
    }
    const found: string[] = []
    for (; from < sorted.length && sorted[from].startsWith(prim); from++) if (isWithin(sorted[from], prim)) found.push(sorted[from])
    return found
  }

  classesOf(path: string, seen = new Set<string>()): readonly string[] {
    if (seen.has(path)) return []
    seen.add(path)
    const layer = this.#layers.get(path)
    return [...(layer?.classes ?? []), ...(layer?.subLayers ?? []).flatMap((below) => this.classesOf(below, seen))]
  }
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

class Stage {
  readonly specs: Record<string, Spec> = {}
  readonly #root: string
  readonly #stacks: Stacks
  readonly #waiting: string[] = []
  /** By the place of a variant, all that stands in it. */
  readonly #variants = new Map<string, Set<string>>()
  #count = 0

  constructor(root: string, stacks: Stacks) {
    this.#root = root
    this.#stacks = stacks
    const specs = stacks.of(root)
    this.#wait(Object.keys(specs).filter((place) => this.#put(place, specs[place])))
  }

  expandAll(): void {
    for (let place = this.#waiting.pop(); place !== undefined; place = this.#waiting.pop()) this.#expand(place)
  }

  /** A thing before those in it: what it brings may say something of them. */
  #wait(places: readonly string[]): void {
    for (const place of places.toSorted(byCode).reverse()) this.#waiting.push(place)
  }

  /** @returns whether it is a thing that was not there */
  #put(place: string, spec: Spec): boolean {
    const known = this.specs[place]
    this.specs[place] = over(known, spec)
    for (let at = place.indexOf('}'); at !== -1; at = place.indexOf('}', at + 1)) {
      const variant = place.slice(0, at + 1)
      this.#variants.set(variant, (this.#variants.get(variant) ?? new Set()).add(place))
    }
    // What stands in a variant is asked for where the variant is chosen.
    return known === undefined && spec.specType === PRIM && !place.includes('{')
  }

  /** Puts a copy of a thing under another, whose own word counts. */
  #bring(source: Specs, places: Iterable<string>, from: string, to: string): void {
    const added: string[] = []
    for (const place of places) {
      const target = to + place.slice(from.length)
      this.#count++
      if (this.#count > MOST_SPECS || target.split('/').length > LIMITS.nesting) throw new AtriumError('model-too-many', 'It refers to itself, or to more than Atrium takes.')
      if (this.#put(target, moved(source[place], from, to))) added.push(target)
    }
    this.#wait(added)
  }

  #follow({ layer, prim }: Arc, place: string): void {
    const source = this.#stacks.of(layer)
    const from = prim || ownPrim(source)
    if (from !== null) this.#bring(source, this.#stacks.subtreeOf(layer, from), from, place)
  }

  /** Brings a thing what its classes, variants, references and payloads hold; what comes with them may hold more. */
  #expand(place: string): void {
    const [sets, arcs] = [new Set<string>(), new Set<string>()]
    // What comes to stand in a list stands behind what stood there.
    const seen = { inherits: 0, arcs: 0 }
    const next = (list: keyof typeof seen): Arc | undefined => {
      const all = (this.specs[place].fields[list] as readonly Arc[] | undefined) ?? []
      while (seen[list] < all.length) {
        const arc = all[seen[list]++]
        const key = `${arc.layer}\n${arc.prim}`
        if (!arcs.has(key)) {
          arcs.add(key)
          return arc
        }
      }
      return undefined
    }
    for (;;) {
      const inherited = next('inherits')
      if (inherited !== undefined) {
        // Of a class at the top of a file, who refers to the file may say something, too.
        if (inherited.layer !== this.#root && inherited.prim.lastIndexOf('/') === 0) this.#follow({ ...inherited, layer: this.#root }, place)
        this.#follow(inherited, place)
        continue
      }
      const set = (this.specs[place].fields['variantSetChildren'] as readonly string[] | undefined ?? []).find((name) => !sets.has(name))
      if (set !== undefined) {
        sets.add(set)
        const variant = this.#chosen(place, set)
        this.#bring(this.specs, [...(this.#variants.get(variant) ?? [])], variant, place)
        continue
      }
      const arc = next('arcs')
      if (arc === undefined) return
      this.#follow(arc, place)
      // It may say more of the variants that were chosen.
      sets.clear()
    }
  }

  /** The variant that a thing says, else the first. */
  #chosen(place: string, set: string): string {
    const said = (this.specs[place].fields['variantSelection'] as Readonly<Record<string, string>> | undefined)?.[set]
    const [first = ''] = (this.specs[`${place}/{${set}=}`]?.fields['variantChildren'] as readonly string[] | undefined) ?? []
    return `${place}/{${set}=${said ?? first}}`
  }
}

/** What a layer is about: what it says itself, else its first thing. */
function ownPrim(layer: Specs): string | null {
  const named = layer['/']?.fields['defaultPrim']
  return typeof named === 'string' && named !== '' ? `/${named}` : Object.keys(layer).find((place) => /^\/[^/.]+$/.test(place)) ?? null
}

function over(stronger: Spec | undefined, weaker: Spec): Spec {
  if (stronger === undefined) return weaker
  const { typeName, variantSelection, variantSetChildren } = stronger.fields
  const sets = [stronger, weaker].flatMap(({ fields }) => fields['variantSetChildren'] as readonly string[] | undefined ?? [])
  const both = (name: 'arcs' | 'inherits'): object => (weaker.fields[name] === undefined ? {} : { [name]: [stronger, weaker].flatMap(({ fields }) => fields[name] as readonly Arc[] | undefined ?? []) })
  return {
    ...stronger,
    fields: {
      ...weaker.fields, ...stronger.fields,
      ...(!typeName && weaker.fields['typeName'] !== undefined && { typeName: weaker.fields['typeName'] }),
      ...(variantSelection !== undefined && { variantSelection: { ...(weaker.fields['variantSelection'] as object | undefined), ...(variantSelection as object) } }),
      ...((variantSetChildren !== undefined || sets.length > 0) && { variantSetChildren: [...new Set(sets)] }),
      ...both('arcs'), ...both('inherits'),
    },
  }
}

/** Relations and connections within what is copied go with it. */
function moved({ fields, ...spec }: Spec, from: string, to: string): Spec {
  const target = (path: unknown): unknown => (typeof path === 'string' && (path === from || path.startsWith(`${from}/`) || path.startsWith(`${from}.`)) ? to + path.slice(from.length) : path)
  const lists = Object.fromEntries(['targetPaths', 'connectionPaths'].flatMap((name) => (Array.isArray(fields[name]) ? [[name, (fields[name] as readonly unknown[]).map(target)]] : [])))
  return { ...spec, fields: { ...fields, ...lists } }
}
