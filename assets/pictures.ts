import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DEFAULT_SETTINGS } from '../gpu/scene.ts'
import { createHeadlessDevice } from '../gpu/testing/headless.ts'
import { setup } from '../gpu/testing/setup.ts'
import { renderStill } from '../gpu/testing/still.ts'
import { createSnapshots } from '../renderer/scene/snapshot.ts'
import { sampleApartment } from './generators/apartment/document.ts'
import { lookAt } from './generators/apartment/project.ts'
import { CATALOGUE } from './generators/catalogue.ts'
import { encodePng } from './generators/kit/png.ts'
import { studioShot } from './generators/studio.ts'

/**
 * Takes the catalogue's pictures and the sample's thumbnail with Atrium's own engine: `npm run assets -- pictures [ID...]`.
 * `apartment` is the sample's; `view:N` with a width takes another view into out/.
 */
const [, ...wanted] = process.argv.slice(2)
const target = path.resolve('assets/public')
const pathBefore = process.env.LD_LIBRARY_PATH
setup()
// The loader's path counts for new processes only.
if (process.env.LD_LIBRARY_PATH !== pathBefore) process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
const device = await createHeadlessDevice()

type View = Parameters<typeof renderStill>[2]
async function take(file: string, scene: Parameters<typeof renderStill>[1], view: View): Promise<void> {
  const start = performance.now()
  const { width, height, rgba } = await renderStill(device, scene, view)
  const rgb = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) rgb.set(rgba.subarray(4 * i, 4 * i + 3), 3 * i)
  await writeFile(file, encodePng({ width, height, rgb }))
  console.log(`${path.relative('.', file)}  ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

for (const entry of CATALOGUE.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  const [width, height] = [256, 192]
  const folder = path.join(target, 'catalogue', entry.id)
  const { scene, camera } = await studioShot(entry, new Uint8Array(await readFile(path.join(folder, 'model.glb'))), width / height)
  await take(path.join(folder, 'picture.png'), scene, { camera, settings: DEFAULT_SETTINGS, width, height })
}

const views = wanted.filter((name) => name.startsWith('view:')).map((name) => name.split(':').slice(1).map(Number))
if (wanted.length === 0 || wanted.includes('apartment') || views.length > 0) {
  const { document, assets } = await sampleApartment()
  const scene = createSnapshots()(document, new Map([...assets].map(([key, { parsed }]) => [key, parsed])))
  const cameraOf = (index: number): View['camera'] => {
    const { position, target: at, verticalFov } = document.views[index]
    return { position, orientation: lookAt(position, at), verticalFov, near: 0.05, far: 100 }
  }
  if (views.length === 0) await take(path.join(target, 'samples/apartment.png'), scene, { camera: cameraOf(0), settings: DEFAULT_SETTINGS, width: 320, height: 180 })
  for (const [index, width = 320] of views) {
    await take(path.resolve(`out/view-${index}.png`), scene, { camera: cameraOf(index), settings: DEFAULT_SETTINGS, width, height: Math.round((width * 9) / 16) })
  }
}
process.exit(0)
