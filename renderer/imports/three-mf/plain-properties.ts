/*
 * What the triangles of a 3MF wear, as three's loader reads it: base materials, colours and textures. It leaves triangles out that wear several of them at
 * once or a mixture (3MF Materials Extension 1.2, sections 4 and 5), or something that is not in the file; and where some wear nothing, all of their
 * object are built once more.
 */

interface Group { readonly kind: string; readonly attributes: string; readonly body: string }
/** Several properties at once: of each, the one that is seen, and its place there. */
interface Seen { readonly pid: string; readonly places: readonly string[] }

const GROUPS = /<(?:\w+:)?(basematerials|colorgroup|texture2dgroup|compositematerials|multiproperties)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?\1\s*>)/g
const OBJECTS = /<object\b([^>]*)>([\s\S]*?)<\/object\s*>/g
const TRIANGLE = /<triangle\b([^>]*?)(\/?)>/g
/** What is put on last lies on top; a picture shows more than a colour. */
const TOPMOST = ['texture2dgroup', 'colorgroup', 'basematerials', 'compositematerials']

const ATTRIBUTES = new Map(['id', 'pid', 'pids', 'pindex', 'p1', 'p2', 'p3', 'pindices', 'matid', 'matindices', 'values', 'displaycolor'].map((name) => [name, new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`)]))
const attributeOf = (attributes: string, name: string): string | undefined => ATTRIBUTES.get(name)?.exec(attributes)?.[1]
const listOf = (attributes: string, name: string): readonly string[] => (attributeOf(attributes, name) ?? '').split(/\s+/).filter((word) => word !== '')
const without = (attributes: string, ...names: readonly string[]): string => attributes.replaceAll(new RegExp(`\\s(?:${names.join('|')})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
const childrenOf = (body: string, name: string): readonly string[] => [...body.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))].map(([, attributes]) => attributes)

/** The text of a model file; itself where nothing needs to be said otherwise. O(characters). */
export function withPlainProperties(text: string): string {
  if (!/<triangle\b[^>]*\spid\s*=/.test(text) && !/<object\b[^>]*\spid\s*=/.test(text)) return text
  const groups = new Map<string, Group>()
  for (const [, kind, attributes, body = ''] of text.matchAll(GROUPS)) groups.set(attributeOf(attributes, 'id') ?? '', { kind, attributes, body })
  const seen = new Map([...groups].flatMap(([id, group]) => (group.kind === 'multiproperties' ? [[id, seenOf(group, groups)] as const] : [])))
  const white = `white${[...groups.keys()].join('')}`
  let wantsWhite = false
  const worn = text.replace(OBJECTS, (object, attributes: string, body: string) => {
    const own = plainly(attributes, 'pid', ['pindex'], groups, seen)
    const hasOwn = attributeOf(own, 'pid') !== undefined
    const bare = (triangle: string): boolean => attributeOf(triangle, 'pid') === undefined
    const [before, meshText, behind] = partsOf(body)
    if (meshText === '') return own === attributes ? object : `<object${own}>${body}</object>`
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
  const mixed = worn.replace(GROUPS, (group, kind: string, attributes: string, body = '') => (kind === 'compositematerials' ? mixtures(attributes, body as string, groups) : group))
  return wantsWhite ? mixed.replace(/<resources\b[^>]*>/, (start) => `${start}<basematerials id="${white}"><base name="" displaycolor="#FFFFFF"/></basematerials>`) : mixed
}

/** Before its triangles, those, and behind them. */
function partsOf(body: string): readonly [string, string, string] {
  const [from, to] = [body.indexOf('<triangles'), body.lastIndexOf('</triangles')]
  return from < 0 || to < 0 ? [body, '', ''] : [body.slice(0, from), body.slice(from, to), body.slice(to)]
}

/** The attributes of an object or a triangle, with what is seen of it; what is not in the file is not worn. */
function plainly(attributes: string, name: string, places: readonly string[], groups: ReadonlyMap<string, Group>, seen: ReadonlyMap<string, Seen>): string {
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

function seenOf({ attributes, body }: Group, groups: ReadonlyMap<string, Group>): Seen {
  const pids = listOf(attributes, 'pids')
  const kinds = pids.map((pid) => groups.get(pid)?.kind ?? '')
  const kind = TOPMOST.find((each) => kinds.includes(each)) ?? ''
  const layer = kinds.lastIndexOf(kind)
  return { pid: pids[layer] ?? '', places: childrenOf(body, 'multi').map((multi) => listOf(multi, 'pindices')[layer] ?? '0') }
}

/** Mixtures of materials as materials of their own, in the mean of their colours. */
function mixtures(attributes: string, body: string, groups: ReadonlyMap<string, Group>): string {
  const bases = childrenOf(groups.get(attributeOf(attributes, 'matid') ?? '')?.body ?? '', 'base').map((base) => attributeOf(base, 'displaycolor') ?? '#FFFFFF')
  const parts = listOf(attributes, 'matindices').map((index) => bases[Number(index)] ?? '#FFFFFF')
  const made = childrenOf(body, 'composite').map((composite) => {
    const shares = listOf(composite, 'values').map(Number)
    const whole = shares.reduce((sum, share) => sum + share, 0) || 1
    const channel = (at: number): string => Math.round(parts.reduce((sum, color, i) => sum + Number.parseInt(color.slice(at, at + 2), 16) * (shares[i] ?? 0), 0) / whole).toString(16).padStart(2, '0')
    return `<base name="" displaycolor="#${channel(1)}${channel(3)}${channel(5)}"/>`
  })
  return `<basematerials id="${attributeOf(attributes, 'id') ?? ''}">${made.join('')}</basematerials>`
}
