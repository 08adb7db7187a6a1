import { z } from 'zod'
import { createHeadlessDevice } from '../../../gpu/headless/headless.ts'
import { createHeadlessEngine } from '../../../gpu/headless/still.ts'
import { openDenoiser } from '../still/denoiser.ts'
import { openMerge, writeMerged } from '../still/merge-files.ts'
import { parseOptions } from '../still/options.ts'
import { adapterOf, createReferenceTracer, meteredSettings } from '../still/reference.ts'
import { loadScene } from '../still/scene.ts'
import { composeShot } from '../still/shot.ts'
import { sentenceOf } from '../sentence.ts'
import { removeParts, writeWhole } from '../part-file.ts'
import { fileSink } from '../still/file-sink.ts'
import { openStore } from './open-store.ts'
import { sumsOf } from './sums-of.ts'

/* What a batch does in processes of its own, beside tiles: merging, asking the card, measuring brightness. They are asked by one message. */

const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('adapter'), device: z.enum(['gpu', 'cpu']).nullable() }),
  /** @param words  of pictures, as `npm run still` takes them */
  z.object({ kind: z.literal('measure'), file: z.string(), pictures: z.array(z.array(z.string())), device: z.enum(['gpu', 'cpu']).nullable() }),
  z.object({ kind: z.literal('views'), file: z.string() }),
  z.object({ kind: z.literal('merge'), at: z.string(), parts: z.array(z.string()), out: z.string(), format: z.enum(['png', 'jpg', 'exr']), denoise: z.boolean(), device: z.enum(['gpu', 'cpu']).nullable() }),
])
export type ChildRequest = z.infer<typeof Request>

export interface ChildReply {
  /** Alone in its message: 0..1. */
  readonly share?: number
  readonly failed?: string
  readonly code?: string
  readonly adapter?: string
  readonly adapters?: readonly string[]
  readonly exposures?: readonly number[]
  readonly secondsPerPath?: number
  readonly views?: readonly string[]
  /** Of a picture: what the user should know. */
  readonly note?: string
}

const quiet = { say: () => {} }

async function answer(request: ChildRequest): Promise<ChildReply> {
  switch (request.kind) {
    case 'adapter': {
      const device = await createHeadlessDevice()
      return { adapter: adapterOf(device, request.device) }
    }
    case 'views': {
      const { views, project } = await loadScene(request.file)
      return { views: (project === null ? views : views.slice(1)).map(({ name }) => name) }
    }
    case 'measure': return measure(request)
    case 'merge': return merge(request)
  }
}

/** Of a sample of the reference. */
const SPEED_SIZE = { width: 256, height: 144 }

async function measure({ file, pictures, device: asked }: Extract<ChildRequest, { kind: 'measure' }>): Promise<ChildReply> {
  const scene = await loadScene(file)
  const device = await createHeadlessDevice()
  const engine = await createHeadlessEngine(device)
  const { tracer } = await createReferenceTracer(device, engine, asked, import.meta.url, quiet)
  const exposures: number[] = []
  let secondsPerPath = 0
  for (const [i, words] of pictures.entries()) {
    const options = parseOptions([file, '--out=x.png', ...words])
    const { snapshot, shot } = await composeShot(scene, options)
    engine.setScene(snapshot)
    await engine.treesReady()
    exposures.push((await meteredSettings(tracer, shot)).exposureEv)
    process.send?.({ share: (i + 1) / (pictures.length + 1) } satisfies ChildReply)
    if (i > 0) continue
    await tracer.begin({ ...shot, ...SPEED_SIZE, bounces: options.bounces ?? 8, seed: 1 })
    const began = performance.now()
    // A part of a sample tells as much as all of it; the first step has compiled and is not counted twice over.
    do await tracer.step()
    while (tracer.samples < 8 && performance.now() - began < 1500)
    secondsPerPath = (performance.now() - began) / 1000 / ((tracer.samples + tracer.fraction) * SPEED_SIZE.width * SPEED_SIZE.height)
  }
  return { exposures, secondsPerPath }
}

async function merge({ at, parts, out, format, denoise, device }: Extract<ChildRequest, { kind: 'merge' }>): Promise<ChildReply> {
  const store = await openStore(at)
  const sources = []
  for (const key of parts) sources.push(await sumsOf(store, key))
  const merged = await openMerge(sources)
  removeParts(out)
  const tell = (share: number): void => { process.send?.({ share } satisfies ChildReply) }
  const { width, height } = merged.facts
  let note = ''
  const network = denoise ? await openDenoiser(await createHeadlessDevice(), { device, width, height }, import.meta.url, { say() {}, note: (text) => { note = text } }) : null
  await writeWhole(out, (file) => writeMerged(merged, format, fileSink(file), network && { network, onProgress: tell }, tell))
  // With a network it was said how long that takes, which is over now.
  return { adapters: merged.adapters, note: network === null ? note : '' }
}

/** Answers the one message that this process was started for, and ends. */
export function serveParent(): void {
  process.on('disconnect', () => process.exit(130))
  process.once('message', (message) => {
    void (async () => {
      let reply: ChildReply
      let status = 0
      try {
        reply = await answer(Request.parse(message))
      } catch (error) {
        reply = { failed: sentenceOf(error, 'batch'), code: (error as { code?: string }).code }
        status = 1
      }
      process.send?.(reply, () => process.exit(status))
    })()
  })
}
