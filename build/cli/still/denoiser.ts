import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { createCpuNetwork, createGpuNetwork, type Network, networkSeconds, parseUnet } from '../../../gpu/index.ts'
import { createNodeDenoiseThreads } from '../../../gpu/headless/denoise-threads.ts'
import { durationText } from '../../../renderer/format/figures.ts'
import { say } from '../../../renderer/words/say.ts'
import { fetchWeights, findWeights } from '../../denoiser/weights.mjs'
import { usesCpu } from '../adapter.ts'
import type { StillOptions } from './options.ts'

/**
 * Opens the denoiser, and says how long it will take where the processor does it.
 *
 * @param entry  of the command; its file serves as a thread, too
 * @returns null where there are no weights: it was said why, and the picture stays as it is traced
 */
export async function openDenoiser(device: GPUDevice, { device: asked, width, height }: Pick<StillOptions, 'device' | 'width' | 'height'>, entry: string, progress: { say(text: string): void; note(text: string): void }): Promise<Network | null> {
  let network: Network
  try {
    if (await findWeights() === null) progress.say(say('cli.denoising.fetch'))
    const unet = parseUnet(new Uint8Array(await readFile(await fetchWeights())))
    if (!usesCpu(device, asked)) return await createGpuNetwork(device, unet)
    network = await createCpuNetwork(unet, createNodeDenoiseThreads(new URL(entry), os.availableParallelism()))
  } catch (error) {
    progress.note(say('cli.denoising.none', { reason: (error as Error).message }))
    return null
  }
  progress.note(say('cli.denoising.time', { time: durationText(await networkSeconds(network, width, height)) }))
  return network
}
