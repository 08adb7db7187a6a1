import { LoadingManager } from 'three'
import { isArchive, namesAtStart, openArchive } from '../bytes/archive.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declares } from '../doctor/declared.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { headOf, startsWith } from '../bytes/text.ts'
import { findSibling } from '../beside/find-sibling.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { type Phrase, phrase } from '../../words/say.ts'
import type { ReadOptions, ReadSibling } from '../reader.ts'
import { type Composed, composed } from './compose.ts'
import type { Gathered } from './layers.ts'
import { type LeftInstances, MOST_INSTANCED, placeInstances } from './point-instancers.ts'

/** Universal Scene Description, packed, binary or text, by three's loader; unit and axes are the file's own. */
const usd: ConvertingReader = {
  id: 'usd',
  sniff: (bytes) => startsWith(bytes, 'PXR-USDC') || headOf(bytes, 64).startsWith('#usda') || (isArchive(bytes) && /\.usd[ac]?$/i.test(namesAtStart(bytes, 1)[0] ?? '')),
  async convert(bytes, options) {
    const archive = isArchive(bytes) ? await openArchive(bytes) : null
    const [{ USDLoader }, { USDComposer }, { HERE, mendPaths, openPackage }, { readInlineVectors }, { turnLeftHanded }, { mendTextReader }, { boundNesting }, { showMaterialX }] = await Promise.all([import('three/examples/jsm/loaders/USDLoader.js'), import('three/examples/jsm/loaders/usd/USDComposer.js'), import('./package.ts'), import('./inline-vectors.ts'), import('./left-handed.ts'), import('./text-layer.ts'), import('./deep-things.ts'), import('./materialx.ts')])
    readInlineVectors()
    turnLeftHanded()
    // Where a file brings no normals, the loader rounds every edge. Unset, they are found where edges are known.
    USDComposer.prototype._computeVertexNormals = (points) => new Float32Array(points.length)
    mendTextReader()
    boundNesting()
    showMaterialX()
    mendPaths()
    const isText = archive === null && !startsWith(bytes, 'PXR-USDC')
    // Of text, what a stage is made of lies in several files as a rule; three's loader knows packages alone.
    const stage = isText ? await stageOf(bytes, options) : null
    const pack = archive === null ? null : await openPackage(archive, options)
    let metresPerUnit: number | null = null
    let isTurned = false
    let left: LeftInstances = { beyond: 0, lost: 0 }
    const converted = await readObject3d(() => {
      const group = stage !== null ? new USDComposer(new LoadingManager()).compose({ specsByPath: stage.specs }, {}, {}, HERE) : pack?.compose() ?? new USDLoader().parse(bytes.slice().buffer, HERE)
      if (stage !== null) left = placeInstances(group, stage.specs, stage.classes)
      // As the loader applied them; what it applied nothing of may have said so, or nothing.
      metresPerUnit = group.scale.x !== 1 || states(bytes, 'metersPerUnit') ? group.scale.x : null
      isTurned = Math.abs(group.rotation.x) > 1
      return group
    }, () => declares(metresPerUnit, isTurned ? 'z' : 'y'), pack?.options ?? options)
    const { missing = [], unread = [] } = stage ?? {}
    if (missing.length > 0 && converted.document.getRoot().listMeshes().length === 0) throw new AtriumError('model-missing-file', `“${missing[0].slice(0, 100)}” belongs to the model, but does not lie beside it.`)
    return { ...converted, notes: [...said(missing, unread, left), ...converted.notes] }
  },
}

const said = (missing: readonly string[], unread: readonly string[], { beyond, lost }: LeftInstances): readonly Phrase[] => [
  ...(missing.length > 0 ? [phrase('import.layers.missing', { count: missing.length, names: missing.slice(0, MOST_NAMES).join(', ') })] : []),
  ...(unread.length > 0 ? [phrase('import.materials.unread', { count: unread.length, names: unread.slice(0, MOST_NAMES).join(', ') })] : []),
  ...(beyond > 0 ? [phrase('import.left.instances', { count: beyond, most: MOST_INSTANCED })] : []),
  ...(lost > 0 ? [phrase('import.left.prototypes', { count: lost })] : []),
]

/** Of files that are missing, told. */
const MOST_NAMES = 5

/** What a text layer is with all that it refers to. */
async function stageOf(bytes: Uint8Array<ArrayBuffer>, { name, readSibling, listSiblings }: ReadOptions): Promise<Composed & Pick<Gathered, 'missing' | 'unread'>> {
  const { gatherLayers } = await import('./layers.ts')
  const paths = readSibling === undefined ? [] : (await listSiblings?.()) ?? []
  const known = new Set([...paths, name])
  const others = paths.filter((path) => path !== name)
  const { layers, missing, unread } = await gatherLayers(name, bytes, {
    find: (path) => (known.has(path) ? path : findElsewhere(path, others)),
    read: (path) => (readSibling as ReadSibling)(path),
  })
  return { ...composed(name, layers), missing, unread }
}

/** A file that was moved; layers of one name are many as a rule, of which only one in such a folder is meant. */
function findElsewhere(named: string, paths: readonly string[]): string | null {
  const found = findSibling(named, paths)
  if (found === null || tailOf(found, 2) === tailOf(named, 2)) return found
  return paths.filter((path) => tailOf(path, 1) === tailOf(found, 1)).length === 1 ? found : null
}

const tailOf = (path: string, names: number): string => path.toLowerCase().split('/').slice(-names).join('/')

/** Whether a word stands in a file. O(bytes). */
function states(bytes: Uint8Array, word: string): boolean {
  const wanted = new TextEncoder().encode(word)
  for (let at = bytes.indexOf(wanted[0]); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) if (wanted.every((byte, i) => bytes[at + i] === byte)) return true
  return false
}

export const usdReader = convertingReader(usd)
