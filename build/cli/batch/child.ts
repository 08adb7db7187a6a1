import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Engine, INDIRECT_BOUNCES } from '../../../gpu/index.ts'
import { createHeadlessDevice } from '../../../gpu/headless/headless.ts'
import { createHeadlessEngine } from '../../../gpu/headless/still.ts'
import { secondsOfPath } from '../../../renderer/output/many/path-speed.ts'
import { meteredSettings } from '../../../renderer/output/picture/picture.ts'
import { openDenoiser } from '../still/denoiser.ts'
import { variantsOfRoom } from '../../../renderer/scene/variants.ts'
import { openMerge, writeMerged } from '../../../renderer/output/sums/merge-picture.ts'
import { thingsOf } from '../../../renderer/output/things.ts'
import { loadTone } from '../still/tone.ts'
import { parseOptions } from '../still/options.ts'
import { adapterOf, createReferenceTracer, pictureKey, type Tracer, writeSums } from '../still/reference.ts'
import { loadScene, type StillScene } from '../still/scene.ts'
import { composeShot } from '../still/shot.ts'
import { sentenceOf } from '../sentence.ts'
import { UsageError } from '../usage.ts'
import { removeParts, writeWhole } from '../part-file.ts'
import { fileSink } from '../still/file-sink.ts'
import { openStore } from './open-store.ts'
import { sumsOf } from './sums-of.ts'

/* What a batch does in processes of its own: tracing tiles, merging, asking the card, measuring brightness. What kills one (a driver, memory, a lost device) takes no worker along. */

const Request = z.discriminatedUnion('kind', [
  /** @param words  as `npm run still` takes them: a file, and a part of its picture as sums */
  z.object({ kind: z.literal('tile'), words: z.array(z.string()), /** Where the cores trace. */ threads: z.int().min(1).max(1024) }),
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
  readonly variants?: readonly string[]
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
      return { views: (project === null ? views : views.slice(1)).map(({ name }) => name), variants: project === null ? [] : [...variantsOfRoom(project.document, project.parsed)] }
    }
    case 'tile': return traceTile(request)
    case 'measure': return measure(request)
    case 'merge': return merge(request)
  }
}

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
    if (i === 0) secondsPerPath = await secondsOfPath(tracer, shot, options.bounces ?? INDIRECT_BOUNCES)
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
  const card = denoise ? await createHeadlessDevice() : null
  const network = card && await openDenoiser(card, { device, width, height }, import.meta.url, { say() {}, note: (text) => { note = text } })
  await writeWhole(out, (file) => writeMerged(merged, format, fileSink(file), format === 'exr' ? null : loadTone(), network && { network, onProgress: tell }, tell))
  network?.dispose()
  card?.destroy()
  // With a network it was said how long that takes, which is over now.
  return { adapters: merged.adapters, note: network === null ? note : '' }
}

/** The room that was traced last: the next tile is mostly of the same. */
let opened: { readonly file: string; readonly scene: StillScene; readonly device: GPUDevice; readonly engine: Engine; readonly tracer: Tracer; readonly key: string; lit: string } | null = null

async function openedRoom(file: string, asked: 'gpu' | 'cpu' | null, threads: number): Promise<NonNullable<typeof opened>> {
  const key = JSON.stringify([file, asked])
  if (opened !== null && opened.key !== key) opened.device.destroy()
  if (opened?.key !== key) {
    const [scene, device] = [await loadScene(file), await createHeadlessDevice()]
    const engine = await createHeadlessEngine(device)
    opened = { file, scene, device, engine, tracer: await createReferenceTracer(device, engine, asked, import.meta.url, quiet, threads), key, lit: '' }
  }
  return opened
}

async function traceTile({ words, threads }: Extract<ChildRequest, { kind: 'tile' }>): Promise<ChildReply> {
  const options = parseOptions(words)
  const room = await openedRoom(options.file, options.device, threads)
  const { snapshot, shot } = await composeShot(room.scene, options)
  const lit = JSON.stringify([options.view, options.sun, options.moved, options.variant])
  if (room.lit !== lit) {
    room.engine.setScene(snapshot)
    await room.engine.treesReady()
    room.lit = lit
  }
  const tell = (share: number): void => { process.send?.({ share } satisfies ChildReply) }
  const facts = { width: options.width, height: options.height, transparent: options.transparent, panorama: options.panorama, things: thingsOf(snapshot, room.scene.pieces) }
  removeParts(options.out)
  await writeWhole(options.out, async (file) => writeSums(room.tracer, { shot, options, sink: fileSink(file), facts, onProgress: seldom(tell) }, pictureKey(await readFile(options.file), options)))
  return {}
}

/** At most twice a second. */
function seldom(tell: (share: number) => void): (share: number) => void {
  let toldMs = -Infinity
  return (share) => {
    if (performance.now() - toldMs < 500) return
    toldMs = performance.now()
    tell(share)
  }
}

async function replyTo(message: unknown): Promise<ChildReply> {
  try {
    return await answer(Request.parse(message))
  } catch (error) {
    // Nobody typed the words of a tile: how the command is called helps no one.
    return { failed: error instanceof UsageError ? error.message : sentenceOf(error, 'batch'), code: (error as { code?: string }).code }
  }
}

/** Answers one request after the other until its parent is gone, or ends it. */
export function serveParent(): void {
  let last: Promise<unknown> = Promise.resolve()
  process.on('disconnect', () => process.exit(130))
  // Ctrl+C in a terminal reaches all of its processes: what becomes of the tile is for the parent to say.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.on('message', (message) => {
    last = last.then(async () => process.send?.(await replyTo(message)))
  })
}
