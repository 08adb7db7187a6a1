import { DOMParser, Document, Element, type Node } from '@xmldom/xmldom'
import { AtriumError } from '../../errors/atrium-error.ts'
import { LIMITS, nestedTooDeep } from '../bytes/limits.ts'

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

/** Marks our parser: where modules are loaded anew, that of a module that is gone throws what nobody knows for ours. */
const OURS: unique symbol = Symbol.for('atrium: parses XML without a page')

/** What stands around the things of a file, and in them. */
const AROUND_THINGS = 32
/** Of a 3MF, whose objects stand in no others: three's loader looks for all that is in each, however deep. */
const LEVELS_OF_3MF = 64

/** @throws AtriumError `model-too-many`. O(nodes). */
function checkNesting(document: Document): Document {
  const { documentElement: root } = document
  const [most, told] = root?.localName === 'model' ? [LEVELS_OF_3MF, LEVELS_OF_3MF] : [LIMITS.nesting + AROUND_THINGS, LIMITS.nesting]
  let depth = 1
  let node: Node | null = root
  while (node !== null) {
    if (depth > most) throw nestedTooDeep(told)
    if (node.firstChild !== null) {
      node = node.firstChild
      depth++
      continue
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode
      depth--
    }
    node = node === root ? null : node?.nextSibling ?? null
  }
  return document
}

/** A parser that throws where the file is no XML, or nested too deep. A prefix that is used and not declared, as even samples of the 3MF Consortium have it, is no reason to. */
class StrictParser extends DOMParser {
  static readonly [OURS] = true

  constructor() {
    super({ onError: (level, message) => { if (level === 'fatalError') throw new AtriumError('model-invalid', `The file is not XML: ${message.slice(0, 200)}`) } })
  }

  override parseFromString(text: string, type: string): Document {
    try {
      return checkNesting(super.parseFromString(text, type))
    } catch (error) {
      if (!String(error).includes('NamespaceError')) throw error
      return checkNesting(super.parseFromString(withPrefixesDeclared(text), type))
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
  if (scope.DOMParser !== undefined && !(OURS in (scope.DOMParser as object))) return
  scope.DOMParser = StrictParser
  if (!('children' in Element.prototype)) Object.defineProperty(Element.prototype, 'children', { get(this: Element) { return elementsBelow(this, false) } })
  for (const kind of [Element, Document]) {
    Object.assign(kind.prototype, {
      querySelectorAll(this: Node, selectors: string) { return selectors.split(',').flatMap((selector) => select(this, selector)) },
      querySelector(this: Node, selectors: string) { return selectors.split(',').flatMap((selector) => select(this, selector))[0] ?? null },
    })
  }
}
