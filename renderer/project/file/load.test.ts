import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProjectContents } from './contents.ts'
import { type KnownAssets, type LoadedProject, loadContents } from './load.ts'
import type { RunningTask } from '../tasks/tasks.ts'
import { sampleContents } from '../testing.ts'
import { InlineWorker } from '../testing-workers.ts'

const NOBODY: KnownAssets = new Map()
const task: RunningTask = { signal: new AbortController().signal, progress: () => undefined, commit: () => undefined }
const load = (contents: ProjectContents, known = NOBODY): Promise<LoadedProject> => loadContents(contents, known, task)

beforeEach(() => { vi.stubGlobal('Worker', InlineWorker) })
afterEach(() => { vi.unstubAllGlobals() })

describe('the bytes of a project', () => {
  const [model, luminaire] = sampleContents().document.assets
  const bytesOf = ({ assets }: ProjectContents, { key } = model): Uint8Array<ArrayBuffer> => assets.get(key)!

  test('move to the worker that parses them and come back from it, without a copy in between', async () => {
    const contents = sampleContents()
    const before = bytesOf(contents).slice()
    const { assets, luminaires } = await load(contents)
    expect(bytesOf(contents).byteLength).toBe(0)
    expect(assets.map(({ bytes }) => bytes)).toEqual([before])
    expect(luminaires?.map(({ bytes }) => bytes)).toEqual([bytesOf(contents, luminaire)])
  })

  test('that came as a whole and as parts serve both ways', async () => {
    const contents = sampleContents()
    const [first, ...others] = contents.document.pieces
    const both = { ...contents, document: { ...contents.document, pieces: [first, { ...first, id: 'whole', part: 'all' }, ...others] } }
    const { assets } = await load(both)
    expect(assets.map(({ parsed }) => parsed.parts.some(({ id }) => id === 'all'))).toEqual(expect.arrayContaining([false, true]))
    expect(assets[0].bytes).toEqual(assets[1].bytes)
  })

  test('stay where they are when they are those of what is open', async () => {
    const contents = sampleContents()
    const { assets: [open] } = await load(sampleContents())
    // Parsed as a whole so far: the pieces of the project need its parts.
    const known: KnownAssets = new Map([[model.key, { ...open, parsed: { ...open.parsed, parts: [] } }]])
    const { assets } = await load({ ...contents, assets: new Map([...contents.assets, [model.key, open.bytes]]) }, known)
    expect(open.bytes.byteLength).toBe(model.sizeBytes)
    expect(assets[0].bytes).toEqual(open.bytes)
  })
})
