import type { CamePiece, Evidence, Match } from './model.ts'

/*
 * Finds the things of a model again in a newer state of it: by evidence, the strongest first; each thing once.
 */

/** Metres: nearer than this, a thing was not moved. */
const HERE = 0.01
/** Metres: nearer than this, one of equal shape was nudged. */
const NEAR = 0.25
/** Metres: nearer than this, one of several equal things was moved, not replaced. */
const SHIFTED = 2
/** Of sorted sides: what differs by more is another size. */
const ALIKE = 1.3
/** Pairs whose distances are compared at once. */
const MOST_PAIRS = 10_000

/** A thing as it is compared. */
interface Thing {
  readonly key: string | null
  /** Without the number that only tells equal ones apart. */
  readonly path: string
  readonly part: string
  /** Its own name, and that without a number at the end. */
  readonly name: string
  readonly stem: string
  readonly class: string
  readonly shape: string
  readonly size: readonly number[]
  readonly centre: readonly number[]
}

function thingOf({ piece: { part, name }, traits: { key, class: kind = '', shape, size, centre } }: CamePiece): Thing {
  const path = part.replace(/#\d+$/, '')
  // A name on screen may have a number that the file knows nothing of.
  const own = part.startsWith('/') ? (path.replace(/\/\.$/, '').split('/').at(-1) || name) : name
  return { key: key ?? null, path, part, name: own, stem: own.replace(/[\s_.#-]*\d+$/, '').toLowerCase(), class: kind, shape, size: size.toSorted((a, b) => a - b), centre }
}

const distance = (a: Thing, b: Thing): number => Math.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1], a.centre[2] - b.centre[2])
const isHere = (a: Thing, b: Thing): boolean => distance(a, b) < HERE
const isNear = (a: Thing, b: Thing): boolean => distance(a, b) < NEAR
const isAlike = (a: Thing, b: Thing): boolean => a.size.every((side, i) => Math.max(side, b.size[i]) <= ALIKE * Math.min(side, b.size[i]) + HERE)
const isHereAlike = (a: Thing, b: Thing): boolean => isHere(a, b) && isAlike(a, b)
const isSameBox = (a: Thing, b: Thing): boolean => isHere(a, b) && a.size.every((side, i) => Math.abs(side - b.size[i]) < HERE)
/** A file that holds one piece holds that piece. */
const isPlausible = (a: Thing, b: Thing): boolean => isAlike(a, b) || isNear(a, b) || a.part === WHOLE
const WHOLE = 'all'

interface Tier {
  readonly why: Evidence
  readonly sure: boolean
  /** What pairs have in common; null: no evidence. */
  readonly of: (thing: Thing) => string | null
  readonly accepts?: (a: Thing, b: Thing) => boolean
  /** Of several the nearest; else what is not alone on both sides is no evidence. */
  readonly nearest?: boolean
}

/** In the order of what they prove. */
function tiersFor(before: readonly Thing[], after: readonly Thing[]): readonly Tier[] {
  const [byPath, byName, byStem, byKind] = [({ path }: Thing) => path, nameOf, stemOf, kindOf].map((of) => ({ of, counts: [countsOf(before, of), countsOf(after, of)] as const }))
  /** Of what nothing else in either state shares; of anything else it says little that one is left on both sides. */
  const alone = ({ of, counts }: typeof byPath) => (thing: Thing): string | null => (counts.every((count) => (count.get(of(thing)) ?? 0) <= 1) ? of(thing) : null)
  const isDistinct = alone(byStem)
  const asMany = ({ of, counts: [old, fresh] }: typeof byPath) => (thing: Thing): string | null => (old.get(of(thing)) === fresh.get(of(thing)) ? of(thing) : null)
  return [
    { why: 'id', sure: true, of: ({ key }) => key },
    { why: 'path', sure: true, of: (thing) => `${thing.path}|${thing.shape}`, accepts: isHere, nearest: true },
    // A name like no other is worth more than a place; `Object_12` is worth less.
    { why: 'path', sure: true, of: (thing) => ((thing.stem !== '' && isDistinct(thing) !== null) || thing.part === WHOLE ? thing.path : null), accepts: isPlausible },
    { why: 'shape', sure: true, of: kindOf, accepts: isHereAlike, nearest: true },
    { why: 'shape', sure: true, of: ({ shape }) => shape, accepts: isHereAlike, nearest: true },
    { why: 'path', sure: true, of: alone(byPath), accepts: isPlausible },
    { why: 'name', sure: true, of: (thing) => (thing.name === '' ? null : alone(byName)(thing)), accepts: isAlike },
    { why: 'box', sure: true, of: ({ class: kind, centre }) => cellOf(kind, centre, HERE), accepts: isSameBox, nearest: true },
    { why: 'shape', sure: true, of: ({ class: kind, shape, centre }) => cellOf(`${kind}|${shape}`, centre, NEAR), accepts: isNear, nearest: true },
    { why: 'box', sure: true, of: (thing) => (thing.stem === '' ? null : cellOf(stemOf(thing), thing.centre, NEAR)), accepts: (a, b) => isNear(a, b) && isAlike(a, b), nearest: true },
    { why: 'alike', sure: true, of: asMany(byKind), accepts: (a, b) => distance(a, b) < SHIFTED },
    { why: 'alike', sure: false, of: kindOf, nearest: true },
    { why: 'nearestName', sure: false, of: (thing) => (thing.stem === '' ? null : stemOf(thing)), accepts: isAlike, nearest: true },
    { why: 'path', sure: false, of: ({ path }) => path },
    { why: 'nearestShape', sure: false, of: ({ class: kind, shape }) => `${kind}|${shape}`, accepts: isAlike, nearest: true },
  ]
}

const nameOf = ({ class: kind, name }: Thing): string => `${kind}|${name}`
const stemOf = ({ class: kind, stem }: Thing): string => `${kind}|${stem}`
const kindOf = (thing: Thing): string => `${stemOf(thing)}|${thing.shape}`

/** Space in cells; what lies across an edge is found by a later tier. */
const cellOf = (what: string, centre: readonly number[], cell: number): string => `${what}|${centre.map((value) => Math.round(value / (2 * cell))).join()}`

function countsOf(things: readonly Thing[], of: (thing: Thing) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(of(thing), (counts.get(of(thing)) ?? 0) + 1)
  return counts
}

/** Which things of the older state are which of the newer. O(n log n), but for many equal things that were all moved. */
export function matchThings(before: readonly CamePiece[], after: readonly CamePiece[]): readonly Match[] {
  const old = before.map(thingOf)
  const fresh = withoutShift(old, after.map(thingOf))
  const [leftOld, leftFresh] = [new Set(old.keys()), new Set(fresh.keys())]
  const found: Match[] = []
  for (const { why, sure, of, accepts = () => true, nearest = false } of tiersFor(old, fresh)) {
    const [olds, freshes] = [grouped(leftOld, (i) => of(old[i])), grouped(leftFresh, (i) => of(fresh[i]))]
    for (const [shared, from] of olds) {
      const to = freshes.get(shared)
      if (to === undefined || (!nearest && (from.length > 1 || to.length > 1))) continue
      for (const [i, j] of pairsOf(from, to, old, fresh, accepts)) {
        leftOld.delete(i)
        leftFresh.delete(j)
        found.push({ from: i, to: j, why, sure })
      }
    }
  }
  return found
}

/** The newer things where they would be, had the model not been moved as a whole: by what is certainly the same, most of it together. */
function withoutShift(old: readonly Thing[], fresh: readonly Thing[]): readonly Thing[] {
  const shifts = new Map<string, { readonly by: readonly number[]; count: number }>()
  let pairs = 0
  for (const identity of [({ key }: Thing) => key, ({ path, shape }: Thing) => `${path}|${shape}`]) {
    const [olds, freshes] = [grouped(old.keys(), (i) => identity(old[i])), grouped(fresh.keys(), (i) => identity(fresh[i]))]
    for (const [shared, [i, ...others]] of olds) {
      const [j, ...more] = freshes.get(shared) ?? []
      if (j === undefined || others.length + more.length > 0) continue
      const by = fresh[j].centre.map((value, axis) => value - old[i].centre[axis])
      const name = by.map((value) => Math.round(value / HERE)).join()
      const known = shifts.get(name)
      if (known === undefined) shifts.set(name, { by, count: 1 })
      else known.count++
      pairs++
    }
  }
  const most = [...shifts.values()].reduce((best, shift) => (shift.count > best.count ? shift : best), { by: [0, 0, 0] as readonly number[], count: 0 })
  if (2 * most.count <= pairs || Math.hypot(...most.by) < HERE) return fresh
  return fresh.map((thing) => ({ ...thing, centre: thing.centre.map((value, axis) => value - most.by[axis]) }))
}

function grouped(indices: Iterable<number>, of: (index: number) => string | null): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  for (const i of indices) {
    const shared = of(i)
    if (shared === null) continue
    const group = groups.get(shared)
    if (group === undefined) groups.set(shared, [i])
    else group.push(i)
  }
  return groups
}

/** Pairs, the nearest first; crowds are halved along their longest side until they can be compared. */
function pairsOf(from: readonly number[], to: readonly number[], old: readonly Thing[], fresh: readonly Thing[], accepts: (a: Thing, b: Thing) => boolean): readonly (readonly [number, number])[] {
  if (from.length === 0 || to.length === 0) return []
  if (from.length * to.length > MOST_PAIRS) {
    const spread = [0, 1, 2].map((axis) => spreadOf(from.map((i) => old[i].centre[axis])))
    const axis = spread.indexOf(Math.max(...spread))
    const middle = medianOf(from.map((i) => old[i].centre[axis]))
    const isBelow = (things: readonly Thing[]) => (i: number): boolean => things[i].centre[axis] < middle
    const [below, above] = [from.filter(isBelow(old)), from.filter((i) => !isBelow(old)(i))]
    // All in one place: any is as good as any other.
    if (below.length === 0 || above.length === 0) return from.slice(0, to.length).flatMap((i, k) => (accepts(old[i], fresh[to[k]]) ? [[i, to[k]] as const] : []))
    return [...pairsOf(below, to.filter(isBelow(fresh)), old, fresh, accepts), ...pairsOf(above, to.filter((j) => !isBelow(fresh)(j)), old, fresh, accepts)]
  }
  const candidates = from.flatMap((i) => to.flatMap((j) => (accepts(old[i], fresh[j]) ? [{ i, j, apart: distance(old[i], fresh[j]) }] : [])))
  const [left, right] = [new Set(from), new Set(to)]
  return candidates.toSorted((a, b) => a.apart - b.apart).flatMap(({ i, j }) => {
    if (!left.has(i) || !right.has(j)) return []
    left.delete(i)
    right.delete(j)
    return [[i, j] as const]
  })
}

const spreadOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), -Infinity) - values.reduce((least, value) => Math.min(least, value), Infinity)
const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]
