import { type Element, elementsOf, withElements } from './elements.ts'

/*
 * What the triangles of a 3MF wear, as three's loader reads it: base materials, colours and textures. It leaves triangles out that wear several of them at
 * once or a mixture (3MF Materials Extension 1.2, sections 4 and 5), or something that is not in the file; and where some wear nothing, all of their
 * object are built once more.
 */

/** Several properties at once: of each, the one that is seen, and its place there. */
interface Seen { readonly pid: string; readonly places: readonly string[] }

const GROUPS = /<(\/?)(?:\w+:)?(basematerials|colorgroup|texture2dgroup|compositematerials|multiproperties)\b([^<>]*)>/g
const OBJECTS = /<(\/?)(object)\b([^<>]*)>/g
const TRIANGLE = /<triangle\b([^<>]*?)(\/?)>/g
/** Characters of the number of a group, at most: it is written into every triangle that wears it. */
const MOST_DIGITS = 100
/** What is put on last lies on top; a picture shows more than a colour. */
const TOPMOST = ['texture2dgroup', 'colorgroup', 'basematerials', 'compositematerials']

const ATTRIBUTES = new Map(['id', 'pid', 'pids', 'pindex', 'p1', 'p2', 'p3', 'pindices', 'matid', 'matindices', 'values', 'displaycolor'].map((name) => [name, new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`)]))
const attributeOf = (attributes: string, name: string): string | undefined => ATTRIBUTES.get(name)?.exec(attributes)?.[1]
const listOf = (attributes: string, name: string): readonly string[] => (attributeOf(attributes, name) ?? '').split(/\s+/).filter((word) => word !== '')
const without = (attributes: string, ...names: readonly string[]): string => attributes.replaceAll(new RegExp(`\\s(?:${names.join('|')})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
const childrenOf = (body: string, name: string): readonly string[] => [...body.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^<>]*)>`, 'g'))].map(([, attributes]) => attributes)

/** The text of a model file; itself where nothing needs to be said otherwise. O(characters). */
export function withPlainProperties(text: string): string {
  if (!/<(?:triangle|object)\b[^<>]*\spid\s*=/.test(text)) return text
  const groups = new Map<string, Element>()
  for (const group of elementsOf(text, GROUPS)) {
    const id = attributeOf(group.attributes, 'id') ?? ''
    if (id.length <= MOST_DIGITS) groups.set(id, group)
  }
  const seen = new Map([...groups].flatMap(([id, group]) => (group.kind === 'multiproperties' ? [[id, seenOf(group, groups)] as const] : [])))
  const white = freeNumber(groups)
  let wantsWhite = false
  const worn = withElements(text, OBJECTS, ({ attributes, body }) => {
    const own = plainly(attributes, 'pid', ['pindex'], groups, seen)
    const hasOwn = attributeOf(own, 'pid') !== undefined
    const bare = (triangle: string): boolean => attributeOf(triangle, 'pid') === undefined
    const [before, meshText, behind] = partsOf(body)
    if (meshText === '') return own === attributes ? null : `<object${own}>${body}</object>`
    const triangles = [...meshText.matchAll(TRIANGLE)].map(([, each]) => plainly(each, 'pid', ['p1', 'p2', 'p3'], groups, seen))
    const isMixed = !hasOwn && triangles.some(bare) && !triangles.every(bare)
    wantsWhite ||= isMixed
    let next = 0
    const mesh = meshText.replace(TRIANGLE, (_, _each, end: string) => {
      const each = triangles[next++]
      return `<triangle${isMixed && bare(each) ? `${each} pid="${white}" p1="0"` : each}${end}>`
    })
    return `<object${own}>${before}${mesh}${behind}</object>`
  })
  const bases = new Map<string, readonly string[]>()
  const mixed = withElements(worn, GROUPS, (group) => (group.kind === 'compositematerials' ? mixtures(group, groups, bases) : null))
  return wantsWhite ? mixed.replace(/<resources\b[^<>]*>/, (start) => `${start}<basematerials id="${white}"><base name="" displaycolor="#FFFFFF"/></basematerials>`) : mixed
}

/** Of none of the groups. */
function freeNumber(groups: ReadonlyMap<string, Element>): string {
  let number = 0
  while (groups.has(`white${number}`)) number++
  return `white${number}`
}

/** Before its triangles, those, and behind them. */
function partsOf(body: string): readonly [string, string, string] {
  const [from, to] = [body.indexOf('<triangles'), body.lastIndexOf('</triangles')]
  return from < 0 || to < 0 ? [body, '', ''] : [body.slice(0, from), body.slice(from, to), body.slice(to)]
}

/** The attributes of an object or a triangle, with what is seen of it; what is not in the file is not worn. */
function plainly(attributes: string, name: string, places: readonly string[], groups: ReadonlyMap<string, Element>, seen: ReadonlyMap<string, Seen>): string {
  const pid = attributeOf(attributes, name)
  if (pid === undefined) return attributes
  const top = seen.get(pid)
  if (!groups.has(top?.pid ?? pid)) return without(attributes, name, ...places)
  if (top === undefined) return attributes
  const shown = places.flatMap((place) => {
    const index = attributeOf(attributes, place)
    return index === undefined ? [] : [` ${place}="${top.places[Number(index)] ?? '0'}"`]
  })
  return `${without(attributes, name, ...places)} ${name}="${top.pid}"${shown.join('')}`
}

function seenOf({ attributes, body }: Element, groups: ReadonlyMap<string, Element>): Seen {
  const pids = listOf(attributes, 'pids')
  const kinds = pids.map((pid) => groups.get(pid)?.kind ?? '')
  const kind = TOPMOST.find((each) => kinds.includes(each)) ?? ''
  const layer = kinds.lastIndexOf(kind)
  return { pid: pids[layer] ?? '', places: childrenOf(body, 'multi').map((multi) => String(Number(listOf(multi, 'pindices')[layer] ?? 0))) }
}

/** Mixtures of materials as materials of their own, in the mean of their colours. @param known  the colours of each group of materials, once they were asked for */
function mixtures({ attributes, body }: Element, groups: ReadonlyMap<string, Element>, known: Map<string, readonly string[]>): string {
  const matid = attributeOf(attributes, 'matid') ?? ''
  const bases = known.get(matid) ?? childrenOf(groups.get(matid)?.body ?? '', 'base').map((base) => attributeOf(base, 'displaycolor') ?? '#FFFFFF')
  known.set(matid, bases)
  const parts = listOf(attributes, 'matindices').map((index) => bases[Number(index)] ?? '#FFFFFF')
  const made = childrenOf(body, 'composite').map((composite) => {
    const shares = listOf(composite, 'values').map(Number)
    const whole = shares.reduce((sum, share) => sum + share, 0) || 1
    const mixed = shares.slice(0, parts.length)
    const channel = (at: number): string => Math.round(mixed.reduce((sum, share, i) => sum + Number.parseInt(parts[i].slice(at, at + 2), 16) * share, 0) / whole).toString(16).padStart(2, '0')
    return `<base name="" displaycolor="#${channel(1)}${channel(3)}${channel(5)}"/>`
  })
  return `<basematerials id="${attributeOf(attributes, 'id') ?? ''}">${made.join('')}</basematerials>`
}
