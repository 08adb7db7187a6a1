import { DOMParser, Document, Element, type Node } from '@xmldom/xmldom'
import { AtriumError } from '../../errors/atrium-error.ts'

/*
 * XML without a page: what three's loaders ask of the DOM, and xmldom lacks. Workers have no DOMParser.
 */

/** In the order of the file: hundreds of thousands of vertices, so that none is handed over as an argument. */
function elementsBelow(node: Node, isDeep: boolean, found: Element[] = []): Element[] {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType !== 1) continue
    found.push(child as Element)
    if (isDeep) elementsBelow(child, true, found)
  }
  return found
}

/** Names, attributes and descent: `a > b`, `a b`, `a[id="x"]`; both kinds of descent mean the same, as their users need. */
function select(root: Node, selector: string): Element[] {
  let level: Node[] = [root]
  for (const part of selector.trim().split(/\s*>\s*|\s+/)) {
    const [, name, conditions] = /^([\w:*-]+)?((?:\[[^\]]+\])*)$/.exec(part) ?? []
    const wanted = [...(conditions ?? '').matchAll(/\[([\w:-]+)(?:="?([^"\]]*)"?)?\]/g)]
    level = level.flatMap((node) => elementsBelow(node, true)).filter((element) =>
      (name === undefined || name === '*' || element.tagName === name || element.localName === name) &&
      wanted.every(([, key, value]) => (value === undefined ? element.hasAttribute(key) : element.getAttribute(key) === value)))
  }
  return level as Element[]
}

/** A parser that throws where the file is no XML. A prefix that is used and not declared, as even samples of the 3MF Consortium have it, is no reason to. */
class StrictParser extends DOMParser {
  constructor() {
    super({ onError: (level, message) => { if (level === 'fatalError') throw new AtriumError('model-invalid', `The file is not XML: ${message.slice(0, 200)}`) } })
  }

  override parseFromString(text: string, type: string): Document {
    try {
      return super.parseFromString(text, type)
    } catch (error) {
      if (!String(error).includes('NamespaceError')) throw error
      return super.parseFromString(withPrefixesDeclared(text), type)
    }
  }
}

function withPrefixesDeclared(text: string): string {
  const used = new Set([...text.matchAll(/<([A-Za-z_][\w.-]*):|\s([A-Za-z_][\w.-]*):[\w.-]+\s*=/g)].map(([, tag, attribute]) => tag ?? attribute))
  const declarations = [...used].filter((prefix) => !['xml', 'xmlns'].includes(prefix) && !new RegExp(`\\sxmlns:${prefix}\\s*=`).test(text)).map((prefix) => ` xmlns:${prefix}="undeclared:${prefix}"`)
  return text.replace(/<[A-Za-z_][\w:.-]*/, (root) => root + declarations.join(''))
}

/** Gives workers and Node the parser that three's loaders look for. */
export function installDom(): void {
  const scope = globalThis as unknown as { DOMParser?: unknown }
  if (scope.DOMParser !== undefined) return
  scope.DOMParser = StrictParser
  if (!('children' in Element.prototype)) Object.defineProperty(Element.prototype, 'children', { get(this: Element) { return elementsBelow(this, false) } })
  for (const kind of [Element, Document]) {
    Object.assign(kind.prototype, {
      querySelectorAll(this: Node, selectors: string) { return selectors.split(',').flatMap((selector) => select(this, selector)) },
      querySelector(this: Node, selectors: string) { return selectors.split(',').flatMap((selector) => select(this, selector))[0] ?? null },
    })
  }
}
