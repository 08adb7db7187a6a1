import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Flip, flipOf, type ShownPicture } from '../../testing/flip.ts'
import { flipHdr, type RadiancePicture } from '../../testing/flip-hdr.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { showRadiance } from '../pictures/picture-kit.ts'
import { sceneGlb } from './peer-glb.ts'
import { houseGlb, PEER_HOUSES, type PeerHouse } from './peer-house.ts'
import { scenePov } from './peer-pov.ts'
import { findProgram, type PeerPicture, renderCycles, type Renderer, renderOurs, renderPov, type Shot } from './peer-programs.ts'
import type { PeerScene } from './peer-scene.ts'
import { CYCLES_SCENES, POV_SCENES } from './peer-scenes.ts'

/** A picture that can be asked for. */
export interface PeerSource {
  readonly name: string
  load(): Promise<PeerPicture>
}

function sourceOf(scene: PeerScene): PeerSource {
  const triangles = scene.things.reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0)
  return { name: scene.name, load: () => Promise.resolve({ ...scene, triangles, instances: scene.things.length, glb: sceneGlb(scene), pov: (aspect) => scenePov(scene, aspect) }) }
}

function houseSource(house: PeerHouse, file: string): PeerSource & { readonly file: string } {
  const load = async () => ({ ...house, environment: [0, 0, 0] as const, ...await houseGlb(file, house) })
  return { name: house.name, file, load }
}

/** Another renderer, and what it is asked for. */
export interface PeerProgram {
  /** As people call it. */
  readonly title: string
  readonly slug: 'povray' | 'cycles'
  /** @param folder  of scenes from elsewhere; null: there are none */
  pictures(folder: string | null): readonly PeerSource[]
  readonly render: Renderer
  /** Its version; null: it is not installed. */
  find(): string | null
  /** The most that FLIP may be in verify: noise of ours, and of its own. */
  readonly mostFlip: number
}

export const PEER_PROGRAMS: readonly PeerProgram[] = [
  { title: 'POV-Ray', slug: 'povray', pictures: () => POV_SCENES.map(sourceOf), render: renderPov, find: () => findProgram('povray', '--version'), mostFlip: 0.05 },
  { title: 'Cycles', slug: 'cycles', 
    pictures: (folder) => [...CYCLES_SCENES.map(sourceOf), ...(folder === null ? [] : PEER_HOUSES.map((house) => houseSource(house, path.join(folder, house.file))).filter(({ file }) => existsSync(file)))],
    render: renderCycles, find: () => findProgram('blender', '--version'), mostFlip: 0.12 },
]

export interface PeerComparison {
  readonly ours: ShownPicture
  readonly peers: ShownPicture
  readonly flip: Flip
  /** Mean HDR-FLIP. */
  readonly hdr: number
  /** Mean radiance of ours over the peer's, red green blue. */
  readonly ratios: readonly number[]
  /** Pixels of ours that are not finite or below zero. */
  readonly broken: number
}

/** How many samples a peer takes for one of ours: its noise should be the smaller part. */
const PEER_SAMPLES = 8

/** Both render the picture from the same file; shown at an exposure where the peer's mean is a fifth of white. */
export function comparePeer(program: PeerProgram, picture: PeerPicture, shot: Shot, folder: string): PeerComparison {
  const peers = program.render(picture, { ...shot, samples: PEER_SAMPLES * shot.samples }, folder)
  const ours = renderOurs(picture, shot, folder)
  const [own, others] = [meanOf(ours), meanOf(peers)]
  const settings = { ...DEFAULT_SETTINGS, toneMap: 'neutral', exposureEv: Math.log2((5 * (0.2126 * others[0] + 0.7152 * others[1] + 0.0722 * others[2])) / 1.2) } as const
  const [a, b] = [ours, peers].map(({ rgba }) => showRadiance(rgba, { ...shot, settings }))
  return {
    ours: a, peers: b, flip: flipOf(b, a), hdr: flipHdr(peers, ours).mean, ratios: own.map((value, c) => value / others[c]),
    broken: ours.rgba.reduce((count, value) => (value >= 0 && Number.isFinite(value) ? count : count + 1), 0),
  }
}

function meanOf({ rgba }: RadiancePicture): number[] {
  return [0, 1, 2].map((c) => {
    let sum = 0
    for (let i = c; i < rgba.length; i += 4) sum += rgba[i]
    return (4 * sum) / rgba.length
  })
}

/** Of a comparison, in a few words. */
export function describePeer({ flip: { worstTile: { mean, x, y } }, hdr, ratios }: PeerComparison): string {
  return `worst tile ${mean.toFixed(3)} at ${x},${y}; HDR-FLIP ${hdr.toFixed(3)}; mean radiance ${ratios.map((ratio) => `${ratio >= 1 ? '+' : ''}${(100 * (ratio - 1)).toFixed(2)}`).join(', ')} %`
}
