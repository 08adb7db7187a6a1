/** An element as it stands in a text. */
export interface Element {
  /** Without its prefix. */
  readonly kind: string
  readonly attributes: string
  readonly body: string
  readonly from: number
  readonly to: number
}

/**
 * The outermost elements of these kinds, in their order; one that does not end is none. A `<` ends a tag, so that no place is looked at again for each
 * tag before it.
 *
 * @param tags  global, of the tags that begin or end them: slash, kind, attributes
 * O(characters), whatever the text is.
 */
export function elementsOf(text: string, tags: RegExp): readonly Element[] {
  const found = [...text.matchAll(tags)]
  const lastEnd = new Map(found.flatMap(([, slash, kind], i) => (slash === '' ? [] : [[kind, i]])))
  const elements: Element[] = []
  for (let i = 0; i < found.length; i++) {
    const { index: from, 0: tag, 1: slash, 2: kind, 3: attributes } = found[i]
    const start = from + tag.length
    if (slash !== '') continue
    if (attributes.endsWith('/')) elements.push({ kind, attributes: attributes.slice(0, -1), body: '', from, to: start })
    else if ((lastEnd.get(kind) ?? -1) > i) {
      while (found[i][1] === '' || found[i][2] !== kind) i++
      const { index: end, 0: endTag } = found[i]
      elements.push({ kind, attributes, body: text.slice(start, end), from, to: end + endTag.length })
    }
  }
  return elements
}

/** A text with its elements written anew. @param written  its text; null: as it is */
export function withElements(text: string, tags: RegExp, written: (element: Element) => string | null): string {
  let kept = 0
  const pieces: string[] = []
  for (const element of elementsOf(text, tags)) {
    const anew = written(element)
    if (anew === null) continue
    pieces.push(text.slice(kept, element.from), anew)
    kept = element.to
  }
  return pieces.join('') + text.slice(kept)
}
