import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { meadow, radianceImage } from '../../../assets/generators/kit/hdr.ts'
import { removeItems, setSurroundings } from '../../document/changes/index.ts'
import type { AtriumDocument } from '../../document/types.ts'
import { assetKeyOf, useAssets } from '../assets.ts'
import type { ProjectContents } from '../file/contents.ts'
import { loadContents } from '../file/load.ts'
import { parseProject } from '../file/parse.ts'
import { serializeProject } from '../file/serialize.ts'
import type { RunningTask } from '../tasks/tasks.ts'
import { sampleContents } from '../testing.ts'
import { InlineWorker } from '../testing-workers.ts'

const task: RunningTask = { signal: new AbortController().signal, progress: () => undefined, commit: () => undefined }
beforeEach(() => { vi.stubGlobal('Worker', InlineWorker) })
afterEach(() => {
  vi.unstubAllGlobals()
  useAssets.setState(useAssets.getInitialState())
})

/** The sample project under an image of a meadow, or of these bytes. */
async function surrounded(bytes = radianceImage(16, 8, meadow)): Promise<ProjectContents> {
  const contents = sampleContents()
  const asset = { kind: 'hdr', key: await assetKeyOf(bytes), name: 'meadow.hdr', sizeBytes: bytes.byteLength, catalogueId: null } as const
  const document = setSurroundings({ asset, turn: -1, strength: 12.5, seen: false })(contents.document)
  return { ...contents, document, assets: new Map([...contents.assets, [asset.key, bytes]]) }
}

test('surroundings travel in the project file and come back as they were, pixels and all', async () => {
  const contents = await surrounded()
  const read = await parseProject(await serializeProject(contents, 'test'))
  expect(read.document).toEqual(contents.document)
  expect(read.document.environment.surroundings?.turn).toBeCloseTo(2 * Math.PI - 1, 12)
  const { surroundings } = await loadContents(read, new Map(), task)
  expect(surroundings?.map(({ image }) => [image.key, image.width, image.height])).toEqual([[read.document.environment.surroundings?.asset, 16, 8]])
})

test('a project whose surroundings are missing, are something else, or cannot be decoded says so', async () => {
  const contents = await surrounded()
  const { environment } = contents.document
  const named = (asset: string): AtriumDocument => ({ ...contents.document, environment: { ...environment, surroundings: { ...environment.surroundings!, asset } } })
  for (const document of [named('f'.repeat(64)), named(contents.document.assets[0].key)]) {
    await expect(serializeProject({ ...contents, document }, 'test').then((bytes) => parseProject(bytes))).rejects.toMatchObject({ code: 'project-invalid' })
  }
  const torn = await surrounded(radianceImage(16, 8, meadow).slice(0, -3))
  await expect(loadContents(torn, new Map(), task)).rejects.toMatchObject({ code: 'surroundings-invalid', detail: expect.stringContaining('meadow.hdr') as string })
})

test('the file of an image goes with it, stays when other things go, and another image takes its place', async () => {
  const { document } = await surrounded()
  const images = ({ assets }: AtriumDocument): readonly string[] => assets.flatMap(({ kind, name }) => (kind === 'hdr' || kind === 'exr' ? [name] : []))
  const other = { kind: 'exr', key: 'e'.repeat(64), name: 'dusk.exr', sizeBytes: 1, catalogueId: null } as const
  expect(images(removeItems(document.pieces.map(({ id }) => id))(document))).toEqual(['meadow.hdr'])
  expect(images(setSurroundings({ asset: other })(document))).toEqual(['dusk.exr'])
  expect(setSurroundings({ asset: other })(document).environment.surroundings).toMatchObject({ strength: 12.5, seen: false })
  expect(images(setSurroundings(null)(document))).toEqual([])
  expect(setSurroundings({ turn: 2 })(setSurroundings(null)(document))).toEqual(setSurroundings(null)(document))
})
