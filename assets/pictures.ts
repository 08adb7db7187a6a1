import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DEFAULT_SETTINGS } from '../gpu/settings.ts'
import { createHeadlessDevice } from '../gpu/headless/headless.ts'
import { setup } from '../gpu/headless/setup.ts'
import { renderStill } from '../gpu/headless/still.ts'
import { CATALOGUE } from './generators/catalogue.ts'
import { encodePng } from './generators/kit/png.ts'
import { SAMPLES } from './generators/samples/samples.ts'
import { viewPictureFile } from './generators/samples/view-pictures.ts'
import { studioShot } from './generators/studio.ts'

/** Takes the pictures of the catalogue and of the samples with Atrium's own engine: `npm run assets -- pictures [ID...]`. */
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
  const { scene, camera, whiteBalance } = await studioShot(entry, new Uint8Array(await readFile(path.join(folder, 'model.glb'))), width / height)
  await take(path.join(folder, 'picture.png'), scene, { camera, settings: { ...DEFAULT_SETTINGS, whiteBalance }, width, height })
}

function takeStill(project: string, picture: string, ...options: readonly string[]): void {
  const still = ['run', 'still', '--', project, '--out', picture, ...options]
  const { status } = spawnSync('npm', still, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

for (const { id, make } of SAMPLES.filter((sample) => wanted.length === 0 || wanted.includes(sample.id))) {
  const project = path.join(target, `samples/${id}.atrium`)
  takeStill(project, path.join(target, `samples/${id}.png`), '--mode', 'reference', '--size', '480x270', '--samples', '192', '--bounces', '10')
  // Views as the window keeps them when it has come to rest; `npm run assets` puts them into the sample.
  for (const [i, { name }] of (await make()).document.views.entries()) takeStill(project, viewPictureFile(id, i), '--view', name, '--mode', 'hybrid', '--size', '192x108', '--samples', '256')
}
process.exit(0)
