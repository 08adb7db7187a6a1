import { expect, test } from 'vitest'
import * as shipped from 'twin:trace/uber/standard-8/fast'
import { kernels } from 'twin:kernels/debug-ray'
import { instantiate } from './twin/runtime/instantiate.ts'
import { shippedTwin } from './testing/shipped-twin.ts'
import { SHIPPED_KERNELS, type ShippedKernel } from './shipped-kernels.ts'

/** The first of each program in each mode: the others differ in how they walk. In steps, which nothing imports, `shade` alone is eight megabytes. */
const first = SHIPPED_KERNELS.filter(({ entryPoint, mode }, i, all) =>
  all.findIndex((each) => each.mode === mode && each.entryPoint === entryPoint) === i && !(entryPoint === 'shade' && mode === 'step'))
const others = SHIPPED_KERNELS.filter((kernel) => !first.includes(kernel))

test.each(first)('compiles $name', compiles)

test.each(others)('compiles $name, too', { tags: 'proof' }, compiles)

async function compiles({ name, entryPoint, mode }: ShippedKernel): Promise<void> {
  const module = await shippedTwin(name)
  expect(instantiate(module).kernel.entryPoint).toBe(entryPoint)
  expect(module.kernel.sites.length > 0).toBe(mode === 'step')
  // A content security policy without unsafe-eval must let it through.
  expect(module.code).not.toMatch(/\beval\b|\bFunction\b|\bimport\(/)
  // Larger ones stay in V8's baseline code for ever. What waits at barriers, a generator each, cannot be cut.
  if (mode === 'fast' && !module.code.includes('function*')) expect(Math.max(...module.code.split(/^ *function /m).map(({ length }) => length))).toBeLessThan(140_000)
}

test('a kernel is imported by its name, compiled while bundling', () => {
  expect(shipped.kernel).toMatchObject({ entryPoint: 'trace_rays', mode: 'fast', workgroupSize: [64, 1, 1] })
  expect(shipped.kernel.bindings.map(({ name }) => name)).toContain('nodes')
})

test('a bundle that asks for the debug pixel’s kernels gets every one of them, and no other', () => {
  const replays = SHIPPED_KERNELS.filter(({ entryPoint, mode }) => entryPoint === 'debug_ray' && mode === 'fast')
  expect(replays.length).toBeGreaterThan(0)
  expect(Object.keys(kernels).map((name) => `${name}/fast`)).toEqual(replays.map(({ name }) => name))
})
