import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sampleApartment } from './generators/apartment/document.ts'
import { serializeSample } from './generators/apartment/project.ts'
import { CATALOGUE, describe, modelOf } from './generators/catalogue.ts'

/** Writes everything that ships but the pictures: `npm run assets`. The same sources always give the same bytes. */
const target = path.resolve('assets/public')

async function write(file: string, bytes: Uint8Array | string): Promise<void> {
  const place = path.join(target, file)
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, bytes)
  console.log(`${file}  ${(bytes.length / 1024).toFixed(1)} KiB`)
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

for (const entry of CATALOGUE) {
  await write(`catalogue/${entry.id}/item.json`, json(describe(entry)))
  await write(`catalogue/${entry.id}/model.glb`, await modelOf(entry))
}
await write('catalogue/index.json', json(CATALOGUE.map(describe)))
const thumbnail = await readFile(path.join(target, 'samples/apartment.png')).then((bytes) => new Uint8Array(bytes), () => null)
await write('samples/apartment.atrium', await serializeSample(await sampleApartment(), thumbnail))
