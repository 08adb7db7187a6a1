import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A graphics card by its PCI numbers. */
export interface Card {
  readonly vendor: number
  readonly device: number
}

const INTEL = 0x8086
/** High bytes of Intel's device numbers from the twelfth generation on: Tiger, Rocket, Alder, Raptor, Meteor, Lunar and Panther Lake, DG1, Arc. */
const GEN_12: ReadonlySet<number> = new Set([0x46, 0x49, 0x4c, 0x56, 0x64, 0x7d, 0x9a, 0xa7, 0xb0, 0xe2])
/** The first Chromium whose WebGPU is on for Linux unasked; for those cards alone. */
const FIRST_CHROMIUM = 144

/**
 * Whether Chromium gives WebGPU on Linux without `enable-unsafe-webgpu`, which switches unfinished features on, too. It does from 144
 * on, where all cards are Intel's of the twelfth generation or later; AMD's and NVIDIA's still need the switch, and so does
 * SwiftShader (tried with 156: no adapter without it).
 *
 * @param chromium  its version, as in `process.versions`; undefined: not known (the Chromium host asks before it has started one)
 */
export function shipsWebgpu(chromium: string | undefined, cards: readonly Card[]): boolean {
  const isShipping = Number.parseInt(chromium ?? '0', 10) >= FIRST_CHROMIUM
  return isShipping && cards.length > 0 && cards.every(({ vendor, device }) => vendor === INTEL && GEN_12.has(device >> 8))
}

/** The cards of this machine; none where the kernel does not tell. */
export function linuxCards(folder = '/sys/class/drm'): Card[] {
  const numberIn = (file: string): number => Number.parseInt(readFileSync(file, 'utf8'), 16)
  try {
    const names = readdirSync(folder).filter((name) => /^card\d+$/.test(name))
    return names.map((name) => ({ vendor: numberIn(path.join(folder, name, 'device', 'vendor')), device: numberIn(path.join(folder, name, 'device', 'device')) }))
  } catch {
    return []
  }
}
