import { expect, test } from 'vitest'
import { clampLimits, openDevice, summarizeAdapter } from './device.ts'

test('without WebGPU or an adapter it says so', async () => {
  await expect(openDevice(undefined)).rejects.toMatchObject({ code: 'gpu-missing' })
  await expect(openDevice({ requestAdapter: () => Promise.resolve(null) } as unknown as GPU)).rejects.toMatchObject({ code: 'gpu-missing' })
})

test('asks for the card that it is told to, and for any where there is none of the kind', async () => {
  const asked: unknown[] = []
  const requestAdapter = (options?: GPURequestAdapterOptions): Promise<null> => {
    asked.push(options?.powerPreference)
    return Promise.resolve(null)
  }
  const gpu = { requestAdapter } as unknown as GPU
  await expect(openDevice(gpu, { powerPreference: 'low-power' })).rejects.toMatchObject({ code: 'gpu-missing' })
  expect(asked).toEqual(['low-power', undefined])
})

test('asks for no more than the adapter has', () => {
  const limits = clampLimits({ maxStorageBuffersPerShaderStage: 8, maxBufferSize: 1000, maxTextureArrayLayers: 1e9 } as GPUSupportedLimits)
  expect(limits).toEqual({ maxStorageBuffersPerShaderStage: 8, maxBufferSize: 1000, maxTextureArrayLayers: 2048 })
})

test.each([
  [{ vendor: 'google', architecture: 'swiftshader', device: '', description: 'SwiftShader Device (Subzero)' }, true],
  [{ vendor: 'mesa', architecture: '', device: '', description: 'llvmpipe (LLVM 15.0.6, 256 bits)' }, true],
  [{ vendor: 'microsoft', architecture: '', device: '', description: 'Microsoft Basic Render Driver' }, true],
  [{ vendor: 'nvidia', architecture: 'hopper', device: '', description: 'NVIDIA H200' }, false],
  [{ vendor: 'apple', architecture: 'common-3', device: '', description: '' }, false],
])('knows a software adapter by its name: %o', (info, isSoftware) => {
  expect(summarizeAdapter(info as GPUAdapterInfo).isSoftware).toBe(isSoftware)
})
