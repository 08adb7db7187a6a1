import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { randomWeights, writeTza } from '../../../gpu/testing/plain-denoiser.ts'
import { glbOf, twoChairsAndALamp } from '../../../renderer/imports/gltf/testing-glb.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** @param weights  the denoiser's file: nothing is fetched */
function run(weights: string, ...args: readonly string[]): Promise<{ readonly code: number | null; readonly line: string; readonly said: string }> {
  const child = spawn(process.execPath, [path.join(root, 'build/tool.mjs'), 'build/cli/import/import.ts', ...args], { cwd: root, env: { ...process.env, ATRIUM_DENOISER: weights, LANG: 'en_US.UTF-8', LC_ALL: '' } })
  let [line, said] = ['', '']
  child.stdout.on('data', (text: Buffer) => (line += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  return new Promise((resolve) => { child.on('close', (code) => resolve({ code, line, said })) })
}

test('the picture that is written goes through the denoiser, its figures do not; without the denoiser’s data it is the plain one, and it is said why', { tags: 'proof' }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-import-'))
  try {
    const [model, weights, none, clean, plain] = ['chairs.glb', 'thin.tza', 'none.tza', 'clean.png', 'plain.png'].map((name) => path.join(folder, name))
    await writeFile(model, glbOf(twoChairsAndALamp()))
    await writeFile(weights, writeTza(randomWeights(7)))
    const denoised = await run(weights, model, '--json', '--picture', clean)
    const traced = await run(none, model, '--json', '--picture', plain)
    expect([denoised.code, traced.code], denoised.said + traced.said).toEqual([0, 0])
    expect(denoised.said).not.toContain('none.tza')
    expect(traced.said).toContain('none.tza')
    // Without a graphics card a picture takes a minute: what is done is said, beside the answer.
    expect(traced.said).toMatch(/Reading chairs\.glb\nTracing rays\n/)
    const figures = ({ line }: { readonly line: string }) => (JSON.parse(line) as { picture: object }).picture
    expect(figures(denoised)).toEqual(figures(traced))
    const [first, second] = (await Promise.all([clean, plain].map((file) => readFile(file)))).map((bytes) => PNG.sync.read(bytes))
    expect([first.width, first.height, second.width, second.height]).toEqual([240, 135, 240, 135])
    expect(Buffer.compare(first.data, second.data)).not.toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
})
