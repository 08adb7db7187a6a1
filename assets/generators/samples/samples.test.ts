import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseProject } from '../../../renderer/project/file/parse.ts'
import { SAMPLES as OFFERED } from '../../../renderer/project/open/samples.ts'
import { SAMPLES } from './samples.ts'
import { withViewPictures } from './view-pictures.ts'

// The apartment takes the longest to make, by day as at dusk; the room with the mirror ships in the same way.
const apartments = SAMPLES.filter(({ id }) => id.startsWith('apartment'))
const others = SAMPLES.filter(({ id }) => !id.startsWith('apartment'))
const title = 'the sample $id that ships is the one described here, whole, and opens at its first view'
test.each(apartments)(title, { tags: 'proof' }, ships)
test.each(others)(title, ships)

async function ships({ id, make }: (typeof SAMPLES)[number]): Promise<void> {
  const { document, assets, luminaires, settings } = await make()
  const file = path.resolve(import.meta.dirname, `../../public/samples/${id}.atrium`)
  const project = await parseProject(new Uint8Array(await readFile(file)))
  expect(project.document).toEqual(await withViewPictures(id, document))
  expect(project.document.views.map(({ name, thumbnail }) => [name, thumbnail?.slice(0, 15)])).toEqual(document.views.map(({ name }) => [name, 'data:image/jpeg']))
  expect([...project.assets.keys()].toSorted()).toEqual([...assets.keys(), ...luminaires.map(({ key }) => key)].toSorted())
  expect(project.thumbnail).not.toBeNull()
  expect(project.view.pose.position).toEqual(document.views[0].position)
  expect(project.view.settings).toEqual(settings)
  expect(new Set([...document.pieces, ...document.lights].map((record) => record.id)).size).toBe(document.pieces.length + document.lights.length)
  expect([...assets.values()].reduce((sum, asset) => sum + asset.bytes.length, 0)).toBeLessThan(4e6)
}

test('the window offers what ships, with a picture of each', async () => {
  expect(OFFERED.map(({ id }) => id)).toEqual(SAMPLES.map(({ id }) => id))
  for (const { id } of SAMPLES) {
    const png = await readFile(path.resolve(import.meta.dirname, `../../public/samples/${id}.png`))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.length).toBeLessThan(300_000)
  }
})
