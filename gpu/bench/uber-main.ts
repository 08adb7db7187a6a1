import { readFileSync } from 'node:fs'
import { buildKdTree } from '../kdtree/build/build.ts'
import { measureTree } from '../kdtree/stats.ts'
import type { Mat4 } from '../scene.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { createUberBuilder } from '../uber/rebuild.ts'
import { INSTANCE_WORDS } from '../uber/instance.ts'
import { readMeshFile } from './files/mesh-file.ts'
import { placedMeshes } from './files/placed-meshes.ts'

/**
 * What one edit costs in a furnished building: `node build/tool.mjs gpu/bench/uber-main.ts HOUSE.glb`. The rooms of the file are
 * set side by side until there are 1,000 and 4,000 instances; then one of them moves a centimetre, again and again. CPU time of
 * the thread, medians of 11 batches of 20: a busy machine counts only as far as it cools the caches.
 */
const REPEATS = 11
const BATCH = 20
const cpuMs = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

const parts = placedMeshes(await readMeshFile(process.argv[2]))
const trees = new Map(parts.map(({ mesh }) => [mesh, buildKdTree(mesh)]))
const all = parts.flatMap(({ mesh, worldFromObject }) => [...instanceBounds(trees.get(mesh)!, worldFromObject) ?? []])
const [width, depth] = [0, 2].map((k) => {
  const [low, high] = [all.filter((_, i) => i % 6 === k), all.filter((_, i) => i % 6 === k + 3)]
  return Math.max(...high) - Math.min(...low) + 0.3
})

for (const count of [1000, 4000]) {
  const side = Math.ceil(Math.sqrt(count / parts.length))
  const instances = Array.from({ length: count }, (_, i) => {
    const { mesh, worldFromObject } = parts[i % parts.length]
    const room = Math.floor(i / parts.length)
    return { tree: trees.get(mesh)!, worldFromObject: moved(worldFromObject, (room % side) * width, Math.floor(room / side) * depth) }
  })
  const slots = Uint32Array.from(instances, (_, i) => i)
  // As the instance table does it: boxes are kept, and one is made anew.
  const bounds = new Float32Array(6 * count)
  instances.forEach(({ tree, worldFromObject }, slot) => bounds.set(instanceBounds(tree, worldFromObject)!, 6 * slot))
  const buildUber = createUberBuilder()
  let uber = buildUber(bounds, slots)
  const edit = (i: number): void => {
    const one = (i * 37) % count
    const { tree, worldFromObject } = instances[one]
    instances[one] = { tree, worldFromObject: moved(worldFromObject, 0.01, 0) }
    bounds.set(instanceBounds(tree, instances[one].worldFromObject)!, 6 * one)
    uber = buildUber(bounds.slice(), slots)
  }
  for (let i = 0; i < 30; i++) edit(i)
  // The kernel counts a thread's time by ticks: several edits at a time.
  const times = Array.from({ length: REPEATS }, (_, i) => {
    const start = cpuMs()
    for (let k = 0; k < BATCH; k++) edit(31 + i * BATCH + k)
    return (cpuMs() - start) / BATCH
  }).toSorted((a, b) => a - b)
  const uploadKiB = (uber.nodes.byteLength + uber.references.byteLength + 4 * INSTANCE_WORDS) / 1024
  console.log(JSON.stringify({
    instances: count, medianMs: times[REPEATS >> 1], spread: [times[1], times[REPEATS - 2]], referencesPerInstance: uber.referencesPerInstance,
    nodes: uber.nodes.length / 2, depth: uber.depth, uploadKiB, sahCost: measureTree({ ...uber, triangleOfRecord: slots }, { stepCost: 1, triangleCost: 4 }).sahCost,
  }))
}

function moved(m: Mat4, x: number, z: number): Mat4 {
  const copy = m.slice()
  copy[12] += x
  copy[14] += z
  return copy
}
