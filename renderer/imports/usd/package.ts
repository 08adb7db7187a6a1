import { type Group, LoadingManager } from 'three'
import { type Specs, USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js'
import { USDComposer } from 'three/examples/jsm/loaders/usd/USDComposer.js'
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { Archive } from '../bytes/archive.ts'
import { startsWith, textOfBytes } from '../bytes/text.ts'
import type { ReadOptions, ReadSibling } from '../reader.ts'
import { joined } from './paths.ts'

/** The folder of the layer that is shown. Without any, three's loader keeps of a picture's path the name alone. */
export const HERE = '.'

const LAYER = /\.usd[ac]?$/i

/** Lets three's loader find what lies in a folder above or is named with `\`, and keep the folders of what it names: pictures of one name may lie in several. */
export function mendPaths(): void {
  USDComposer.prototype._resolveFilePath = function (named) { return joined(named, `${this.basePath}/`) }
  USDComposer.prototype._getBasePath = folderOf
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/') || HERE

/** What a package (USDZ) shows, and how its pictures are read. */
export interface UsdPackage {
  /** After `mendPaths` and `mendTextReader`. */
  readonly compose: () => Group
  /** Of pictures those in the package come first; a name in other case, or with another type, is found as beside a model. */
  readonly options: ReadOptions
}

/** @throws AtriumError `model-invalid` */
export async function openPackage(archive: Archive, options: ReadOptions): Promise<UsdPackage> {
  const { names } = archive
  const root = names.find((name) => LAYER.test(name))
  if (root === undefined) throw new AtriumError('model-invalid', 'The package has no layer.')
  const layers: (readonly [string, Uint8Array<ArrayBuffer>])[] = []
  for (const name of names) if (LAYER.test(name)) layers.push([joined(name, ''), await archive.read(name)])
  const known = new Set(names)
  const { listSiblings, readSibling } = options
  return {
    compose: () => {
      const all = Object.fromEntries(layers.map(([name, bytes]) => [name, parsed(bytes)]))
      const shown = joined(root, '')
      return new USDComposer(new LoadingManager()).compose(all[shown], all, {}, folderOf(shown))
    },
    options: {
      ...options,
      listSiblings: async () => [...names, ...(readSibling === undefined ? [] : (await listSiblings?.()) ?? [])],
      readSibling: (path) => (known.has(path) ? archive.read(path) : (readSibling as ReadSibling)(path)),
    },
  }
}

const parsed = (bytes: Uint8Array<ArrayBuffer>): { readonly specsByPath: Specs } =>
  startsWith(bytes, 'PXR-USDC') ? new USDCParser().parseData(bytes.slice().buffer) : new USDAParser().parseData(textOfBytes(bytes))
