/*
 * COLLADA 1.4.1 chapter 5 writes faces in six ways. three's loader reads `triangles` and `polylist`; of `polygons` it takes a single face, of strips and
 * fans none. They are written anew, as what it reads.
 */

const SET = /<(polygons|tristrips|trifans)\b([^<>]*)>/g
type Kind = 'polygons' | 'tristrips' | 'trifans'

/** The same faces as `triangles` and `polylist`; holes of polygons are closed. O(characters). */
export function withKnownPrimitives(text: string): string {
  const pieces: string[] = []
  let done = 0
  SET.lastIndex = 0
  for (let found = SET.exec(text); found !== null; found = SET.exec(text)) {
    const [opening, kind, attributes] = found
    if (attributes.endsWith('/')) continue
    const end = text.indexOf(`</${kind}>`, found.index)
    if (end < 0) break
    pieces.push(text.slice(done, found.index), rewritten(kind as Kind, attributes, text.slice(found.index + opening.length, end)))
    done = end + kind.length + 3
    SET.lastIndex = done
  }
  return done === 0 ? text : [...pieces, text.slice(done)].join('')
}

function rewritten(kind: Kind, attributes: string, body: string): string {
  const inputs = [...body.matchAll(/<input\b[^<>]*>/g)].map(([input]) => input)
  const stride = 1 + inputs.reduce((most, input) => Math.max(most, Number(/\boffset\s*=\s*["'](\d+)["']/.exec(input)?.[1] ?? 0)), 0)
  const lists = [...body.matchAll(/<p\b[^<>]*>([^<]*)<\/p>/g)].map(([, list]) => cornersOf(list, stride)).filter((corners) => corners.length >= 3)
  const open = (name: string, count: number): string => `<${name}${attributes.replace(/\scount\s*=\s*(["'])[^"']*\1/, '')} count="${count}">${inputs.join('')}`
  if (kind === 'polygons') return `${open('polylist', lists.length)}<vcount>${lists.map(({ length }) => length).join(' ')}</vcount><p>${lists.flat().join(' ')}</p></polylist>`
  const triangles = lists.flatMap(kind === 'tristrips' ? ofStrip : ofFan)
  return `${open('triangles', triangles.length)}<p>${triangles.flat().join(' ')}</p></triangles>`
}

/** Corners with all their indices, as text. */
function cornersOf(list: string, stride: number): readonly string[] {
  const indices = list.split(/\s+/).filter((index) => index !== '')
  return Array.from({ length: Math.floor(indices.length / stride) }, (_, i) => indices.slice(i * stride, (i + 1) * stride).join(' '))
}

/** Every second one runs the other way round. */
const ofStrip = (corners: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: corners.length - 2 }, (_, i) => (i % 2 === 0 ? [corners[i], corners[i + 1], corners[i + 2]] : [corners[i + 1], corners[i], corners[i + 2]]))

const ofFan = (corners: readonly string[]): readonly (readonly string[])[] => Array.from({ length: corners.length - 2 }, (_, i) => [corners[0], corners[i + 1], corners[i + 2]])
