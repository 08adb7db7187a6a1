import type { Picture, TileReply, TileRequest } from '../../electron/batch-wire.ts'
import type { EventPayload } from '../../electron/contract.ts'
import { createChunkSink } from '../output/encoders/chunk-sink.ts'
import { openMerge, writeMerged } from '../output/sums/merge-picture.ts'
import { secondsOfPath } from '../output/many/path-speed.ts'
import { meteredSettings } from '../output/picture/picture.ts'
import { lockAndCut, type Measured, type Planned, planPictures, type Wish } from '../output/many/queue-plan.ts'
import { missingVariant, ShotError, shotOfRoom } from '../output/many/room-shot.ts'
import { checkSums, encodeSums, type SumsSource } from '../output/sums/sums.ts'
import { madeOf, traceSums } from '../output/sums/trace-sums.ts'
import { thingsOf } from '../output/things.ts'
import { putTile, readDenoiser, readTilePart, readTileProject, sha256Of } from '../platform.ts'
import { variantsOfRoom } from '../scene/variants.ts'
import { say } from '../words/say.ts'
import type { Bench, OpenRoom } from './bench.ts'

/** A request that runs. */
export interface Work {
  readonly signal: AbortSignal
  /** @param share  0..1 */
  readonly tell: (share: number) => void
  /** Waited for between two steps. @throws when nobody waits for it any more */
  readonly mayGoOn: () => Promise<void>
}

type Of<K extends TileRequest['kind']> = Extract<TileRequest, { kind: K }>

/** @throws AtriumError, ShotError */
export async function answerRequest(bench: Bench, { id, request }: EventPayload<'tiles:ask'>, work: Work): Promise<TileReply> {
  switch (request.kind) {
    case 'adapter': return bench.adapter()
    case 'plan': return { pictures: await plan(await bench.open(request.project, () => readTileProject(id), work.signal), request, work) }
    case 'check': return { whole: await checkSums(sourceOf(id, 0, request.sizes[0])).then(() => true, () => false) }
    case 'tile': return tile(bench, id, request, work)
    case 'merge': return merge(bench, id, request, work)
  }
}

const sourceOf = (id: string, index: number, sizeBytes: number): SumsSource => ({ name: String(index), sizeBytes, read: (at, count) => readTilePart(id, index, at, count) })

// --- what a wish comes to

/** Seconds that a tile should take. */
const TILE_SECONDS = 120

function wishOf({ views, times, variants, clip, ...rest }: Of<'plan'>['wish'], { document, parsed }: OpenRoom['room']): Wish {
  const known = document.views.map(({ name }) => name)
  const missing = views.find((view) => !known.includes(view))
  if (missing !== undefined) throw new ShotError(say('cli.error.view', { name: missing, views: known.map((view) => say('cli.quoted', { name: view })).join(', ') }))
  if (known.length === 0) throw new ShotError(say('cli.batch.error.noViews'))
  const offered = variantsOfRoom(document, parsed)
  for (const name of variants) if (!offered.includes(name)) missingVariant(name, offered)
  return { ...rest, views, clip, variants: variants.length === 0 ? [null] : variants, suns: times.length === 0 ? [null] : times.map((minutes) => ({ date: null, minutes })), seed: 1, glossFloor: 0, transparent: false, layers: rest.format === 'exr' }
}

async function plan(open: OpenRoom, { wish }: Of<'plan'>, work: Work): Promise<Picture[]> {
  const planned = planPictures(wishOf(wish, open.room))
  return lockAndCut(planned, TILE_SECONDS, (pictures) => measure(open, pictures, work))
}

/** Brightness, once for pictures that must be alike, and how fast this computer is. */
async function measure({ room, tracer, light }: OpenRoom, pictures: readonly Planned[], { tell, mayGoOn }: Work): Promise<Measured> {
  const exposures: number[] = []
  let secondsPerPath = 1e-4
  for (const [i, picture] of pictures.entries()) {
    await mayGoOn()
    const { snapshot, shot } = shotOfRoom(room, picture, picture.sun === null ? null : 'auto')
    await light(picture, snapshot)
    exposures.push((await meteredSettings(tracer, shot)).exposureEv)
    tell((i + 1) / (pictures.length + 1))
    if (i === 0) secondsPerPath = await secondsOfPath(tracer, shot, picture.bounces)
  }
  return { exposures, secondsPerPath }
}

// --- a tile

async function tile(bench: Bench, id: string, { project, picture, tile: part }: Of<'tile'>, { signal, tell, mayGoOn }: Work): Promise<TileReply> {
  const { room, studio, tracer, light } = await bench.open(project, () => readTileProject(id), signal)
  const { snapshot, shot } = shotOfRoom(room, picture, picture.exposureEv)
  await light(picture, snapshot)
  const { width, height, panorama, transparent, bounces, samples, seed, glossFloor, layers: layered } = picture
  const tracing = traceSums(tracer, shot, { samples, bounces, seed, transparent, glossFloor, guides: layered }, part, tell, mayGoOn)
  const sums = await Promise.race([tracing, studio.failure])
  const { toneMap, exposureEv, whiteBalance } = shot.settings
  const made = await sha256Of(new TextEncoder().encode(madeOf(project, picture)))
  const bytes = encodeSums({ width, height, panorama, transparent, shown: { toneMap, exposureEv, whiteBalance }, picture: made, adapter: (await bench.adapter()).adapter, ...part, layered, things: layered ? thingsOf(snapshot, room.document.pieces) : undefined }, sums)
  const sink = createChunkSink((at, chunk) => putTile(id, at, chunk))
  await sink.put(0, bytes)
  return { sizeBytes: await sink.end() }
}

// --- a picture of its tiles

async function merge(bench: Bench, id: string, { sizes, format, denoise }: Of<'merge'>, { signal, tell, mayGoOn }: Work): Promise<TileReply> {
  const merged = await openMerge(sizes.map((size, i) => sourceOf(id, i, size)))
  const studio = await bench.studio()
  const weights = denoise ? await readDenoiser() : null
  const network = weights === null ? null : await studio.denoiser(weights)
  const sink = createChunkSink(async (at, bytes) => {
    await mayGoOn()
    await putTile(id, at, bytes)
  })
  try {
    await writeMerged(merged, format, sink, await studio.tone(), network && { network, signal, onProgress: tell }, tell)
  } finally {
    network?.dispose()
  }
  return { adapters: [...merged.adapters], note: denoise && network === null ? say('notice.notDenoised.detail') : '', sizeBytes: await sink.end() }
}
