import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { createHeadlessDevice } from '../headless/headless.ts'
import { createFullPace } from '../frame/pace.ts'
import { add } from '../math.ts'
import { flipOf } from '../testing/flip.ts'
import { createPictures, meanLuminance, showRadiance, slugOf } from './pictures/picture-kit.ts'
const env = process.env
const size = { width: 320, height: 180 }
const device = await createHeadlessDevice()
const scene = deserialize(readFileSync(`out/bench/apartment.snapshot`)) as any
for (const name of ['From the entrance', 'Kitchen', 'Living room']) {
  const { camera } = scene.views.find((v: any) => v.name === name)
  const settings = { ...scene.settings, method: 'hybrid', indirect: true, view: 'shaded', mode: 'uber', denoise: env.DN !== '0' }
  const shot: any = { camera, settings, ...size }
  const pictures = await createPictures(device, scene.snapshot, false, undefined, createFullPace())
  const file = `/tmp/long-${slugOf(name)}.bin`
  let reference: Float32Array
  if (existsSync(file)) { const b = readFileSync(file); reference = new Float32Array(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength)) }
  else { reference = (await pictures.reference(shot, [4096], 11))[0]; writeFileSync(file, Buffer.from(reference.buffer, reference.byteOffset, reference.byteLength)) }
  const goal = showRadiance(reference, shot)
  let line = `${env.TAG} | ${name}`
  for (let frame = 1; frame <= 240; frame++) {
    await pictures.moving({ ...shot, camera: { ...camera, position: add(camera.position, [frame * 1e-5, 0, 0]) } })
    if (![5, 15, 30, 60, 120, 240].includes(frame)) continue
    line += ` | ${frame}: ${flipOf(goal, await pictures.shown(shot)).mean.toFixed(4)} ${(meanLuminance(await pictures.radiance(shot)) / meanLuminance(reference)).toFixed(3)}`
  }
  console.log(line)
  pictures.dispose()
}
process.exit(0)
