import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CATALOGUE, describe, modelOf } from './generators/catalogue.ts'
import { serializeSample } from './generators/samples/project.ts'
import { SAMPLES } from './generators/samples/samples.ts'
import { withViewPictures } from './generators/samples/view-pictures.ts'

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
for (const { id, make } of SAMPLES) {
  const thumbnail = await readFile(path.join(target, `samples/${id}.png`)).then((bytes) => new Uint8Array(bytes), () => null)
  const sample = await make()
  await write(`samples/${id}.atrium`, await serializeSample({ ...sample, document: await withViewPictures(id, sample.document) }, thumbnail))
}
