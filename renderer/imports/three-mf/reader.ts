import { AtriumError } from '../../errors/atrium-error.ts'
import { type Archive, isArchive, namesAtStart, openArchive } from '../archive.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declares } from '../doctor/declared.ts'
import { installDom } from '../xml/dom.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { headOf, textOfBytes } from '../text.ts'

/** 3MF Core Specification 1.3, section 3.4: the units of a model, in metres. */
const METRES: Readonly<Record<string, number>> = { micron: 1e-6, millimeter: 1e-3, centimeter: 1e-2, inch: 0.0254, foot: 0.3048, meter: 1 }

/** 3D Manufacturing Format, by three's loader, which leaves its unit and its z up to us. */
const threeMf: ConvertingReader = {
  id: '3mf',
  sniff: (bytes) => isArchive(bytes) && namesAtStart(bytes).some((name) => /^3D\/|\.model$/i.test(name)),
  async convert(bytes, options) {
    const archive = await openArchive(bytes)
    const model = archive.names.find((name) => /\.model$/i.test(name))
    await checkObjects(archive)
    const head = model === undefined ? '' : headOf(await archive.read(model), 65_536)
    const metresPerUnit = METRES[/<model[^>]*\bunit="(\w+)"/.exec(head)?.[1] ?? 'millimeter'] ?? METRES.millimeter
    const app = /<metadata name="Application"[^>]*>([^<]*)</.exec(head)?.[1]
    installDom()
    const { ThreeMFLoader } = await import('three/examples/jsm/loaders/3MFLoader.js')
    return readObject3d(() => {
      const group = new ThreeMFLoader().parse(bytes.slice().buffer)
      group.rotation.set(-Math.PI / 2, 0, 0)
      group.scale.setScalar(metresPerUnit)
      return group
    }, declares(metresPerUnit, 'z', app), options)
  },
}

/**
 * Objects may lie in several files of the package, each with numbers of its own (3MF Production Extension 1.1, section 4). three's loader goes by the number
 * alone: where two are equal, it shows one of them twice.
 *
 * @throws AtriumError `model-unsupported`
 */
async function checkObjects(archive: Archive): Promise<void> {
  const models = archive.names.filter((name) => /\.model$/i.test(name))
  if (models.length < 2) return
  const seen = new Set<string>()
  for (const name of models) {
    const numbers = new Set([...textOfBytes(await archive.read(name)).matchAll(/<(?:\w+:)?object\b[^>]*?\sid\s*=\s*["']([^"']*)["']/g)].map(([, id]) => id))
    for (const id of numbers) {
      if (seen.has(id)) throw new AtriumError('model-unsupported', `Its objects lie in several files, and two of them have the number ${id}. Save it as one 3MF without the production extension, or as STL.`)
      seen.add(id)
    }
  }
}

export const threeMfReader = convertingReader(threeMf)
