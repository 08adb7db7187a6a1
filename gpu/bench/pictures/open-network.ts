import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { createCpuNetwork } from '../../denoise/cpu-network.ts'
import { createGpuNetwork } from '../../denoise/gpu-network.ts'
import type { Network } from '../../denoise/network.ts'
import { parseUnet } from '../../denoise/unet.ts'
import { createNodeDenoiseThreads } from '../../headless/denoise-threads.ts'
import { type Bench, LeftOut } from '../bench.ts'

/** The denoiser of whom the bench measures: whoever opens it disposes of it. @throws LeftOut where there are no weights */
export async function openNetwork({ device, isSoftware }: Bench): Promise<Network> {
  const weights = process.env.ATRIUM_DENOISER
  if (weights === undefined) throw new LeftOut('ATRIUM_DENOISER names no weights')
  const unet = parseUnet(new Uint8Array(readFileSync(weights)))
  return isSoftware ? createCpuNetwork(unet, createNodeDenoiseThreads(pathToFileURL(process.argv[1]), availableParallelism())) : createGpuNetwork(device!, unet)
}
