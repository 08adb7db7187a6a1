import { damaged, type FbxNode, type FbxValue, MOST_DEEP } from './nodes.ts'

/** A key with its colon; what is quoted; a number, or a bare word such as `Y` or `Shading`. */
const KEY = /[^\s:;,{}"]+:/y
const QUOTED = /"([^"]*)"/y
const WORD = /[^\s:;,{}"]+/y
/** Also comments, which run to the end of their line. */
const SPACE = /(?:\s+|;[^\n]*)*/y

/**
 * Parses a plain FBX file of any version: `Key: value, value { … }`, in which values may go on in further lines.
 *
 * @throws AtriumError `model-invalid`, naming the place
 */
export function parseText(bytes: Uint8Array): FbxNode {
  const text = new TextDecoder().decode(bytes)
  let at = 0
  const find = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  const isNext = (character: string): boolean => {
    find(SPACE)
    if (text[at] !== character) return false
    at++
    return true
  }
  const value = (): FbxValue | null => {
    find(SPACE)
    const quoted = find(QUOTED)
    if (quoted !== null) return quoted[1].replaceAll('&quot;', '"')
    const before = at
    const word = find(WORD)?.[0]
    if (word === undefined) return null
    if (text[at] === ':') {
      // The next key: this one has no value.
      at = before
      return null
    }
    const number = Number(word)
    return Number.isNaN(number) ? word : number
  }
  const nodes = (depth: number): readonly FbxNode[] => {
    if (depth > MOST_DEEP) throw damaged('its nodes are nested too deep')
    const found: FbxNode[] = []
    for (;;) {
      find(SPACE)
      if (at >= text.length || text[at] === '}') return found
      const key = find(KEY)
      if (key === null) throw damaged(`at character ${at} no name follows`)
      const values: FbxValue[] = []
      do {
        const next = value()
        if (next !== null) values.push(next)
      } while (isNext(','))
      const isBlock = isNext('{')
      const children = isBlock ? nodes(depth + 1) : []
      if (isBlock && !isNext('}')) throw damaged('a bracket is not closed')
      found.push({ name: key[0].slice(0, -1), values, children })
    }
  }
  const file = { name: '', values: [], children: nodes(0) }
  if (at < text.length) throw damaged('a bracket closes what was not opened')
  return file
}
