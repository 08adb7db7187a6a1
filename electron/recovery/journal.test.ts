import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Journal, readJournal } from './journal.ts'
import { decodeLines, encodeLine } from './journal-lines.ts'
import { type Fault, UnstableDisk } from '../files/testing-disk.ts'

const FILE = '/data/journal'
const encode = (...lines: string[]): Uint8Array => Buffer.from(lines.map(encodeLine).join(''))

describe('lines', () => {
  test('come back as they were written, whatever they say', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (lines) => {
        expect(decodeLines(encode(...lines))).toEqual(lines)
      }),
    )
  })

  test('end before the line that was torn', () => {
    const whole = encode('{"a":1}', '{"b":"ü"}', '{"c":3}')
    for (let cut = 0; cut < whole.length; cut++) {
      const lines = decodeLines(whole.subarray(0, cut))
      expect(['{"a":1}', '{"b":"ü"}', '{"c":3}'].slice(0, lines.length)).toEqual(lines)
    }
  })

  test('end before the first one with a flipped bit', () => {
    const whole = encode('{"a":1}', '{"b":2}')
    const second = encode('{"a":1}').length
    for (let at = 0; at < whole.length; at++) {
      const flipped = Uint8Array.from(whole)
      flipped[at] ^= 1
      expect(decodeLines(flipped).length).toBe(at < second ? 0 : 1)
    }
  })
})

/** The gestures of a session, and which of them were acknowledged. */
async function write(disk: UnstableDisk): Promise<{ acknowledged: number; failures: unknown[] }> {
  const outcome = { acknowledged: 0, failures: [] as unknown[] }
  const journal = new Journal(FILE, disk)
  const run = async (): Promise<void> => {
    for (let made = 0; made < 8; ) {
      try {
        if (made % 3 === 0) await journal.restart('{"head":1}', JSON.stringify({ upTo: made }))
        outcome.acknowledged = made
        await Promise.all([journal.append([JSON.stringify({ n: made + 1 })]), journal.append([JSON.stringify({ n: made + 2 })])])
        outcome.acknowledged = made += 2
      } catch (error) {
        outcome.failures.push(error)
        made += 2
        // As the page does: after a failure a snapshot holds it all.
        await journal.restart('{"head":1}', JSON.stringify({ upTo: made }))
        outcome.acknowledged = made
      }
    }
  }
  await Promise.race([run().catch((error: unknown) => outcome.failures.push(error)), disk.killed])
  return outcome
}

/** The last gesture that a journal leads to. */
async function lastOf(disk: UnstableDisk): Promise<number> {
  const [head, snapshot, ...records] = await readJournal(disk, FILE)
  if (head === undefined) return 0
  const numbers = records.map((record) => (JSON.parse(record) as { n: number }).n)
  const { upTo } = JSON.parse(snapshot) as { upTo: number }
  expect(numbers).toEqual(numbers.map((_, i) => upTo + i + 1))
  return upTo + numbers.length
}

async function fresh(fault: Fault | null): Promise<UnstableDisk> {
  const disk = new UnstableDisk()
  disk.place('/data/other', '')
  disk.fault = fault
  await Promise.resolve()
  return disk
}

test('killed before, during or after any operation, or without power, it loses nothing acknowledged, seed 1', async () => {
  const { length } = await fresh(null).then(async (disk) => (await write(disk), disk.operations))
  expect(length).toBeGreaterThan(20)
  let random = 1
  const next = (): number => (random = (random * 48271) % 0x7fffffff) / 0x7fffffff
  for (let at = 0; at < length; at++) {
    for (const kill of ['before', 'during', 'after'] as const) {
      const disk = await fresh({ at, kill })
      const { acknowledged } = await write(disk)
      expect(await lastOf(disk.afterKill()), `killed ${kill} ${disk.operations[at]}`).toBeGreaterThanOrEqual(acknowledged)
      for (let i = 0; i < 5; i++) expect(await lastOf(disk.afterPowerLoss(next)), `power lost ${kill} ${disk.operations[at]}`).toBeGreaterThanOrEqual(acknowledged)
    }
  }
})

test.each(['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'ENOENT'])('a failure %s at any operation loses nothing acknowledged, and the journal goes on', async (error) => {
  const { length } = await fresh(null).then(async (disk) => (await write(disk), disk.operations))
  for (let at = 0; at < length; at++) {
    const disk = await fresh({ at, error })
    const { acknowledged } = await write(disk)
    expect(await lastOf(disk.afterPowerLoss(() => 0)), disk.operations[at]).toBeGreaterThanOrEqual(acknowledged)
    expect(acknowledged, disk.operations[at]).toBe(8)
  }
})

test('nothing is added behind a torn line', async () => {
  const disk = await fresh(null)
  const journal = new Journal(FILE, disk)
  await journal.restart('{"head":1}', '{"upTo":0}')
  disk.fault = { at: disk.operations.length, error: 'ENOSPC' }
  await expect(journal.append(['{"n":1}'])).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(journal.append(['{"n":2}'])).rejects.toMatchObject({ code: 'backup-failed' })
  await journal.restart('{"head":1}', '{"upTo":2}')
  await journal.append(['{"n":3}'])
  expect(await lastOf(disk)).toBe(3)
})
