import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createStorageBuffer } from '../../buffers/buffer.ts'
import { TRIANGLE_WORDS } from '../../kdtree/pack.ts'
import { fittingWalk } from '../../traversal/walk.ts'
import type { BenchScene } from '../bench-scenes.ts'
import { type Bench, countRow, type Experiment, type Finding, LeftOut, rateRow } from '../bench.ts'
import { interleave, median, WALL_CLOCK } from '../measure.ts'
import { aboutOf, type Case, CASE_PARTS, CASE_WALKS, type CaseAbout, caseSections, openCase, packedOf, RAY_KINDS, writeCaseFile } from '../peers/native-case.ts'
import { type NativePeer, startNative } from '../peers/peer-native.ts'
import type { TracedRays } from '../trace/traced-rays.ts'
import { createTimedWalk, type Entrant, HEIGHT, type TimedWalk, TURNS, WIDTH } from './card-rows.ts'
import { compareHits } from './ray-rows.ts'

type Kind = (typeof RAY_KINDS)[number]

/** No speed of a kernel is told by which fewer of the rays hit or miss as they do by ours. */
const SAME_HITS = 0.99999

/** Our walks against kernels that are written for this make of card alone, on the very same trees and rays, in turns. */
export function nativeRays(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `card/native/${name}`, group: 'card', weight: 2, needsGpu: true,
    async run(bench) {
      const program = process.env.ATRIUM_NATIVE
      if (program === undefined) throw new LeftOut('ATRIUM_NATIVE names no program of native kernels (gpu/bench/README.md says how to build it)')
      if (bench.isSoftware || !bench.device!.features.has('timestamp-query')) throw new LeftOut('it takes a card that tells the time')
      const folder = mkdtempSync(path.join(tmpdir(), 'atrium-native-'))
      try {
        const files = await caseFiles(process.env.ATRIUM_CASES ?? folder, name, source)
        const peer = await startNative(program, files, folder)
        try {
          return await measureNative(bench, openCase(files), peer)
        } finally {
          await peer.close()
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

/** The files of a scene's case; those that the folder lacks are made. */
export async function caseFiles(folder: string, name: string, source: () => Promise<BenchScene>, parts: readonly (typeof CASE_PARTS)[number][] = CASE_PARTS, [width, height]: readonly [number, number] = [WIDTH, HEIGHT]): Promise<string[]> {
  const files: string[] = []
  for (const part of parts) {
    const file = path.join(folder, `${name}.${part}.case`)
    if (!existsSync(file)) writeCaseFile(file, caseSections(part, await source(), width, height))
    files.push(file)
  }
  return files
}

/** Rates of all kernels, and of our walks against the best of them in each column: over all triangles as one object, and over the objects as they stand. */
export async function measureNative(bench: Bench, own: Case, peer: NativePeer): Promise<Finding[]> {
  const about = aboutOf(own)
  const findings: Finding[] = []
  for (const kind of RAY_KINDS) {
    const rays = own.floats(`rays/${kind}`)
    if (rays.length === 0) continue
    const rayBuffer = createStorageBuffer(bench.device!, 'rays', rays)
    try {
      for (const over of about.instances === 1 ? ['one'] as const : ['one', 'many'] as const) findings.push(...await measureColumn(bench, own, about, peer, kind, over, rayBuffer))
    } finally {
      rayBuffer.destroy()
    }
  }
  return findings
}

async function measureColumn(bench: Bench, own: Case, about: CaseAbout, peer: NativePeer, kind: Kind, over: 'one' | 'many', rays: GPUBuffer): Promise<Finding[]> {
  const count = rays.size / 32
  const walks: TimedWalk[] = []
  try {
    for (const entrant of entrantsOf(own, about, over)) walks.push(await createTimedWalk(bench.device!, entrant, kind === 'shadow' ? 'trace_any' : 'trace_closest', rays, count))
    // What the BVH's own walk says is what kernels are held to.
    const ours = await walks.at(-1)!.readHits()
    const triangles = own.words(`${over}/bvh/triangles`)
    const kernels: Kernel[] = []
    for (const [index, { name, over: walked }] of peer.kernels.entries()) {
      if (walked !== over) continue
      const theirs = await peer.hits(index, kind)
      const found = compareHits(ours.t, theirs.t, kind !== 'shadow')
      // Any hit of a shadow ray will do.
      const beyond = kind === 'shadow' ? '' : `, ${found.farOff} with another t, ${countOthers(ours, theirs, triangles)} with another triangle`
      const share = 1 - found.disagreeing / count
      kernels.push({ name, index, share, same: `${(100 * share).toFixed(5)} % hit or miss alike${beyond}` })
    }
    const able = kernels.filter(({ share }) => share >= SAME_HITS)
    const series = able.length === 0 ? {} : await interleave([
      ...walks.map((walk) => ({ name: walk.name, run: () => walk.time() })),
      ...able.map(({ name, index }) => ({ name, run: () => peer.time(index, kind) })),
    ], { clock: WALL_CLOCK, budgetMs: Infinity, repetitions: [TURNS, TURNS] })
    return columnRows({ scene: about.scene, triangles: about.triangles, instances: over === 'one' ? 1 : about.instances, adapter: bench.gpu }, kind, count, `${count} rays, ${about.width}x${about.height}`, walks, kernels, series)
  } finally {
    for (const walk of walks) walk.dispose()
  }
}

interface Kernel { readonly name: string; readonly index: number; readonly share: number; readonly same: string }

/**
 * What is told of one kind of rays: how many have the same answer, the rates of kernels that agree, and those of our walks against the best of these.
 *
 * @param series  milliseconds of all rays by name; empty where no kernel agrees
 */
export function columnRows(what: { readonly scene: string; readonly triangles: number; readonly instances: number; readonly adapter: string }, kind: Kind, count: number, detail: string,
  walks: readonly Pick<TimedWalk, 'name' | 'stacks'>[], kernels: readonly Omit<Kernel, 'index'>[], series: Readonly<Record<string, number[]>>): Finding[] {
  const able = kernels.filter(({ share }) => share >= SAME_HITS)
  const gates = kernels.map(({ name, share, same }) => countRow({ ...what, what: `card/gate-native-${kind}`, variant: walks.at(-1)!.name, peer: name, detail: `${detail}; ${same}` }, share, 'share of rays with the same answer'))
  if (able.length === 0) return gates
  const [best] = able.toSorted((a, b) => median(series[a.name]) - median(series[b.name]))
  return [
    ...gates,
    ...able.map(({ name, same }) => rateRow({ ...what, what: `card/native-${kind}`, variant: name, detail: `${detail}; ${same}` }, WALL_CLOCK, count, series[name])),
    ...walks.map(({ name, stacks }) => rateRow({ ...what, what: `card/native-${kind}`, variant: name, peer: best.name, detail: `${detail}; ${stacks}; the best of ${able.length} kernels` }, WALL_CLOCK, count, series[name], series[best.name])),
  ]
}

/** Rays that hit another triangle: two may lie in one plane, or meet where the ray hits. */
function countOthers(ours: TracedRays, theirs: TracedRays, triangles: Uint32Array): number {
  let others = 0
  for (let i = 0; i < ours.t.length; i++) if (ours.t[i] >= 0 && theirs.t[i] >= 0 && theirs.hits[i] !== triangles[TRIANGLE_WORDS * ours.hits[i] + 3]) others++
  return others
}

function entrantsOf(own: Case, { instances }: CaseAbout, over: 'one' | 'many'): Entrant[] {
  return CASE_WALKS.map((traversal) => {
    const packed = packedOf(own, over, traversal)
    return { name: over === 'one' ? traversal : `${traversal}, ${instances} instances`, packed, walk: fittingWalk(traversal, packed.needs) }
  })
}
