import { createGpuNetwork, type Engine, type Network, parseUnet } from '../../gpu/index.ts'
import { readDenoiser, request } from '../platform.ts'
import type { FrameDriver } from './frame-driver.ts'

/**
 * Denoises the picture at rest on a graphics card, as its last step, from when the first picture has come to rest. Where there are no weights the
 * picture stays as it is.
 */
export function createRestDenoiser(device: GPUDevice, frameLoop: ReturnType<Engine['createFrameLoop']>, driver: FrameDriver): { dispose(): void } {
  let network: Network | null = null
  let isDisposed = false

  async function begin(): Promise<void> {
    await driver.settled()
    const weights = isDisposed ? null : await readDenoiser()
    if (weights === null) return
    const made = await createGpuNetwork(device, parseUnet(weights))
    if (isDisposed) return made.dispose()
    network = made
    frameLoop.denoiseRest(made)
    driver.sceneImproved()
  }
  begin().catch((error: unknown) => request('log:write', { level: 'warn', message: `denoiser: ${String(error)}`.slice(0, 4000) }).catch(() => undefined))

  return {
    dispose() {
      isDisposed = true
      network?.dispose()
    },
  }
}
