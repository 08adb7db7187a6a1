import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { findBvhFault } from '../../bvh/check.ts'
import { BVH_COUNT_SHIFT, BVH_LEAF, BVH_NODE_WORDS, MAX_BVH_DEPTH } from '../../bvh/node.ts'
import { MAX_OBJECT_DEPTH } from '../../kdtree/build/options.ts'
import { sphere, terrain } from '../../testing/meshes.ts'
import { seeded } from '../../testing/random.ts'
import { placed } from '../../testing/scenes.ts'
import { packScene } from '../../testing/tracer.ts'
import { INSTANCE_WORDS } from '../../uber/instance.ts'
import { asInstances, asOneObject, sceneOf } from '../bench-scenes.ts'
import { aboutOf, bvhOfBoxes, CASE_PARTS, CASE_WALKS, caseSections, openCase, packedOf, RAY_KINDS, writeCaseFile } from './native-case.ts'
import { startNative } from './peer-native.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-case-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a case is read as it was written: the trees of every walk, alone and as instances, and the rays', () => {
  const scene = sceneOf('hills', [terrain(6), sphere(6)], [{ mesh: 0, worldFromObject: placed([0, 0, 0]) }, { mesh: 1, worldFromObject: placed([1, 2, 0]) }, { mesh: 1, worldFromObject: placed([-2, 2, 1]) }])
  const files = CASE_PARTS.map((part) => path.join(folder, `hills.${part}.case`))
  const written = CASE_PARTS.map((part) => caseSections(part, scene, 8, 8))
  for (const [i, sections] of written.entries()) writeCaseFile(files[i], sections)
  const own = openCase(files)
  for (const [name, words] of written.flatMap((sections) => [...sections])) expect(words instanceof Float32Array ? own.floats(name) : own.words(name), name).toEqual(words)
  expect(aboutOf(own)).toEqual({ scene: 'hills', triangles: scene.merged.indices.length / 3, instances: 3, width: 8, height: 8 })
  for (const [part, whole] of [['one', asOneObject(scene)], ['many', asInstances(scene)]] as const) {
    for (const walk of CASE_WALKS) {
      const { nodes, references, triangles, instances, uniforms, needs } = packScene(whole, walk)
      expect(packedOf(own, part, walk)).toEqual({ nodes, references, triangles, instances, uniforms, needs })
    }
  }
  expect(RAY_KINDS.map((kind) => own.floats(`rays/${kind}`).length > 0)).toEqual([true, true, true])
  expect([own.has('many/bvh/top'), own.has('one/bvh/top')]).toEqual([true, false])
})

test('a scene that is one object has no second case, and a file that is none is named', () => {
  const scene = sceneOf('ball', [sphere(8)], [{ mesh: 0, worldFromObject: placed([0, 0, 0]) }])
  expect([...caseSections('many', scene, 8, 8).keys()]).toEqual([])
  const file = path.join(folder, 'none.case')
  writeFileSync(file, 'something else entirely')
  expect(() => openCase([file])).toThrow(`${file} holds no case`)
})

test('the tree over instances can be walked, and lists each of them once', () => {
  const random = seeded(5)
  for (const count of [0, 1, 2, 3, 40]) {
    const boxes = Array.from({ length: count }, (_, i) => {
      const min = [0, 1, 2].map(() => 10 * random())
      return { slot: 2 * i, min, max: min.map((x) => x + random()) }
    })
    const nodes = bvhOfBoxes(boxes)
    const leaves = [...nodes].filter((word, i) => i % 8 === 3 && word > BVH_LEAF).map((word) => word & ((1 << BVH_COUNT_SHIFT) - 1))
    expect(leaves.toSorted((a, b) => a - b)).toEqual(boxes.map(({ slot }) => slot))
    const fault = (depth: number) => findBvhFault({ nodes, triangles: Uint32Array.from({ length: 2 * count }, (_, i) => i), depth }, 2 * count)
    const depth = Number(/the depth is (\d+)/.exec(fault(-1) ?? '')?.[1])
    expect(fault(depth)).toBeNull()
    expect(depth).toBeLessThan(MAX_BVH_DEPTH)
  }
})

test('native kernels count on trees as they are', () => {
  const text = ['walks.h', 'native.cu', 'case-file.h'].map((file) => readFileSync(path.join(import.meta.dirname, 'native', file), 'utf8')).join('\n')
  const constant = (name: string) => Number(new RegExp(`constexpr [^=\\n]*\\b${name} = (\\w+?)u?;`).exec(text)?.[1])
  expect([constant('LEAF'), constant('COUNT_SHIFT'), constant('INSTANCE_WORDS')]).toEqual([BVH_LEAF, BVH_COUNT_SHIFT, INSTANCE_WORDS])
  // Both levels' stacks, the end, and the way back.
  expect(constant('BVH_STACK')).toBeGreaterThanOrEqual(2 * MAX_BVH_DEPTH + 2)
  expect(constant('KD_STACK')).toBeGreaterThanOrEqual(MAX_OBJECT_DEPTH)
  expect(BVH_NODE_WORDS).toBe(16)
  expect(text).toContain('ATRCASE1')
})

/** Stands in for a program of kernels: it says what it has, and answers as it is asked. */
const STAND_IN = `
const fs = require('node:fs')
console.log(JSON.stringify({ device: 'a card', kernels: [{ name: 'a tree', over: 'one' }, { name: 'two levels', over: 'many' }], sets: [{ name: 'primary', rays: 2 }, { name: 'shadow', rays: 3 }] }))
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, kernel, set, file] = line.split(' ')
  if (kernel === '9') { console.error('no such kernel'); process.exit(1) }
  if (kernel === '8') return
  if (word === 'time') console.log(JSON.stringify({ ms: 10 * kernel + Number(set) }))
  else {
    fs.writeFileSync(file, Buffer.concat([Buffer.from(Float32Array.of(1.5).buffer), Buffer.from(Uint32Array.of(7).buffer), Buffer.from(Float32Array.of(-1).buffer), Buffer.from(Uint32Array.of(0xffffffff).buffer)]))
    console.log(JSON.stringify({ hits: 2 }))
  }
})`

test('a program of kernels is asked line by line, and what it says when it ends is told', async () => {
  const peer = await startNative(process.execPath, [], folder, ['-e', STAND_IN])
  expect(peer.kernels).toEqual([{ name: 'CUDA, a tree', over: 'one' }, { name: 'CUDA, two levels', over: 'many' }])
  expect([await peer.time(0, 'shadow'), await peer.time(1, 'primary')]).toEqual([1, 10])
  expect(await peer.hits(0, 'primary')).toEqual({ t: Float32Array.of(1.5, -1), hits: Uint32Array.of(7, 0xffffffff) })
  await expect(peer.time(9, 'primary')).rejects.toThrow('no such kernel')
  await peer.close()
  await expect(startNative(path.join(folder, 'no-such-program'), [], folder)).rejects.toThrow('ENOENT')
})

test('a program that does not answer is ended, and the bench goes on', async () => {
  const peer = await startNative(process.execPath, [], folder, ['-e', STAND_IN])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = expect(peer.time(8, 'primary')).rejects.toThrow('said nothing for 60 s')
  vi.advanceTimersByTime(60_000)
  await answer
})

test('a program of something else is told of and ended', async () => {
  const pid = path.join(folder, 'pid')
  const other = `require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); console.log('Hello'); setInterval(() => {}, 1000)`
  await expect(startNative(process.execPath, [], folder, ['-e', other])).rejects.toThrow('It said Hello')
  expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH')
})

test('a program that goes on when nothing more is asked is ended', async () => {
  const peer = await startNative(process.execPath, [], folder, ['-e', `${STAND_IN}; setInterval(() => {}, 1000)`])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = peer.close()
  vi.advanceTimersByTime(60_000)
  await closed
})
