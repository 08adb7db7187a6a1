import { expect, test, vi } from 'vitest'
import { sharedDevice } from '../../headless/headless.ts'
import { createTargets } from '../targets.ts'

test('what a full HD picture is made in can be bound by every adapter: the largest buffer has no more than WebGPU’s 128 MiB', async () => {
  const made = vi.spyOn(await sharedDevice(), 'createBuffer')
  const [width, height] = [256, 256]
  const targets = createTargets(await sharedDevice(), width, height)
  targets.hybrid()
  const bytes = made.mock.calls.map(([{ size }]) => size)
  targets.dispose()
  made.mockRestore()
  expect(bytes.length).toBeGreaterThan(4)
  expect((Math.max(...bytes) / (width * height)) * 1920 * 1080).toBeLessThanOrEqual(128 * 2 ** 20)
})
