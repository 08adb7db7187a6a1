import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeLine, decodeLines } from '../../electron/recovery/journal-lines.ts'
import type { JournalRecord } from '../../electron/contract.ts'
import { addPiece, movePieces, setName } from '../document/changes/index.ts'
import { furnished, piece } from '../document/testing.ts'
import type { AtriumDocument } from '../document/types.ts'
import { sampleContents } from '../project/testing.ts'
import { type JournalTransport, JournalWriter } from './journal-writer.ts'
import { replayJournal, type Snapshot } from './replay.ts'

const { view, origin } = sampleContents()
let said: string[]
let journal: string[]
let failures: number
let writer: JournalWriter
let document: AtriumDocument

const transport: JournalTransport = {
  putAsset: (key) => arrive(`asset ${key[0]}`, () => {}),
  putSnapshot: (json) => arrive('snapshot', () => void (journal = [json])),
  append: (records) => arrive(`append ${records.map(({ kind, sequence }) => `${kind}${sequence}`).join(' ')}`, () => void journal.push(...records.map((record) => JSON.stringify(record)))),
}
function arrive(what: string, keep: () => void): Promise<void> {
  said.push(what)
  if (failures-- > 0) return Promise.reject(new Error('disk full'))
  keep()
  return Promise.resolve()
}

function begin(options: ConstructorParameters<typeof JournalWriter>[4] = {}): void {
  void (writer as JournalWriter | undefined)?.stop()
  document = furnished()
  writer = new JournalWriter(transport, { view: () => view, origin: () => origin, bytesOf: () => new Uint8Array(1) }, document, false, options)
}
function move(gesture?: string): void {
  document = movePieces(['p1'], [1, 0, 0])(document)
  writer.follow(document, 'Move', gesture)
}
const replayed = () => replayJournal(decodeLines(Buffer.from(journal.map(encodeLine).join(''))).join('\n'))
const snapshot = (): Snapshot => JSON.parse(journal[0]) as Snapshot

beforeEach(() => {
  said = []
  journal = []
  failures = 0
  begin()
})

describe('a journal', () => {
  test('starts with the assets and a snapshot, then says what changes', async () => {
    await writer.flush()
    expect(said).toEqual(['asset c', 'asset a', 'snapshot'])
    expect(snapshot()).toMatchObject({ dirty: false, gestures: 0, sequence: 0 })
    move()
    move()
    await writer.flush()
    expect(said.slice(3)).toEqual(['append edit1 edit2'])
    expect(replayed().document).toEqual(document)
  })

  test('says one drag once, as far as it has not left yet', async () => {
    await writer.flush()
    for (let i = 0; i < 5; i++) move('drag')
    await writer.flush()
    for (let i = 0; i < 5; i++) move('drag')
    await writer.flush()
    expect(said.slice(3)).toEqual(['append edit1', 'append edit2'])
    expect(replayed().document.pieces[0].position[0]).toBe(10)
    writer.saved(true)
    await writer.flush()
    expect(snapshot()).toMatchObject({ gestures: 0, dirty: true })
  })

  test('stores what a gesture shows before the gesture, even of what is gone again', async () => {
    await writer.flush()
    const asset = { key: 'e'.repeat(64), name: 'x', sizeBytes: 1, catalogueId: null }
    const before = document
    writer.follow(addPiece(piece('new', { asset: asset.key }), asset)(before), 'Place')
    writer.follow(before, 'Undo Place')
    await writer.flush()
    expect(said.slice(3)).toEqual(['asset e', 'append edit1 edit2'])
  })

  test('gathers gestures for a moment, and the camera for longer', async () => {
    vi.useFakeTimers()
    begin({ delayMs: 80, viewDelayMs: 2000 })
    await vi.advanceTimersByTimeAsync(0)
    said.length = 0
    move()
    await vi.advanceTimersByTimeAsync(70)
    move()
    writer.followView()
    expect(said).toEqual([])
    await vi.advanceTimersByTimeAsync(20)
    expect(said).toEqual(['append edit1 edit2 view2'])
    writer.followView()
    await vi.advanceTimersByTimeAsync(1900)
    expect(said).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(said[1]).toBe('append view2')
    vi.useRealTimers()
  })

  test('becomes a snapshot now and then', async () => {
    begin({ recordsPerSnapshot: 3 })
    for (let i = 0; i < 8; i++) {
      move()
      await writer.flush()
    }
    expect(said.filter((what) => what === 'snapshot').length).toBeGreaterThan(1)
    expect(replayed()).toMatchObject({ document, sequence: 8 })
    expect(snapshot().gestures + journal.length - 1).toBe(8)
  })

  test('that failed anywhere holds everything in its next snapshot', async () => {
    for (let failAt = 0; failAt < 6; failAt++) {
      begin()
      failures = 0
      for (let i = 0; i < 4; i++) {
        if (i === failAt % 4) failures = 1 + (failAt >> 2)
        move()
        await writer.flush()
      }
      expect(replayed().document).toEqual(document)
      expect(replayed().sequence).toBe(4)
    }
  })

  test('that cannot be written says so, and acknowledges nothing', async () => {
    const onFailure = vi.fn()
    const onAcknowledged = vi.fn()
    begin({ onFailure, onAcknowledged })
    failures = 100
    move()
    await expect(writer.flush()).rejects.toThrow('disk full')
    expect(onFailure).toHaveBeenCalled()
    expect(onAcknowledged).not.toHaveBeenCalled()
  })

  test('tells when everything is written, saving included, and is not hurried by the question', async () => {
    let isTold = false
    const ask = (): void => {
      isTold = false
      void writer.written().then(() => (isTold = true))
    }
    vi.useFakeTimers()
    begin({ delayMs: 80 })
    ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(isTold).toBe(true)
    move()
    ask()
    await vi.advanceTimersByTimeAsync(70)
    expect(isTold).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(isTold).toBe(true)
    writer.saved(false)
    ask()
    expect(isTold).toBe(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(isTold).toBe(true)
    expect(snapshot()).toMatchObject({ gestures: 0, dirty: false })
    vi.useRealTimers()
  })

  test('two who wait at once have both been heard', async () => {
    move()
    const first = writer.flush()
    move()
    await Promise.all([first, writer.flush()])
    expect(replayed()).toMatchObject({ document, sequence: 2 })
  })

  test('stopped, it says nothing more', async () => {
    await writer.flush()
    await writer.stop()
    move()
    await expect(writer.flush()).rejects.toThrow()
    expect(said).toHaveLength(3)
  })
})

describe('after a save', () => {
  test('there is nothing to recover', async () => {
    move()
    await writer.flush()
    writer.saved(false)
    await writer.flush()
    expect(snapshot()).toMatchObject({ dirty: false, gestures: 0 })
  })

  // Seed 1 of `npm run torture`, life 305: the drag went on before the snapshot of the save was written.
  test.each([[true], [false]])('a drag that goes on is new work, its beginning written before: %s', async (isWritten) => {
    await writer.flush()
    move('drag')
    if (isWritten) await writer.flush()
    writer.saved(false)
    move('drag')
    await writer.flush()
    const records = journal.slice(1).map((line) => JSON.parse(line) as JournalRecord)
    expect(snapshot().dirty || records.some(({ kind }) => kind === 'edit')).toBe(true)
    expect(snapshot().gestures + records.length).toBe(1)
    expect(replayed().document).toEqual(document)
  })
})

describe('a replay', () => {
  test('ends before a gap, and before what does not fit', async () => {
    await writer.flush()
    move()
    await writer.flush()
    const expected = document
    writer.follow((document = setName('Loft')(document)), 'Rename')
    writer.follow((document = setName('Attic')(document)), 'Rename')
    await writer.flush()
    const whole = [...journal]
    journal = [whole[0], whole[1], whole[3]]
    expect(replayed()).toMatchObject({ document: expected, sequence: 1 })
    journal = [whole[0], whole[1], JSON.stringify({ kind: 'edit', sequence: 2, patch: { lists: { pieces: { remove: ['nobody'] } } } }), whole[3]]
    expect(replayed()).toMatchObject({ document: expected, sequence: 1 })
    journal = whole.slice(1)
    expect(replayed).toThrow(/no beginning/)
    journal = [JSON.stringify({ ...snapshotOf(whole), version: 99 })]
    expect(replayed).toThrow(/version 99/)
  })
})

const snapshotOf = (lines: readonly string[]): Snapshot => JSON.parse(lines[0]) as Snapshot
