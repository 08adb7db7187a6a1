import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { compilersAtRest } from '../headless/compilers.ts'
import { createHeadlessDevice } from '../headless/headless.ts'
import { ROOM_CAMERA, testRoom } from '../testing/room.ts'
import { setup } from '../headless/setup.ts'
import { renderStill } from '../headless/still.ts'

const [file, width = '640', height = '360', ...changes] = process.argv.slice(2)
if (file === undefined) throw new Error('Which PNG to write?')
const pathBefore = process.env.LD_LIBRARY_PATH
setup()
// The loader's path counts for new processes only.
if (process.env.LD_LIBRARY_PATH !== pathBefore) process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
const device = await createHeadlessDevice()
const settings = { ...DEFAULT_SETTINGS, ...Object.fromEntries(changes.map((change) => change.split('=')).map(([key, value]) => [key, parse(value)])) }
const still = await renderStill(device, testRoom(), { camera: ROOM_CAMERA, settings, width: Number(width), height: Number(height) })
const png = new PNG({ width: still.width, height: still.height })
png.data.set(still.rgba)
writeFileSync(file, PNG.sync.write(png))
process.stdout.write(`${JSON.stringify(still.report)}\n`)
await compilersAtRest()
process.exit(0)

/** true, false and numbers as such, everything else as text. */
function parse(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
