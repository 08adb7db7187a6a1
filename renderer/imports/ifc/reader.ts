import { Document, type Node } from '@gltf-transform/core'
import type { FlatMesh, IfcAPI } from 'web-ifc'
import { AtriumError } from '../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import { isArchive, namesAtStart, openArchive } from '../bytes/archive.ts'
import { type Converted, type ConvertingReader, convertingReader } from '../conversion.ts'
import { ifcDeclares } from '../doctor/declared.ts'
import type { ReadOptions } from '../reader.ts'
import { headOf } from '../bytes/text.ts'
import { readBuilding } from './building.ts'
import { withoutDamagedLines } from './damaged-lines.ts'
import { ElementBuilder } from './elements.ts'
import { standInGroups } from './groups.ts'
import { lengthUnitOf } from './length-unit.ts'
import { Lines } from './lines.ts'
import { Surfaces } from './surfaces.ts'
import { valueCounts } from './value-counts.ts'

const isIfcName = (name: string): boolean => /\.ifc$/i.test(name)
/** The sixth of FILE_NAME: ISO 10303-21, 8.2.3, originating_system. */
const appOf = (head: string): string => /FILE_NAME\s*\((?:\s*(?:'(?:[^']|'')*'|\$|\((?:[^()']|'(?:[^']|'')*')*\))\s*,){5}\s*'((?:[^']|'')*)'/.exec(head)?.[1] ?? ''
const isStep = (head: string): boolean => head.startsWith('ISO-10303-21') && /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(head)

/** Farther from the origin, single precision blurs what is small: the nearest multiple of ORIGIN_STEP is taken off. Metres. */
const FAR = 1000
const ORIGIN_STEP = 10
/** Bytes that the kernel may hold of the file. */
const KERNEL_BYTES = 2 ** 31 - 1
/** Of the work: the kernel opens the file in one call. */
const OPENED = 0.3

/** IFC 2x3 and 4, plain or in a ZIP, by web-ifc: one node per element, in metres, y up, below nodes of its storey and its class. */
const reader: ConvertingReader = {
  id: 'ifc',
  sniff: (bytes) => isStep(headOf(bytes, 65_536)) || (isArchive(bytes) && namesAtStart(bytes).some(isIfcName)),
  async convert(bytes, options) {
    const content = isArchive(bytes) ? await unpack(bytes) : bytes
    const tail = new TextDecoder('latin1').decode(content.subarray(-1024))
    if (!/END-ISO-10303-21\s*;?\s*$/.test(tail)) throw new AtriumError('model-truncated', 'The file has no end line (END-ISO-10303-21): it was cut off.')
    if (options.decoders?.webIfc === undefined) throw new AtriumError('internal', 'IFC needs its kernel.')
    const { api, ifc } = await options.decoders.webIfc()
    const { bytes: text, count: damaged } = withoutDamagedLines(content, valueCounts(ifc))
    // Starting it is no silence of the file's.
    options.onStage?.('converting')
    const model = api.OpenModel(text, { MEMORY_LIMIT: KERNEL_BYTES })
    if (model < 0) throw new AtriumError('model-version', `Its schema is unknown: ${/FILE_SCHEMA[^;]*/.exec(headOf(text, 65_536))?.[0].slice(0, 100) ?? 'none'}.`)
    try {
      options.onProgress?.(OPENED)
      const converted = build(api, model, ifc, options, appOf(headOf(text, 65_536)))
      return damaged === 0 ? converted : { ...converted, notes: [phrase('import.left.damaged', { count: damaged }), ...converted.notes] }
    } finally {
      api.CloseModel(model)
    }
  },
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const archive = await openArchive(bytes)
  const name = archive.names.find(isIfcName)
  if (name === undefined) throw new AtriumError('model-invalid', 'The archive holds no IFC file.')
  return archive.read(name)
}

function build(api: IfcAPI, model: number, ifc: typeof import('web-ifc'), { onProgress }: ReadOptions, app: string): Converted {
  const lines = new Lines(api, model)
  const building = readBuilding(lines, ifc)
  const document = new Document()
  const scene = document.createScene()
  const elements = new ElementBuilder(api, model, lines, building, new Surfaces(lines, ifc), document, document.createBuffer())
  const shown: { readonly id: number; readonly node: Node }[] = []
  let left = 0
  api.StreamAllMeshes(model, (flat: FlatMesh, index: number, total: number) => {
    const node = elements.element(flat)
    if (node === null) left++
    else shown.push({ id: flat.expressID, node })
    onProgress?.(OPENED + ((1 - OPENED) * index) / Math.max(1, total))
  })
  const nodes = shown.map(({ node }) => node)
  const origin = originOf(nodes.map((node) => node.getTranslation()))
  for (const node of nodes) node.setTranslation(node.getTranslation().map((value, axis) => value - origin[axis]) as [number, number, number])
  standInGroups(shown, document, scene, building, lines)
  scene.setExtras({ atrium: { origin } })
  const notes: Phrase[] = []
  if (left > 0) notes.push(phrase('import.left.empty', { count: left }))
  // The kernel gives no texture coordinates.
  const textures = [ifc.IFCIMAGETEXTURE, ifc.IFCBLOBTEXTURE, ifc.IFCPIXELTEXTURE].reduce((sum, type) => sum + lines.countOf(type), 0)
  if (textures > 0) notes.push(phrase('import.left.textures', { count: textures }))
  const bare = shown.filter(({ id }) => elements.bare.has(id)).length
  if (bare > 0) notes.push(phrase('import.bare', { count: bare }))
  if (origin.some((value) => value !== 0)) notes.push(phrase('import.origin', { kilometres: Math.hypot(...origin) / 1000 }))
  return { document, notes, declared: ifcDeclares(lengthUnitOf(lines, ifc), app, origin) }
}

/** The middle of all places, rounded, if it is far; where the file's own origin is near, it is kept. */
function originOf(places: readonly (readonly number[])[]): readonly [number, number, number] {
  const middle = [0, 1, 2].map((axis) => places.map((place) => place[axis]).toSorted((a, b) => a - b)[Math.floor(places.length / 2)] ?? 0)
  if (Math.hypot(...middle) < FAR) return [0, 0, 0]
  const rounded = middle.map((value) => Math.round(value / ORIGIN_STEP) * ORIGIN_STEP)
  // Heights are kept: floors are counted from there.
  return [rounded[0], Math.abs(middle[1]) < FAR ? 0 : rounded[1], rounded[2]]
}

export const ifcReader = convertingReader(reader)
