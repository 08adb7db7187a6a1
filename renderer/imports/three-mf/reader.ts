import { type Archive, isArchive, namesAtStart, openArchive } from '../bytes/archive.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declares } from '../doctor/declared.ts'
import { installDom } from '../xml/dom.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { headOf, textOfBytes } from '../bytes/text.ts'
import { withOneNumbering } from './one-numbering.ts'
import { withPlainProperties } from './plain-properties.ts'

/** 3MF Core Specification 1.3, section 3.4: the units of a model, in metres. */
const METRES: Readonly<Record<string, number>> = { micron: 1e-6, millimeter: 1e-3, centimeter: 1e-2, inch: 0.0254, foot: 0.3048, meter: 1 }

/** 3D Manufacturing Format, by three's loader, which leaves its unit and its z up to us. */
const threeMf: ConvertingReader = {
  id: '3mf',
  sniff: (bytes) => isArchive(bytes) && namesAtStart(bytes).some((name) => /^3D\/|\.model$/i.test(name)),
  async convert(bytes, options) {
    const archive = await openArchive(bytes)
    // Others lie in folders of their own; this one says what of all is built, and in which unit.
    const model = archive.names.find((name) => /^\/?3D\/[^/]*\.model$/i.test(name)) ?? archive.names.find((name) => /\.model$/i.test(name))
    const files = await plainFiles(archive, await withOneNumbering(archive))
    const head = model === undefined ? '' : headOf(await archive.read(model), 65_536)
    const metresPerUnit = METRES[/<model\b[^<>]*\bunit="(\w+)"/.exec(head)?.[1] ?? 'millimeter'] ?? METRES.millimeter
    const app = /<metadata name="Application"[^<>]*>([^<]*)</.exec(head)?.[1]
    installDom()
    const [{ ThreeMFLoader }, { zipSync }] = await Promise.all([import('three/examples/jsm/loaders/3MFLoader.js'), import('three/examples/jsm/libs/fflate.module.js')])
    const packed = files === null ? bytes : zipSync({ ...files }, { level: 0 })
    return readObject3d(() => {
      const group = new ThreeMFLoader().parse(packed.slice().buffer)
      group.rotation.set(-Math.PI / 2, 0, 0)
      group.scale.setScalar(metresPerUnit)
      return group
    }, declares(metresPerUnit, 'z', app), options)
  },
}

/** The files of a package with what triangles wear said plainly; null: they are as they are. */
async function plainFiles(archive: Archive, renumbered: Readonly<Record<string, Uint8Array>> | null): Promise<Readonly<Record<string, Uint8Array>> | null> {
  const changed: Record<string, Uint8Array> = {}
  for (const name of archive.names.filter((each) => /\.model$/i.test(each))) {
    const text = textOfBytes(renumbered?.[name] ?? await archive.read(name))
    const plain = withPlainProperties(text)
    if (plain !== text) changed[name] = new TextEncoder().encode(plain)
  }
  if (Object.keys(changed).length === 0) return renumbered
  const files: Record<string, Uint8Array> = {}
  for (const name of archive.names) files[name] = changed[name] ?? renumbered?.[name] ?? await archive.read(name)
  return files
}

export const threeMfReader = convertingReader(threeMf)
