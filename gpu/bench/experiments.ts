import type { Experiment, Group } from './bench.ts'
import type { BenchScene } from './bench-scenes.ts'
import { buildRows, medianRows, memoryRows } from './build-rows.ts'
import { traceMirror, tracePeers } from './ray-rows.ts'

/** Everything there is to measure on these scenes, in the order in which it is measured. */
export function experimentsOn(sources: ReadonlyMap<string, () => Promise<BenchScene>>, only: ReadonlySet<Group>): Experiment[] {
  const scenes = [...sources]
  return [
    ...scenes.map(([name, source]) => memoryRows(name, source)),
    ...scenes.map(([name, source]) => buildRows(name, source)),
    ...scenes.map(([name, source]) => medianRows(name, source)),
    ...scenes.map(([name, source]) => tracePeers(name, source)),
    ...scenes.map(([name, source]) => traceMirror(name, source)),
  ].filter(({ group }) => only.has(group))
}
