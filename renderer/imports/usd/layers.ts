import type { Specs } from 'three/examples/jsm/loaders/usd/USDAParser.js'
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js'
import { AtriumError } from '../../errors/atrium-error.ts'
import { startsWith, textOfBytes } from '../bytes/text.ts'
import { specsOfMaterialX } from './materialx-file.ts'
import { joined } from './paths.ts'
import { parseTextLayer } from './text-layer.ts'

/** What a reference or a payload points to: a thing of a layer; '' : the one that the layer is about. */
export interface Arc { readonly layer: string; readonly prim: string }

/** A file of a stage. Its pictures are named from the root layer's folder; its things keep what they refer to in the field `arcs`, references before payloads, and the classes that they inherit from in `inherits`. */
export interface Layer {
  readonly specs: Specs
  /** Their paths, strongest first. */
  readonly subLayers: readonly string[]
  readonly classes: readonly string[]
}

/** By their paths from the root layer's folder. */
export type Layers = ReadonlyMap<string, Layer>

export interface Gathered {
  readonly layers: Layers
  /** Files that are named and nowhere, as they are named. */
  readonly missing: readonly string[]
  /** Files of materials that are there and cannot be read. */
  readonly unread: readonly string[]
}

/** Files beside the root layer. */
export interface LayerFiles {
  /** Where a file is that a layer names, from the root layer's folder; null: nowhere. */
  readonly find: (path: string) => string | null
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer>>
}

const MOST_LAYERS = 2000
const ARC = /@([^@]*)@\s*(?:<([^>]*)>)?|<([^>]+)>/g

/**
 * A layer and all that it refers to, each once.
 *
 * @param root  its path
 * @throws AtriumError `model-too-many`
 */
export async function gatherLayers(root: string, bytes: Uint8Array<ArrayBuffer>, { find, read }: LayerFiles): Promise<Gathered> {
  const layers = new Map<string, Layer>()
  const missing = new Set<string>()
  const unread: string[] = []
  const waiting = [root]
  const asked = new Set(waiting)
  const places = new Map<string, string | null>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const own = path
    /** '' where it is nowhere: a layer that nobody has. */
    const place = (named: string): string => {
      // Packages and models of other formats are no layers.
      if (!/\.(?:usd[ac]?|mtlx)$/i.test(named)) return ''
      const wanted = joined(named, own)
      const known = places.get(wanted)
      const somewhere = known === undefined ? find(wanted) : known
      places.set(wanted, somewhere)
      // By its mere name, it would be found in itself.
      const found = somewhere === own && wanted !== own ? null : somewhere
      if (found === null) missing.add(named)
      else if (!asked.has(found)) {
        asked.add(found)
        waiting.push(found)
      }
      return found ?? ''
    }
    if (asked.size > MOST_LAYERS) throw new AtriumError('model-too-many', `It refers to more than ${MOST_LAYERS} files.`)
    const content = path === root ? bytes : await read(path)
    const layer = MATERIALS.test(path) ? materialsIn(content, () => unread.push(own)) : parseLayer(content, (value) => arcsIn(value, own, place), place)
    for (const { fields } of Object.values(layer.specs)) if (fields['typeName'] === 'asset' && typeof fields['default'] === 'string') fields['default'] = joined(fields['default'], own)
    layers.set(path, layer)
  }
  return { layers, missing: [...missing], unread }
}

const MATERIALS = /\.mtlx$/i

/** Materials that cannot be read are no reason to show nothing. */
function materialsIn(bytes: Uint8Array, onUnread: () => void): Layer {
  try {
    return { specs: specsOfMaterialX(textOfBytes(bytes)), subLayers: [], classes: [] }
  } catch (error) {
    if (error instanceof AtriumError && error.code !== 'model-invalid') throw error
    onUnread()
    return { specs: {}, subLayers: [], classes: [] }
  }
}

/** @param value  as text layers have it: `@chair.usd@</Chair>`, `</Chair>`, or a list of such */
const arcsIn = (value: unknown, layer: string, place: (named: string) => string): readonly Arc[] =>
  [value].flat().flatMap((text) => (typeof text !== 'string' ? [] : [...text.matchAll(ARC)].map(([, file, prim, own]): Arc => ({ layer: file ? place(file) : layer, prim: own ?? prim ?? '' }))))

function parseLayer(bytes: Uint8Array<ArrayBuffer>, arcsOf: (value: unknown) => readonly Arc[], place: (named: string) => string): Layer {
  if (startsWith(bytes, 'PXR-USDC')) return { specs: new USDCParser().parseData(bytes.slice().buffer).specsByPath, subLayers: [], classes: [] }
  const { specs, subLayers, classes } = parseTextLayer(textOfBytes(bytes))
  for (const { fields } of Object.values(specs)) {
    const arcs = [...arcsOf(fields['references']), ...arcsOf(fields['payload'])]
    delete fields['references']
    delete fields['payload']
    if (arcs.length > 0) fields['arcs'] = arcs
    if (fields['inherits'] !== undefined) fields['inherits'] = arcsOf(fields['inherits'])
  }
  return { specs, subLayers: subLayers.map(place), classes }
}
