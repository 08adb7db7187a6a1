import { expect, test } from 'vitest'
import * as shipped from 'mirror:trace/uber/standard-8/fast'
import { shadingPieces, tracingPieces } from '../passes/pieces.ts'
import { traversalPieces } from '../traversal/traversals.ts'
import { compileMirror } from './compile.ts'
import { instantiate } from './instantiate.ts'
import { SHIPPED_KERNELS } from './kernels.ts'
import { pieceOf } from './lex.ts'

const wgsl = import.meta.glob<string>('../**/*.wgsl', { query: '?raw', import: 'default', eager: true })
const textOf = (file: string): string => wgsl[`../${file}`]

test.each(SHIPPED_KERNELS)('compiles $name', ({ files, entryPoint, mode }) => {
  const module = compileMirror(files.map((file) => pieceOf(textOf(file))), { entryPoint, mode })
  expect(instantiate(module).kernel.entryPoint).toBe(entryPoint)
  expect(module.kernel.sites.length > 0).toBe(mode === 'step')
})

test('a kernel is imported by its name, compiled while bundling', () => {
  expect(shipped.kernel).toMatchObject({ entryPoint: 'trace_rays', mode: 'fast', workgroupSize: [64, 1, 1] })
  expect(shipped.kernel.bindings.map(({ name }) => name)).toContain('nodes')
})

test('the list of shipped kernels names the very pieces that the passes link', () => {
  const texts = (name: string) => SHIPPED_KERNELS.find((kernel) => kernel.name === `${name}/fast`)?.files.map(textOf)
  for (const mode of ['brute-force', 'object-list', 'uber'] as const) {
    const search = mode === 'brute-force' ? mode : `${mode}/standard-8`
    expect(new Set(texts(`shade/${search}`))).toEqual(new Set([...shadingPieces(mode), textOf('passes/shade.wgsl')]))
    expect(new Set(texts(`primary/${search}`))).toEqual(new Set([...tracingPieces(mode), textOf('passes/primary.wgsl')]))
    expect(texts(`trace/${search}`)).toEqual(expect.arrayContaining([...traversalPieces(mode)]))
  }
})
