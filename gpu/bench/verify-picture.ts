import { mkdirSync } from 'node:fs'
import { slugOf, writeComparison } from './picture-kit.ts'
import { comparePeer, describePeer, PEER_PROGRAMS, type PeerProgram } from './peers/peer-compare.ts'
import type { PeerScene } from './peers/peer-scene.ts'
import type { Check, CheckResult } from './verify-checks.ts'

/** Where compared pictures go. */
const FOLDER = 'out/verify-pictures'
const SIZE = { width: 160, height: 90 } as const
/** Of a pixel. */
const SAMPLES = 128
/** Mean radiance that two renderers may differ by. */
const SAME_LIGHT = 0.01

/** The long comparisons of pictures: the reference against other renderers, where they are installed. */
export function pictureChecks(): { checks: Check[]; missing: string[] } {
  const installed = PEER_PROGRAMS.filter((program) => program.find() !== null)
  const peers = installed.flatMap((program) => program.scenes.map((scene): Check => ({ id: `${program.slug} / ${scene.name}`, run: () => Promise.resolve(checkPeer(program, scene)) })))
  return { checks: peers, missing: PEER_PROGRAMS.filter((program) => !installed.includes(program)).map(({ title }) => `${title} is not installed, and its pictures are left out`) }
}

function checkPeer(program: PeerProgram, scene: PeerScene): CheckResult {
  const folder = `${FOLDER}/peers`
  mkdirSync(folder, { recursive: true })
  const shot = { ...SIZE, samples: SAMPLES }
  const compared = comparePeer(program, scene, shot, folder)
  writeComparison(`${FOLDER}/${program.slug}--${slugOf(scene.name)}.png`, compared.peers, compared.ours, compared.flip)
  const { flip, ratios, broken } = compared
  const examples = [
    ...(flip.mean <= program.mostFlip ? [] : [`FLIP ${flip.mean.toFixed(4)} is above ${program.mostFlip}`]),
    ...(ratios.every((ratio) => Math.abs(ratio - 1) <= SAME_LIGHT) ? [] : [`mean radiance is ${ratios.map(percent).join(', ')} of ${program.title}'s`]),
    ...(broken === 0 ? [] : [`${broken} values are not finite or below zero`]),
  ]
  return { compared: SIZE.width * SIZE.height, wrong: examples.length, note: `FLIP ${flip.mean.toFixed(4)}, ${describePeer(compared)}`, examples }
}

const percent = (ratio: number): string => `${(100 * ratio).toFixed(2)} %`
