import { expect, test } from 'vitest'
import * as shipped from 'mirror:trace/uber/standard-8/fast'
import { compileMirror } from './compile.ts'
import { instantiate } from './instantiate.ts'
import { SHIPPED_KERNELS } from './kernels.ts'
import { pieceOf } from './lex.ts'

test.each(SHIPPED_KERNELS)('compiles $name', ({ pieces, entryPoint, mode }) => {
  const module = compileMirror(pieces.map(pieceOf), { entryPoint, mode })
  expect(instantiate(module).kernel.entryPoint).toBe(entryPoint)
  expect(module.kernel.sites.length > 0).toBe(mode === 'step')
  // A content security policy without unsafe-eval must let it through.
  expect(module.code).not.toMatch(/\beval\b|\bFunction\b|\bimport\(/)
})

test('a kernel is imported by its name, compiled while bundling', () => {
  expect(shipped.kernel).toMatchObject({ entryPoint: 'trace_rays', mode: 'fast', workgroupSize: [64, 1, 1] })
  expect(shipped.kernel.bindings.map(({ name }) => name)).toContain('nodes')
})
