import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { glbOf, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'

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
