import { type Specs, USDAParser, type UsdTree } from 'three/examples/jsm/loaders/usd/USDAParser.js'

/** What a text layer says, as three's reader of binary ones gives it; and the layers below it. */
export interface TextLayer {
  readonly specs: Specs
  /** As the layer names them, strongest first. */
  readonly subLayers: readonly string[]
  /** Classes: things that are only there to be referred to. */
  readonly classes: readonly string[]
}

const [PRIM, RELATION, HEADER] = [6, 8, '#usda 1.0']
const THING = /^(def|class)\s+(?:(\w+)\s+)?"?([^"]+)"?$/
// oxlint-disable-next-line typescript/unbound-method -- called with their own `this`
const { _preprocess: preprocessed, _extractPrimData: extractPrimData } = USDAParser.prototype

/**
 * Lets three's reader of text see what it drops or stumbles over: an attribute without a value whose name has a colon (Omniverse and Houdini write the
 * outputs of materials so), remarks about variants, empty brackets, overs, classes that a thing inherits from, and references and payloads that are
 * added or put behind others.
 */
export function mendTextReader(): void {
  USDAParser.prototype._preprocess = function (text) {
    return preprocessed.call(this, text).split('\n').flatMap((line) => (/^\)\s*\{$/.test(line) ? [')', '{'] : [mended(line)])).join('\n')
  }
  USDAParser.prototype._extractPrimData = function (tree, path, fields, ...more) {
    extractPrimData.call(this, tree, path, fields, ...more)
    if (typeof tree['inherits'] === 'string') fields['inherits'] = tree['inherits']
  }
}

const mended = (line: string): string => line
  .replace(/^(?:add |append |prepend )?references\s*=/, 'prepend references =')
  .replace(/^(?:add |append |prepend )payload\s*=/, 'payload =')
  .replace(/^(?:add |append |prepend )?inherits\s*=/, 'inherits =')
  .replace(/^over\s+/, 'def ')
  .replace(/^((?:def|class)\b.*")\s*\(\s*\)(\s*\{)?$/, '$1$2')
  .replace(/^[^="]*\($/, (name) => name.replaceAll(':', '.'))

/** @param text  of a .usda, after `mendTextReader` */
export function parseTextLayer(text: string): TextLayer {
  const parser = new USDAParser()
  const { specsByPath: specs } = parser.parseData(text)
  const root = parser.parseText(text)
  const classes: string[] = []
  addUnread(parser, root, '', specs, classes)
  // A list of targets is one word to three's reader.
  for (const { specType, fields } of Object.values(specs)) if (specType === RELATION) fields['targetPaths'] = (fields['targetPaths'] as readonly string[]).flatMap(listed)
  const header = root[HEADER]
  const named = typeof header === 'object' ? header['subLayers'] : undefined
  return { specs, subLayers: typeof named === 'string' ? [...named.matchAll(/@([^@]+)@/g)].map(([, name]) => name) : [], classes }
}

/** Classes, and variants of things with all that stands in them, which have paths as in binary layers: `/Chair/{fabric=Wool}/Seat`. */
function addUnread(parser: USDAParser, tree: UsdTree, path: string, specs: Specs, classes: string[]): void {
  for (const [key, content] of Object.entries(tree)) {
    if (typeof content !== 'object') continue
    const [, kind, typeName = '', name = ''] = THING.exec(key) ?? []
    if (kind === 'class') {
      addPrim(parser, content, `${path}/${name}`, typeName, specs)
      classes.push(`${path}/${name}`)
    }
    if (kind !== undefined) addUnread(parser, content, `${path}/${name}`, specs, classes)
    const set = /^variantSet\s+"?([^"]+)"?$/.exec(key)?.[1]
    if (set === undefined) continue
    const { fields } = (specs[path || '/'] ??= { specType: PRIM, fields: {} })
    fields['variantSetChildren'] = [...(fields['variantSetChildren'] as readonly string[] | undefined ?? []), set]
    const variants = Object.keys(content).filter((variant) => typeof content[variant] === 'object')
    specs[`${path}/{${set}=}`] = { specType: PRIM, fields: { variantChildren: variants.map(unquoted) } }
    for (const variant of variants) addPrim(parser, content[variant] as UsdTree, `${path}/{${set}=${unquoted(variant)}}`, '', specs)
    for (const variant of variants) addUnread(parser, content[variant] as UsdTree, `${path}/{${set}=${unquoted(variant)}}`, specs, classes)
  }
}

const listed = (targets: string): readonly string[] => targets.replace(/^\[|\]$/g, '').split(',').map((target) => target.trim()).filter((target) => target !== '')

const unquoted = (name: string): string => name.replaceAll('"', '')

function addPrim(parser: USDAParser, tree: UsdTree, path: string, typeName: string, specs: Specs): void {
  const fields: Record<string, unknown> = { typeName }
  parser._extractPrimData(tree, path, fields, specs, { Attribute: 1, Prim: PRIM, Relationship: RELATION })
  specs[path] = { specType: PRIM, fields }
  for (const [key, content] of Object.entries(tree)) {
    const [, kind, typeName = '', name = ''] = THING.exec(key) ?? []
    if (kind === 'def' && typeof content === 'object') addPrim(parser, content, `${path}/${name}`, typeName, specs)
  }
}
