import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { countRow, type Experiment, LeftOut } from './bench.ts'
import { comparePeer, describePeer, PEER_PROGRAMS } from './peers/peer-compare.ts'
import { slugOf, writeComparison } from './picture-kit.ts'

/** What other renderers make of the same scenes, where they are installed. */
export function peerPictureRows(): Experiment[] {
  return PEER_PROGRAMS.flatMap((program) => program.scenes.map((scene): Experiment => ({
    name: `picture/${program.slug}/${slugOf(scene.name)}`, group: 'picture', weight: 2, needsGpu: false,
    run(bench, budgetMs) {
      const version = program.find()
      if (version === null) throw new LeftOut(`${program.title} is not installed`)
      const folder = path.join(bench.pictures, 'peers')
      mkdirSync(folder, { recursive: true })
      const shot = { width: 160, height: 90, samples: budgetMs > 120_000 ? 256 : 64 }
      const compared = comparePeer(program, scene, shot, folder)
      writeComparison(path.join(bench.pictures, `${program.slug}--${slugOf(scene.name)}.png`), compared.peers, compared.ours, compared.flip)
      const triangles = scene.things.reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0)
      return Promise.resolve([countRow({
        what: `picture/${program.slug}`, scene: scene.name, triangles, instances: scene.things.length, variant: 'reference', peer: `${program.title} ${version}`, adapter: bench.cpu,
        detail: `${describePeer(compared)}; ${shot.width}x${shot.height}, ${shot.samples} samples, ${scene.bounces} bounces`,
      }, compared.flip.mean, 'FLIP')])
    },
  })))
}
