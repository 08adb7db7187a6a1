import { expect, test } from 'vitest'
import { createHeadlessDevice } from './headless.ts'

test('a device answers without a window', async () => {
  const device = await createHeadlessDevice()
  expect(device.limits.maxStorageBuffersPerShaderStage).toBeGreaterThanOrEqual(8)
})
