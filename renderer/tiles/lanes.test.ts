import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

test('tasks run side by side on as many benches as there may be, then behind each other; one bench serves as long as one is enough', async () => {
  let made = 0
  const ends: (() => void)[] = []
  const begun: string[] = []
  const lanes = createLanes(2, () => `bench ${++made}`)
  const run = (name: string): Promise<string> => lanes.run((bench) => new Promise((resolve) => {
    begun.push(`${name} on ${bench}`)
    ends.push(() => resolve(name))
  }))
  const turn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve) })
  for (const name of ['a', 'b']) {
    const alone = run(name)
    await turn()
    ends.shift()!()
    expect(await alone).toBe(name)
  }
  expect(made).toBe(1)
  const all = ['c', 'd', 'e', 'f'].map(run)
  await turn()
  expect(begun).toEqual(['a on bench 1', 'b on bench 1', 'c on bench 1', 'd on bench 2'])
  // What was done second first makes room for the next of its bench.
  ends[1]()
  expect(await all[1]).toBe('d')
  await turn()
  expect(begun.at(-1)).toBe('f on bench 2')
  ends[0]()
  ends[2]()
  await turn()
  ends[3]()
  expect(await Promise.all(all)).toEqual(['c', 'd', 'e', 'f'])
  // One that fails holds up nobody.
  await expect(lanes.run(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await lanes.run((bench) => Promise.resolve(bench))).toBe('bench 1')
})
