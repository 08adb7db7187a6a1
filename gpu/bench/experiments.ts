import type { Experiment } from './bench.ts'
import type { BenchScene } from './bench-scenes.ts'
import { buildRows, medianRows, memoryRows } from './rows/build-rows.ts'
import { cardEdits, cardFrames, cardGrowth, cardGrowthOfScenes, cardLamps, cardPaths } from './rows/card-frame-rows.ts'
import { cardRays } from './rows/card-rows.ts'
import { editRows, repeated } from './rows/edit-rows.ts'
import { furnishedRooms } from './furnished-rooms.ts'
import { cubesProcessors, cubesRows, cubesSamples, frameRows } from './rows/frame-rows.ts'
import { nativeRays } from './rows/native-rows.ts'
import type { BenchOptions } from './options.ts'
import { twoThreadRows } from './rows/pair-rows.ts'
import { traceTwin, tracePeers } from './rows/ray-rows.ts'
import { santosReflections, santosSteps } from './rows/santos-rows.ts'
import { peerPictureRows } from './pictures/picture-peers.ts'
import { pictureRows } from './pictures/picture-rows.ts'
import type { PictureSource } from './pictures/picture-scenes.ts'
import { objectRows, rowRows, triangleRows } from './rows/scaling-rows.ts'
import { secondaryRaysRows } from './rows/secondary-rays.ts'
import { voglsamRows } from './rows/voglsam-rows.ts'

/** Everything there is to measure on these scenes, in the order in which it is measured. */
export function experimentsOn(sources: ReadonlyMap<string, () => Promise<BenchScene>>, pictures: readonly PictureSource[], { only, names }: Pick<BenchOptions, 'only' | 'names'>): Experiment[] {
  const scenes = [...sources]
  // One object for the experiments that take a single one, and the last scene besides where a room is wanted: bunny and Sponza.
  const [object] = scenes
  const both = scenes.length > 1 ? [object, scenes.at(-1)!] : [object]
  // What goals speak of comes first: a run that is stopped early has it.
  const all: Experiment[] = [
    ...scenes.map(([name, source]) => memoryRows(name, source)),
    ...[100, 1000, 4000].map((count) => editRows('furnished_rooms', count, () => furnishedRooms(count))),
    // A real furnished house, many times.
    ...scenes.filter(([name]) => name === 'small_house').flatMap(([, source]) => [1000, 4000].map((count) => editRows('small_houses', count, async () => repeated(await source(), count)))),
    ...scenes.map(([name, source]) => tracePeers(name, source)),
    ...scenes.map(([name, source]) => cardRays(name, source)), ...scenes.map(([name, source]) => nativeRays(name, source)),
    ...pictures.flatMap((source) => [cardFrames(source), cardPaths(source)]), ...pictures.slice(0, 1).flatMap((source) => cardGrowth(source)), cardEdits(), cardLamps(), ...cardGrowthOfScenes(),
    ...scenes.map(([name, source]) => traceTwin(name, source)),
    ...scenes.map(([name, source]) => buildRows(name, source)),
    ...both.map(([name, source]) => twoThreadRows(name, source)),
    rowRows(...object), objectRows(), triangleRows(...object),
    ...both.map(([name, source]) => santosSteps(name, source)),
    santosReflections(...object),
    ...both.map(([name, source]) => voglsamRows(name, source)),
    cubesRows(), cubesSamples(), cubesProcessors(),
    ...both.map(([name, source]) => frameRows(name, source)),
    ...secondaryRaysRows(),
    ...scenes.map(([name, source]) => medianRows(name, source)),
    ...pictureRows(pictures), ...peerPictureRows(),
  ]
  return all.filter(({ group, name }) => only.has(group) || names.some((beginning) => name.startsWith(beginning)))
}
