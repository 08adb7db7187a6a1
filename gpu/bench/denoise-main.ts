import { readFileSync } from 'node:fs'
import os from 'node:os'
import { createCpuNetwork } from '../denoise/cpu-network.ts'
import { denoisePicture } from '../denoise/denoise-rows.ts'
import { createGpuNetwork } from '../denoise/gpu-network.ts'
import type { GuidedRows, Network } from '../denoise/network.ts'
import { exposureScale, luminanceOf } from '../denoise/transfer.ts'
import { parseUnet } from '../denoise/unet.ts'
import { resourcesOf } from '../device/resources.ts'
import { compilersAtRest } from '../headless/compilers.ts'
import { createNodeDenoiseThreads, isDenoiseThread, serveDenoiseInThread } from '../headless/denoise-threads.ts'
import { createHeadlessDevice } from '../headless/headless.ts'
import { setup } from '../headless/setup.ts'
import { noisyPicture } from '../testing/plain-denoiser.ts'

/*
 * `node build/tool.mjs gpu/bench/denoise-main.ts [WEIGHTS.tza] [WxH,WxH...] [--cpu]`: how long a picture takes to be denoised on this card (or, with
 * --cpu, on the processor's threads), what memory it takes there, and whether card and processor agree. The weights are those of ATRIUM_DENOISER where
 * none are named. One line of JSON for each size. A band of 16384 x 704 is what a picture of 16K asks for at a time.
 */

const TURNS = 5

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const byCpu = words.includes('--cpu')
  const [weights = process.env.ATRIUM_DENOISER, sizes = byCpu ? '160x90,640x360' : '640x360,1920x1080,3840x2160,16384x704'] = words.filter((word) => !word.startsWith('--'))
  if (weights === undefined) throw new Error('Which weights? Name a .tza file.')
  const unet = parseUnet(new Uint8Array(readFileSync(weights)))
  const threads = () => createNodeDenoiseThreads(new URL(import.meta.url), os.availableParallelism())
  if (byCpu) {
    for (const size of sizes.split(',')) tell(await timed(await createCpuNetwork(unet, threads()), sizeOf(size), os.cpus()[0].model, null))
    return 0
  }
  if (process.env.VK_ICD_FILENAMES === undefined && process.env.ATRIUM_HARDWARE_GPU === undefined) setup()
  const device = await createHeadlessDevice()
  const errors: string[] = []
  device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message))
  const { description, device: name } = device.adapterInfo
  const opened = performance.now()
  const network = await createGpuNetwork(device, unet)
  tell({ what: 'denoise/open', adapter: description || name, ms: performance.now() - opened })
  for (const size of sizes.split(',')) tell(await timed(network, sizeOf(size), description || name, device))
  const again = performance.now()
  const second = await createGpuNetwork(device, unet)
  tell({ what: 'denoise/open-again', ms: performance.now() - again })
  second.dispose()
  tell({ what: 'denoise/agrees', ...await compare(network, await createCpuNetwork(unet, threads())) })
  network.dispose()
  tell({ what: 'denoise/left', live: resourcesOf(device)?.list().map(({ label }) => label), errors })
  return errors.length === 0 ? 0 : 1
}

const sizeOf = (text: string): readonly [number, number] => {
  const [width, height] = text.split('x').map(Number)
  return [width, height]
}

const tell = (line: object): void => { process.stdout.write(`${JSON.stringify(line)}\n`) }

async function timed(network: Network, [width, height]: readonly [number, number], adapter: string, device: GPUDevice | null): Promise<object> {
  const picture = noisyPicture(width, height, 1)
  const whole: number[] = []
  const inNetwork: number[] = []
  let parts = 0
  const counted: Network = {
    ...network,
    async run(...given) {
      const start = performance.now()
      const rows = await network.run(...given)
      inNetwork[inNetwork.length - 1] += performance.now() - start
      parts++
      return rows
    },
  }
  for (let turn = 0; turn < TURNS; turn++) {
    inNetwork.push(0)
    parts = 0
    const start = performance.now()
    await denoisePicture(counted, picture, { width, height })
    whole.push(performance.now() - start)
  }
  const median = (list: number[]): number => Number(list.toSorted((a, b) => a - b)[list.length >> 1].toFixed(1))
  return { what: 'picture/denoised', adapter, width, height, parts, first: Number(whole[0].toFixed(1)), median: median(whole), inNetwork: median(inNetwork), peakBytes: device === null ? null : resourcesOf(device)?.peakBytes }
}

/** Of a picture and of its parts: the most that a pixel differs (of itself and a thousandth of the mean), the mean of it, and of the light. */
async function compare(card: Network, cores: Network): Promise<object> {
  const [width, height] = [321, 200]
  const picture: GuidedRows = noisyPicture(width, height, 2)
  const scale = exposureScale(picture.radiance, width, height)
  const part = { x: 0, y: 0, width, height }
  const [a, b] = [await card.run(picture, width, part, scale), await cores.run(picture, width, part, scale)]
  const floor = 1e-3 * b.reduce((sum, value) => sum + value, 0) / b.length
  let [most, sum, lightA, lightB] = [0, 0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const off = Math.abs(a[i] - b[i]) / (b[i] + floor)
    most = Math.max(most, off)
    sum += off
    if (i % 4 !== 0) continue
    lightA += luminanceOf(a[i], a[i + 1], a[i + 2])
    lightB += luminanceOf(b[i], b[i + 1], b[i + 2])
  }
  const again = await card.run(picture, width, part, scale)
  const small = { ...card, mostPixels: 60_000 }
  const [whole, cut] = [await denoisePicture(card, picture, { width, height }), await denoisePicture(small, picture, { width, height })]
  return {
    mostDifference: most, meanDifference: sum / a.length, light: lightA / lightB - 1, repeats: a.every((value, i) => value === again[i]),
    partsDifference: whole.reduce((worst, value, i) => Math.max(worst, Math.abs(value - cut[i]) / (value + floor)), 0),
  }
}

if (isDenoiseThread) serveDenoiseInThread()
else {
  const status = await main()
  await compilersAtRest()
  process.exit(status)
}
