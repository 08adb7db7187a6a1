import type { Spec, Specs } from 'three/examples/jsm/loaders/usd/USDAParser.js'
import { AtriumError } from '../../errors/atrium-error.ts'
import { installDom } from '../xml/dom.ts'

/** Nodes of all materials of a file together; a graph is there as often as materials use it. */
const MOST_NODES = 20_000
const [ATTRIBUTE, PRIM] = [1, 6]

/** The part of an element that is read here. */
interface Xml {
  readonly tagName: string
  readonly children: ArrayLike<Xml>
  readonly parentNode: Xml | null
  getAttribute(name: string): string | null
}

/**
 * A MaterialX document as a layer, as OpenUSD reads it: materials at `/MaterialX/Materials/NAME`, each with the nodes that it is made of.
 *
 * @throws AtriumError `model-invalid`, `model-too-many`
 */
export function specsOfMaterialX(text: string): Specs {
  installDom()
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement as unknown as Xml
  const specs: Record<string, Spec> = {
    '/': { specType: PRIM, fields: { defaultPrim: 'MaterialX' } },
    '/MaterialX': { specType: PRIM, fields: { typeName: '' } }, '/MaterialX/Materials': { specType: PRIM, fields: { typeName: 'Scope' } },
  }
  const writer = new Writer(specs)
  for (const element of childrenOf(root)) if (element.tagName === 'surfacematerial' && nameOf(element) !== '') writer.material(root, element)
  return specs
}

const childrenOf = (element: Xml): readonly Xml[] => Array.from(element.children)
/** A name that is a word, so that paths stay paths. */
const nameOf = (element: Xml): string => /^\w+$/.exec(element.getAttribute('name') ?? '')?.[0] ?? ''

class Writer {
  readonly #specs: Record<string, Spec>
  /** Elements of a document or a graph by name. */
  readonly #named = new Map<Xml, ReadonlyMap<string, Xml>>()
  /** Of nodes that have a place already. */
  readonly #waiting: (() => void)[] = []
  #count = 0

  constructor(specs: Record<string, Spec>) {
    this.#specs = specs
  }

  material(root: Xml, element: Xml): void {
    const place = `/MaterialX/Materials/${nameOf(element)}`
    this.#specs[place] = { specType: PRIM, fields: { typeName: 'Material' } }
    for (const input of childrenOf(element)) {
      if (input.getAttribute('name') !== 'surfaceshader') continue
      const connected = this.#connected(place, root, root, input)
      if (connected !== null) this.#specs[`${place}.outputs:surface`] = { specType: ATTRIBUTE, fields: { typeName: 'token', connectionPaths: [connected] } }
    }
    for (let write = this.#waiting.pop(); write !== undefined; write = this.#waiting.pop()) write()
  }

  #in(scope: Xml, name: string | null): Xml | undefined {
    const known = this.#named.get(scope) ?? new Map(childrenOf(scope).map((element) => [nameOf(element), element]))
    this.#named.set(scope, known)
    return name === null || name === '' ? undefined : known.get(name)
  }

  /** Where an input comes from, which has a place from then on. @param scope  what the node stands in: a graph, or the document */
  #connected(material: string, root: Xml, scope: Xml, input: Xml): string | null {
    const graph = this.#in(root, input.getAttribute('nodegraph'))
    if (graph !== undefined) {
      const outputs = childrenOf(graph).filter(({ tagName }) => tagName === 'output')
      const wanted = input.getAttribute('output')
      const output = outputs.find((each) => each.getAttribute('name') === wanted) ?? outputs[0]
      return output === undefined ? null : this.#node(material, root, graph, output)
    }
    return this.#node(material, root, scope, input)
  }

  #node(material: string, root: Xml, scope: Xml, input: Xml): string | null {
    const node = this.#in(scope, input.getAttribute('nodename'))
    if (node === undefined) return null
    const place = scope === root ? `${material}/${nameOf(node)}` : `${material}/${nameOf(scope)}/${nameOf(node)}`
    if (this.#specs[place] === undefined) {
      if (++this.#count > MOST_NODES) throw new AtriumError('model-too-many', `Its materials have more than ${MOST_NODES} nodes.`)
      if (scope !== root) this.#specs[`${material}/${nameOf(scope)}`] ??= { specType: PRIM, fields: { typeName: 'NodeGraph' } }
      this.#specs[place] = { specType: PRIM, fields: { typeName: 'Shader' } }
      this.#specs[`${place}.info:id`] = { specType: ATTRIBUTE, fields: { typeName: 'token', default: `ND_${node.tagName}_${node.getAttribute('type') ?? ''}` } }
      this.#waiting.push(() => { for (const each of childrenOf(node)) this.#input(material, root, scope, each, `${place}.inputs:${nameOf(each)}`) })
    }
    return `${place}.outputs:out`
  }

  #input(material: string, root: Xml, scope: Xml, input: Xml, place: string): void {
    if (input.tagName !== 'input' || place.endsWith(':')) return
    // An input of the graph stands for it.
    const shared = scope === root ? undefined : this.#in(scope, input.getAttribute('interfacename'))
    if (shared !== undefined && shared !== input) return this.#input(material, root, root, shared, place)
    const connected = this.#connected(material, root, scope, input)
    if (connected !== null) this.#specs[place] = { specType: ATTRIBUTE, fields: { typeName: '', connectionPaths: [connected] } }
    else if (input.getAttribute('value') !== null) this.#specs[place] = { specType: ATTRIBUTE, fields: valueOf(input) }
  }
}

function valueOf(input: Xml): Record<string, unknown> {
  const [type, value] = [input.getAttribute('type') ?? '', (input.getAttribute('value') ?? '').trim()]
  if (type === 'filename') return { typeName: 'asset', default: prefixOf(input) + value }
  const numbers = value.split(/[\s,]+/).map(Number)
  if (!/^(?:float|integer|color[34]|vector[234])$/.test(type) || !numbers.every(Number.isFinite)) return { typeName: 'string', default: value }
  return numbers.length === 1 ? { typeName: 'float', default: numbers[0] } : { typeName: `float${numbers.length}`, default: numbers }
}

/** Of files, by whatever stands around. */
function prefixOf(input: Xml): string {
  let prefix = ''
  for (let at: Xml | null = input; at !== null && 'getAttribute' in at; at = at.parentNode) prefix = (at.getAttribute('fileprefix') ?? '') + prefix
  return prefix
}
