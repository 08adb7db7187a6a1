import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { FileName } from '../batch-wire.ts'
import { encodeJob, type Job, MergeTask, parseJob, RefusedJob, tileCount, tileName, tileOf, TileTask } from './job.ts'
import { job, picture } from './testing-job.ts'

test.each([
  picture(), picture({ width: 1, height: 1 }), picture({ width: 4001, height: 3, samples: 1 }), picture({ width: 3, height: 4001, cut: { pixels: 1000, blocks: 1 } }),
  picture({ width: 1000, height: 777, samples: 65_536, cut: { pixels: 16_384, blocks: 100 } }), picture({ cut: { pixels: 1, blocks: 1024 } }), picture({ width: 100, height: 100, cut: { pixels: 70, blocks: 1 } }),
])('tiles of picture %# cover every pixel and every sample once', (each) => {
  const count = tileCount(each)
  const covered = new Map<string, number>()
  let area = 0
  for (let i = 0; i < count; i++) {
    const { region: { x, y, width, height }, firstSample, samples } = tileOf(each, i)
    expect(width > 0 && height > 0 && samples > 0 && x + width <= each.width && y + height <= each.height && firstSample + samples <= each.samples).toBe(true)
    expect(firstSample % 64).toBe(0)
    if (firstSample + samples < each.samples) expect(samples % 64).toBe(0)
    // Narrower than the tracer's blocks none is.
    expect(width * height).toBeLessThanOrEqual(Math.max(each.cut.pixels, 8))
    area += width * height * samples
    for (const corner of [`${x},${y},${firstSample}`]) covered.set(corner, (covered.get(corner) ?? 0) + 1)
  }
  expect(area).toBe(each.width * each.height * each.samples)
  expect(covered.size).toBe(count)
  expect(() => tileOf(each, count)).toThrow(RangeError)
})

test('a tile is named by all that it is made of', () => {
  const names = new Set<string>()
  const add = (change: Parameters<typeof picture>[0] = {}, adapter = 'a card', of: Partial<Job> = {}, index = 0) => names.add(tileName(job(of), picture(change), tileOf(picture(change), index), adapter))
  add()
  add()
  // A name, a format and a priority change nothing of the light.
  add({ name: 'Other', format: 'exr' })
  expect(names.size).toBe(1)
  add({ view: null }); add({ variant: 'Oak' }); add({ way: 0.5 }); add({ moved: 1 }); add({ sun: { date: null, minutes: 600 } }); add({ sun: { date: '2026-03-20', minutes: 600 } }); add({ bounces: 5 }); add({ seed: 2 })
  add({ glossFloor: 0.1 }); add({ panorama: true }); add({ transparent: true }); add({ layers: true }); add({ exposureEv: 4 }); add({ samples: 64 }); add({ width: 41 }); add({ height: 25 })
  add({}, 'another card'); add({}, 'a card', { project: 'b'.repeat(64) }); add({}, 'a card', { atrium: '0.2.0' }); add({}, 'a card', {}, 1)
  expect(names.size).toBe(21)
})

const fileOf = (content: unknown): { id: string; bytes: Uint8Array } => {
  const bytes = new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content))
  return { bytes, id: createHash('sha256').update(bytes).digest('hex').slice(0, 32) }
}

test('a job is what was submitted, of this version, or it is refused', () => {
  const { id, bytes } = encodeJob(job())
  expect(parseJob(id, bytes, '0.1.0')).toEqual(job())
  expect(encodeJob(job()).id).toBe(id)
  expect(() => parseJob(id, bytes, '0.2.0')).toThrow('made by Atrium 0.1.0; this is Atrium 0.2.0')
  expect(() => parseJob('0'.repeat(32), bytes, '0.1.0')).toThrow('has changed since it was submitted')
})

test.each([
  ['no JSON', '{'],
  ['a picture that climbs', job({ pictures: [picture({ name: '../../etc/cron' })] })],
  ['a picture of the parent', job({ pictures: [picture({ name: '..' })] })],
  ['a hidden file', job({ pictures: [picture({ name: '.bashrc' })] })],
  ['a drive', job({ name: 'C:' })],
  ['a device of Windows', job({ name: 'NUL.txt' })],
  ['a clip that climbs', job({ pictures: [picture({ clip: '..' })] })],
  ['a line break', job({ name: 'a\nb' })],
  ['a size without end', job({ pictures: [picture({ width: 1e9 })] })],
  ['samples without end', job({ pictures: [picture({ samples: 1e12 })] })],
  ['a size that is no number', { ...job(), pictures: [{ ...picture(), width: '4; rm -rf ~' }] }],
  ['tiles without end', job({ pictures: [picture({ width: 16_384, height: 16_384, cut: { pixels: 64, blocks: 1 } })] })],
  ['a tile larger than memory', job({ pictures: [picture({ layers: true, cut: { pixels: 1 << 22, blocks: 1 } })] })],
  ['a project that is a path', { ...job(), project: '../../../etc/passwd' }],
  ['two files of one name', job({ pictures: [picture(), picture({ name: 'door' })] })],
  ['a command', { ...job(), command: 'sh' }],
  ['no pictures', job({ pictures: [] })],
  ['NaN', { ...job(), pictures: [{ ...picture(), exposureEv: null }] }],
  ['another format', { ...job(), format: 2 }],
])('a hostile job is refused: %s', (_what, content) => {
  const { id, bytes } = fileOf(content)
  expect(() => parseJob(id, bytes, '0.1.0')).toThrow(RefusedJob)
})

test('what a queue carries are numbers that lead into a job', () => {
  expect(TileTask.safeParse({ job: '0'.repeat(32), picture: 0, tile: 3 }).success).toBe(true)
  for (const task of [{ job: '../x', picture: 0, tile: 0 }, { job: '0'.repeat(32), picture: -1, tile: 0 }, { job: '0'.repeat(32), picture: 0, tile: 1.5 }, { job: '0'.repeat(32), picture: 0, tile: 0, run: 'sh' }, null]) {
    expect(TileTask.safeParse(task).success).toBe(false)
  }
  expect(MergeTask.safeParse({ job: '0'.repeat(32), picture: 0, tile: 0 }).success).toBe(false)
  expect(FileName.safeParse('Küche 17.30').success).toBe(true)
})
