import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShippedKernel } from '../gpu/shipped-kernels.ts'
import { createTwinCache } from './twin-cache.ts'

const source = path.resolve(import.meta.dirname, '../gpu/twin/compiler')
let root: string

beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'atrium-twin-'))
  cpSync(source, path.join(root, 'gpu/twin/compiler'), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true }))

const kernelOf = (factor: number): ShippedKernel => ({
  name: 'double/fast', mode: 'fast', entryPoint: 'main',
  pieces: [`// double.wgsl\n@group(0) @binding(0) var<storage, read_write> values: array<f32>;\n@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { values[id.x] *= ${factor}.0; }\n`],
}) as unknown as ShippedKernel

const files = (): string[] => readdirSync(path.join(root, 'node_modules/.cache/atrium/twin'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))

test('a kernel is compiled once for all builds; another text, a broken file and another compiler compile it anew', () => {
  const made = createTwinCache(root)(kernelOf(2))
  expect(files()).toHaveLength(1)
  const [file] = files().map((name) => path.join(root, 'node_modules/.cache/atrium/twin', name))
  expect(createTwinCache(root)(kernelOf(2))).toEqual({ code: made.code, map: made.map })

  // What comes back is what lies there.
  writeFileSync(file, JSON.stringify({ code: 'from the cache', map: made.map }))
  expect(createTwinCache(root)(kernelOf(2)).code).toBe('from the cache')
  expect(createTwinCache(root)(kernelOf(3)).code).not.toBe('from the cache')
  writeFileSync(file, '{"code": "cut')
  expect(createTwinCache(root)(kernelOf(2)).code).toBe(made.code)

  writeFileSync(file, JSON.stringify({ code: 'by another compiler', map: made.map }))
  const part = path.join(root, 'gpu/twin/compiler/lex.ts')
  writeFileSync(part, `${readFileSync(part, 'utf8')}\n// Another compiler.\n`)
  expect(createTwinCache(root)(kernelOf(2)).code).toBe(made.code)
  expect(files()).toHaveLength(1)
})
