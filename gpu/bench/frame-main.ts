import { spawnSync } from 'node:child_process'
import type { TraversalName } from '../traversal/traversals.ts'
import { compilersAtRest } from '../headless/compilers.ts'
import { createHeadlessDevice } from '../headless/headless.ts'
import { ROOM_CAMERA, testRoom } from '../testing/room.ts'
import { setup } from '../headless/setup.ts'
import { cameraAt, material } from '../testing/shapes.ts'
import { createHeadlessEngine } from '../headless/still.ts'
import type { Camera, SceneSnapshot } from '../scene.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { readMeshFile } from './files/mesh-file.ts'
import { placedMeshes } from './files/placed-meshes.ts'

/**
 * Frame time by pass: `node build/tool.mjs gpu/bench/frame-main.ts [WIDTH HEIGHT RUNS TRAVERSAL FILE.glb]`. One quick frame warms up, then
 * every run traces one complete sample of the whole picture. Prints one row of CSV: medians with the spread
 * (smallest to largest), milliseconds; `primary` is what tracing the primary rays too would cost instead of the raster.
 */
const [width = '640', height = '360', runs = '9', traversal = 'standard-8', file] = process.argv.slice(2)
const pathBefore = process.env.LD_LIBRARY_PATH
setup()
if (process.env.LD_LIBRARY_PATH !== pathBefore) process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)

const device = await createHeadlessDevice()
const engine = await createHeadlessEngine(device, traversal as TraversalName)
const { scene, camera } = file === undefined ? { scene: testRoom(), camera: ROOM_CAMERA } : await sceneOfFile(file)
const { instances, triangles } = engine.setScene(scene)
await engine.treesReady()
const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
const view = { camera, settings: DEFAULT_SETTINGS, width: Number(width), height: Number(height) }
loop.update({ ...view, interacting: true })
while (await loop.step() === 'working') { /* warm up */ }

const columns = { primary: [] as number[], shade: [] as number[], reflect: [] as number[], tonemap: [] as number[], cpu: [] as number[] }
for (let run = 0; run < Number(runs); run++) {
  // A hair's breadth aside: another picture, as hard as the first.
  const position = [camera.position[0] + (run + 1) * 1e-4, camera.position[1], camera.position[2]] as const
  const cpuBefore = process.cpuUsage()
  loop.update({ ...view, camera: { ...camera, position }, interacting: false })
  const before = loop.report
  let primary = 0
  while (loop.report === before || loop.report.samples !== 1) {
    await loop.step()
    // The raster belongs to the first report of a picture.
    if (loop.report !== before && primary === 0) primary = loop.report.passMs.gbuffer
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  columns.primary.push(primary)
  columns.shade.push(loop.report.passMs.shade)
  columns.reflect.push(loop.report.passMs.reflect)
  columns.tonemap.push(loop.report.passMs.tonemap)
  columns.cpu.push((user + system) / 1e3)
}
const { shadow, reflection } = loop.report.rays
const cells = Object.entries(columns).map(([name, values]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return `${name} ${sorted[sorted.length >> 1].toFixed(1)} (${sorted[0].toFixed(1)}-${sorted.at(-1)!.toFixed(1)})`
})
process.stdout.write(`${file?.split('/').at(-1) ?? 'room'}, ${instances} instances, ${triangles} triangles, ${width}x${height}, ${traversal}, ${shadow} shadow rays, ${reflection} mirrored rays, ${cells.join(', ')}\n`)
await compilersAtRest()
process.exit(0)

/** Triangles alone, a third of the parts polished; seen from the middle at eye height. */
async function sceneOfFile(path: string): Promise<{ scene: SceneSnapshot; camera: Camera }> {
  const parts = placedMeshes(await readMeshFile(path))
  const worn = [material({ roughness: 0.1 }), material({ roughness: 0.6 }), material({ roughness: 0.8 })]
  const scene = {
    ...testRoom(),
    meshes: new Map(parts.map(({ mesh }) => [mesh.key, mesh])),
    instances: parts.map(({ mesh, worldFromObject }, i) => ({ id: `part-${i}`, mesh: mesh.key, worldFromObject, materials: [worn[i % 3]], visible: true })),
  }
  return { scene, camera: cameraAt([0, 1.6, 0], { verticalFov: 0.9 }) }
}
