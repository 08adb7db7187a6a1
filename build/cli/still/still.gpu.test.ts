import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { createHeadlessEngine, finishStill } from '../../../gpu/headless/still.ts'
import { sharedDevice } from '../../../gpu/headless/headless.ts'
import { STILL_PLAN } from '../../../gpu/passes/irradiance/irradiance-frame.ts'
import { createInlineExecutor } from '../../../gpu/testing/inline-executor.ts'
import type { CpuExecutor } from '../../../gpu/twin/executor/cpu-executor.ts'
import { glbOf, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'
import { loadScene } from './scene.ts'

const root = path.resolve(import.meta.dirname, '../../..')

function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [path.join(root, 'build/tool.mjs'), 'build/cli/still/still.ts', ...args], { cwd: root })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  return new Promise((resolve) => { child.on('exit', (code) => resolve({ code, said })) })
}

// Hybrid asks the threads for the most kernels: the frame's, its light paths' and the irradiance cache's.
test('the command line makes a picture with the cores and leaves that file alone behind', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    const [model, out] = [path.join(folder, 'room.glb'), path.join(folder, 'room.png')]
    await writeFile(model, glbOf(twoChairsAndALamp()))
    const { code, said } = await run(model, '--out', out, '--size', '16x8', '--samples', '2', '--mode', 'hybrid', '--device', 'cpu', '--environment', '1,1,1', '--exposure', '0', '--tone-map', 'none')
    expect(code, said).toBe(0)
    expect((await readdir(folder)).sort()).toEqual(['room.glb', 'room.png'])
    const { width, height, data } = PNG.sync.read(await readFile(out))
    expect([width, height]).toEqual([16, 8])
    // Nothing stands in the corner: 1 nit where 1.2 are white (IEC 61966-2-1).
    expect([...data.subarray(0, 3)]).toEqual([235, 235, 235])
    expect(new Set(data.filter((_, i) => i % 4 < 3)).size).toBeGreaterThan(3)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a room whose glass shines is as bright as one whose glass does not', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  const device = await sharedDevice()
  const engine = await createHeadlessEngine(device)
  try {
    const means: number[] = []
    for (const shines of [false, true]) {
      const model = twoChairsAndALamp()
      Object.assign(model.json, { extensionsUsed: ['KHR_materials_transmission'] })
      Object.assign(model.json.materials[1], { pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0 }, emissiveFactor: shines ? [0.02, 0.02, 0.02] : [0, 0, 0], extensions: { KHR_materials_transmission: { transmissionFactor: 1 } } })
      const file = path.join(folder, `${shines}.glb`)
      await writeFile(file, glbOf(model))
      const { snapshot, views: [{ camera }], settings } = await loadScene(file)
      engine.setScene(snapshot)
      const { rgba } = await finishStill(device, engine, { camera, settings: { ...settings, method: 'whitted', indirect: false }, width: 16, height: 9, cpu: createInlineExecutor() })
      means.push(rgba.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0) / (3 * 16 * 9))
    }
    expect(means[0]).toBeGreaterThan(40)
    expect(Math.abs(means[1] / means[0] - 1)).toBeLessThan(0.2)
  } finally {
    engine.dispose()
    await rm(folder, { recursive: true })
  }
})

test('equal quick stills have equal bytes, however fast the machine is: what they know of indirect light goes by numbers of paths', { tags: 'proof' }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  const device = await sharedDevice()
  try {
    const file = path.join(folder, 'room.glb')
    await writeFile(file, glbOf(twoChairsAndALamp()))
    const { snapshot, views: [{ camera }], settings } = await loadScene(file)
    const pictures: Uint8Array[] = []
    for (const pauseMs of [0, 4, 0]) {
      const engine = await createHeadlessEngine(device, undefined, { ...STILL_PLAN, first: 256, most: 256 })
      engine.setScene(snapshot)
      pictures.push((await finishStill(device, engine, { camera, settings: { ...settings, method: 'whitted', indirect: true }, width: 32, height: 18, cpu: pausing(createInlineExecutor(), pauseMs) })).rgba)
      engine.dispose()
    }
    expect(new Set(pictures[0].filter((_, i) => i % 4 < 3)).size).toBeGreaterThan(10)
    for (const other of pictures) expect(Buffer.compare(other, pictures[0])).toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Threads that others keep waiting before each dispatch. */
const pausing = (executor: CpuExecutor, pauseMs: number): CpuExecutor => ({
  ...executor,
  async kernel(name) {
    const kernel = await executor.kernel(name)
    return {
      async dispatch(...given) {
        await delay(pauseMs)
        return kernel.dispatch(...given)
      },
    }
  },
})

test('parts of a picture, put together, have its bytes', { tags: 'proof' }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-still-'))
  try {
    const [model, whole, merged, parts] = ['room.glb', 'whole.exr', 'merged.exr', 'parts'].map((name) => path.join(folder, name))
    await writeFile(model, glbOf(twoChairsAndALamp()))
    await mkdir(parts)
    const picture = ['--size', '16x8', '--bounces', '2', '--device', 'cpu', '--exposure', '0', '--denoise', 'off']
    const said: (readonly [number | null, string])[] = []
    const make = async (...args: readonly string[]) => {
      const { code, said: text } = await run(...args)
      said.push([code, text])
    }
    await make(model, ...picture, '--samples', '66', '--out', whole)
    for (const [i, region] of ['0,0,16,3', '0,3,9,5'].entries()) await make(model, ...picture, '--samples', '66', '--sums', '--layers', '--region', region, '--out', path.join(parts, `${i}.sums`))
    for (const first of [0, 64]) await make(model, ...picture, '--samples', first === 0 ? '64' : '2', '--first-sample', `${first}`, '--sums', '--layers', '--region', '9,3,7,5', '--out', path.join(parts, `from-${first}.sums`))
    await make('--merge', parts, '--denoise', 'off', '--out', merged)
    expect(said.map(([code]) => code), said.map(([, text]) => text).join('\n')).toEqual([0, 0, 0, 0, 0, 0])
    expect(Buffer.compare(await readFile(merged), await readFile(whole))).toBe(0)
    expect((await readFile(whole)).toString('latin1')).toMatch(/idNames\0string\0[^{]*\{"1":"[^"]*","2":"[^"]*"/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
