import { mkdirSync } from 'node:fs'
import { isSoftwareAdapter } from '../adapter.ts'
import { createPictures, type Pictures, type Shot, shownLuminance, slugOf, writeComparison } from '../pictures/picture-kit.ts'
import { compareAtRest } from '../pictures/picture-rows.ts'
import { type PictureSource, pictureSources } from '../pictures/picture-scenes.ts'
import { comparePeer, describePeer, PEER_PROGRAMS, type PeerProgram } from '../peers/peer-compare.ts'
import type { PeerPicture } from '../peers/peer-programs.ts'
import type { Check, CheckResult } from './verify-checks.ts'

/** Where compared pictures go. */
const FOLDER = 'out/verify-pictures'
const SIZE = { width: 160, height: 90 } as const
/** Of the frame, and of the reference. */
const SAMPLES = 128
/** Mean FLIP that the frame may have against the reference; or so many times what two references differ by, for they are noise alone. */
const MOST_FLIP = 0.02
const MOST_OF_FLOOR = 1.25
/** Mean radiance that two renderers, or two qualities, may differ by. */
const SAME_LIGHT = 0.01

/**
 * The long comparisons of pictures: the frame at rest against the reference from every view of every sample, that no quality is
 * brighter than another, and other renderers where they are installed.
 *
 * @param folder  holds `interiors/`; null: only the samples that ship
 */
export function pictureChecks(folder: string | null, device: () => Promise<GPUDevice>): { checks: Check[]; missing: string[] } {
  const sources = pictureSources([], folder ?? undefined)
  const installed = PEER_PROGRAMS.filter((program) => program.find() !== null)
  const views = sources.flatMap((source) => [true, false].map((indirect): Check => ({
    id: `rest / ${source.name} / indirect ${indirect ? 'on' : 'off'}`, run: () => withPictures(source, device, (pictures) => checkRest(source, pictures, indirect)),
  })))
  const brightness = sources.map((source): Check => ({ id: `brightness / ${source.name}`, run: () => withPictures(source, device, (pictures) => checkBrightness(source, pictures)) }))
  const peers = installed.flatMap((program) => program.pictures(folder).map((source): Check => ({ id: `${program.slug} / ${source.name}`, run: async () => checkPeer(program, await source.load()) })))
  return { checks: [...views, ...brightness, ...peers], missing: PEER_PROGRAMS.filter((program) => !installed.includes(program)).map(({ title }) => `${title} is not installed, and its pictures are left out`) }
}

async function withPictures(source: PictureSource, device: () => Promise<GPUDevice>, check: (pictures: Pictures) => Promise<CheckResult>): Promise<CheckResult> {
  const opened = await device()
  const pictures = await createPictures(opened, source.load().snapshot, isSoftwareAdapter(opened))
  try {
    return await check(pictures)
  } finally {
    pictures.dispose()
  }
}

async function checkRest(source: PictureSource, pictures: Pictures, indirect: boolean): Promise<CheckResult> {
  const scene = source.load()
  const found: CheckResult[] = []
  for (const { name, camera } of scene.views) {
    const shot: Shot = { camera, settings: { ...scene.settings, indirect, restSamples: SAMPLES, view: 'shaded', mode: 'uber' }, ...SIZE }
    const [{ reference, test, flip, floor }] = await compareAtRest(pictures, shot, SAMPLES, ['hybrid'])
    writeComparison(`${FOLDER}/rest--${slugOf(source.name)}--${slugOf(name)}--${indirect ? 'indirect' : 'direct'}.png`, reference, test, flip)
    const isWrong = !(flip.mean <= Math.max(MOST_FLIP, MOST_OF_FLOOR * floor))
    const sentence = `${name}: FLIP ${flip.mean.toFixed(4)} (worst tile ${flip.worstTile.mean.toFixed(3)} at ${flip.worstTile.x},${flip.worstTile.y}), two references ${floor.toFixed(4)}`
    found.push({ compared: SIZE.width * SIZE.height, wrong: Number(isWrong), note: sentence, examples: isWrong ? [sentence] : [] })
  }
  return together(found)
}

/** Quality changes noise and resolution, never how bright a picture is. */
async function checkBrightness(source: PictureSource, pictures: Pictures): Promise<CheckResult> {
  const scene = source.load()
  // Without a tone curve, and so dark that little burns out: means must not depend on noise.
  const settings = { ...scene.settings, method: 'hybrid', view: 'shaded', mode: 'uber', toneMap: 'none', exposureEv: scene.settings.exposureEv + 2 } as const
  const base: Shot = { camera: scene.views[0].camera, settings: { ...settings, restSamples: 64 }, ...SIZE }
  const qualities: Record<string, Shot> = {
    '64 samples': base,
    '8 samples': { ...base, settings: { ...settings, restSamples: 8 } },
    'without the filter': { ...base, settings: { ...base.settings, denoise: false } },
    'half the size': { ...base, width: SIZE.width / 2, height: SIZE.height / 2 },
  }
  const means: [string, number][] = []
  for (const [name, shot] of Object.entries(qualities)) means.push([name, shownLuminance(await pictures.atRest(shot))])
  const [, first] = means[0]
  const off = means.filter(([, mean]) => !(Math.abs(mean / first - 1) <= SAME_LIGHT))
  return {
    compared: means.length * SIZE.width * SIZE.height, wrong: off.length, note: means.map(([name, mean]) => `${name} ${percent(mean / first)}`).join(', '),
    examples: off.map(([name, mean]) => `${name}: mean luminance ${percent(mean / first)} of that of 64 samples`),
  }
}

function checkPeer(program: PeerProgram, picture: PeerPicture): CheckResult {
  const folder = `${FOLDER}/peers`
  mkdirSync(folder, { recursive: true })
  const shot = { ...SIZE, samples: SAMPLES }
  const compared = comparePeer(program, picture, shot, folder)
  writeComparison(`${FOLDER}/${program.slug}--${slugOf(picture.name)}.png`, compared.peers, compared.ours, compared.flip)
  const { flip, ratios, broken } = compared
  const examples = [
    ...(flip.mean <= program.mostFlip ? [] : [`FLIP ${flip.mean.toFixed(4)} is above ${program.mostFlip}`]),
    ...(ratios.every((ratio) => Math.abs(ratio - 1) <= SAME_LIGHT) ? [] : [`mean radiance is ${ratios.map(percent).join(', ')} of ${program.title}'s`]),
    ...(broken === 0 ? [] : [`${broken} values are not finite or below zero`]),
  ]
  return { compared: SIZE.width * SIZE.height, wrong: examples.length, note: `FLIP ${flip.mean.toFixed(4)}, ${describePeer(compared)}`, examples }
}

const percent = (ratio: number): string => `${(100 * ratio).toFixed(2)} %`

function together(found: readonly CheckResult[]): CheckResult {
  return {
    compared: found.reduce((sum, { compared }) => sum + compared, 0), wrong: found.reduce((sum, { wrong }) => sum + wrong, 0),
    note: found.map(({ note }) => note).join('; '), examples: found.flatMap(({ examples }) => examples),
  }
}
