import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { countRow, type Experiment, LeftOut, TooSlow } from '../bench.ts'
import { comparePeer, describePeer, PEER_PROGRAMS } from '../peers/peer-compare.ts'
import { slugOf, writeComparison } from './picture-kit.ts'

/** Starting both programs, and a picture that is not all noise, milliseconds. */
const LEAST_MS = 20_000

/** What other renderers make of the same scenes, where they are installed. */
export function peerPictureRows(): Experiment[] {
  return PEER_PROGRAMS.flatMap((program) => program.pictures(process.env.ATRIUM_SCENES ?? null).map((source): Experiment => ({
    name: `picture/${program.slug}/${slugOf(source.name)}`, group: 'picture', weight: 2, needsGpu: false,
    async run(bench, budgetMs) {
      const version = program.find()
      if (version === null) throw new LeftOut(`${program.title} is not installed`)
      const folder = path.join(bench.pictures, 'peers')
      mkdirSync(folder, { recursive: true })
      if (budgetMs < LEAST_MS) throw new TooSlow(`both pictures take about ${LEAST_MS / 1000} s, ${(budgetMs / 1000).toFixed(0)} s are planned`)
      // On two cores that do nothing else, a sample of every pixel takes about a second.
      const shot = { width: 160, height: 90, samples: 2 ** Math.floor(Math.log2(Math.min(256, budgetMs / 1000))) }
      const picture = await source.load()
      const compared = comparePeer(program, picture, shot, folder)
      writeComparison(path.join(bench.pictures, `${program.slug}--${slugOf(source.name)}.png`), compared.peers, compared.ours, compared.flip)
      return [countRow({
        what: `picture/${program.slug}`, scene: picture.name, triangles: picture.triangles, instances: picture.instances, variant: 'reference', peer: `${program.title} ${version}`, adapter: bench.cpu,
        detail: `${describePeer(compared)}; ${shot.width}x${shot.height}, ${shot.samples} samples, ${picture.bounces} bounces`,
      }, compared.flip.mean, 'FLIP')]
    },
  })))
}
