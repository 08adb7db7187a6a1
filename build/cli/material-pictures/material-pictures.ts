import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_SETTINGS, INDIRECT_BOUNCES } from '../../../gpu/settings.ts'
import { createHeadlessDevice } from '../../../gpu/headless/headless.ts'
import { isKernelThread, serveInThread } from '../../../gpu/headless/cpu-threads.ts'
import { isDenoiseThread, serveDenoiseInThread } from '../../../gpu/headless/denoise-threads.ts'
import { createHeadlessEngine } from '../../../gpu/headless/still.ts'
import { findAdapter, threadsFor } from '../adapter.ts'
import { openDenoiser } from '../still/denoiser.ts'
import { fileSink } from '../still/file-sink.ts'
import { loadTone } from '../still/tone.ts'
import { LIBRARY } from '../../../renderer/materials/library.ts'
import { createPictureEncoder, writeDenoised } from '../../../renderer/output/picture/picture.ts'
import { fingerprint, materialShot, PICTURE_SIDE as SIDE } from '../../../assets/generators/material-shot.ts'

/** Of a pixel, before the denoiser: what it smooths of a weave, more samples show. What is seen through glass has no guides that it could lean on. */
const SAMPLES = 256
const GLASS_TIMES = 4

if (isKernelThread) serveInThread()
else if (isDenoiseThread) serveDenoiseInThread()
else await takeAll()

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Takes the pictures of the library's materials with Atrium's path tracer: `npm run assets -- materials [ID...] [--out FOLDER] [--samples N]`; without ids, of those that changed. */
async function takeAll(): Promise<void> {
  const { values: { out, samples }, positionals: wanted } = parseArgs({
    args: process.argv.slice(3),
    options: { out: { type: 'string', default: 'assets/public/materials' }, samples: { type: 'string', default: String(SAMPLES) } },
    allowPositionals: true,
  })
  await findAdapter()
  const folder = path.resolve(out)
  await mkdir(folder, { recursive: true })
  const known = JSON.parse(await readFile(path.join(folder, 'index.json'), 'utf8').catch(() => '{}')) as Record<string, string>
  const device = await createHeadlessDevice()
  const threads = await threadsFor(device, null, import.meta.url)
  const network = await openDenoiser(device, { device: null, width: SIDE, height: SIDE }, import.meta.url, { say: () => {}, note: say })
  if (network === null) process.exit(1)
  const tone = loadTone()
  // What it compiles serves every scene.
  const engine = await createHeadlessEngine(device)
  for (const entry of LIBRARY.filter((one) => (wanted.length === 0 ? known[one.id] !== fingerprint(one) : wanted.includes(one.id)))) {
    const start = performance.now()
    const { scene, camera } = await materialShot(entry)
    engine.setScene(scene)
    await engine.treesReady()
    const tracer = await engine.createPathTracer(threads)
    const file = await open(path.join(folder, `${entry.id}.jpg`), 'w')
    const facts = { width: SIDE, height: SIDE, transparent: false, panorama: false }
    const shot = { camera, projection: 'perspective', width: SIDE, height: SIDE, settings: DEFAULT_SETTINGS } as const
    const reference = { samples: Number(samples) * (entry.category === 'glass' ? GLASS_TIMES : 1), bounces: INDIRECT_BOUNCES, seed: 1, transparent: false, glossFloor: 0 }
    await writeDenoised(tracer, shot, reference, { network }, (denoised) => tone(denoised, DEFAULT_SETTINGS), await createPictureEncoder('jpg', fileSink(file), facts), () => {})
    await file.close()
    tracer.dispose()
    known[entry.id] = fingerprint(entry)
    await writeFile(path.join(folder, 'index.json'), `${JSON.stringify(Object.fromEntries(LIBRARY.flatMap(({ id }) => (id in known ? [[id, known[id]]] : []))), null, 1)}\n`)
    say(`${entry.id}  ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  process.exit(0)
}
