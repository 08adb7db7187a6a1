import type { PathTracer } from '../../gpu/index.ts'
import type { ParsedAsset } from '../imports/types.ts'
import { together } from '../project/assets.ts'
import { loadProject } from '../project/file/load.ts'
import { cameraOf } from '../navigation/projection.ts'
import type { ShownRoom } from '../output/many/room-shot.ts'
import { openStudioOn, type Studio } from '../output/picture/studio.ts'
import type { Picture } from '../../electron/batch-wire.ts'
import { createSnapshots } from '../scene/snapshot.ts'
import { createTreePool } from '../trees/tree-pool.ts'

/** A project whose pictures are traced, on an engine of its own. */
export interface Bench {
  /** Who traces: last bits depend on it; and how many tiles at once. */
  adapter(): Promise<{ readonly adapter: string; readonly atOnce: number }>
  /** The room of a project, with the tracer that has it. What was opened last stays open: the next tile is mostly of the same. */
  open(key: string, read: () => Promise<Uint8Array<ArrayBuffer>>, signal: AbortSignal): Promise<OpenRoom>
  /** Of the card, or of the threads, without a room. */
  studio(): Promise<Studio>
}

export interface OpenRoom {
  readonly room: ShownRoom
  readonly studio: Studio
  readonly tracer: PathTracer
  /** Shows the room as a picture wants it; the same again costs nothing. */
  readonly light: (key: Pick<Picture, 'view' | 'sun' | 'variant' | 'moved'>, snapshot: ReturnType<ShownRoom['snapshotOf']>) => Promise<void>
}

/** @param atOnce  benches at most that share the cores; a card has one */
export function createBench(executor: 'gpu' | 'cpu' | 'automatic', powerPreference: GPUPowerPreference, atOnce: number): Bench {
  // One core is left to whoever works at this computer.
  const threads = Math.max(1, Math.floor((navigator.hardwareConcurrency - 1) / atOnce))
  const pool = createTreePool()
  let studio: Promise<Studio> | null = null
  let opened: { readonly key: string; readonly room: Promise<OpenRoom> } | null = null

  function open(): Promise<Studio> {
    studio ??= openStudioOn(pool.buildTree, { executor, powerPreference, threads }).then((found) => {
      // The next request opens another.
      found.failure.catch(() => {
        studio = null
        opened = null
      })
      return found
    })
    studio.catch(() => (studio = null))
    return studio
  }

  async function load(read: () => Promise<Uint8Array<ArrayBuffer>>, signal: AbortSignal): Promise<OpenRoom> {
    const { contents: { document, view }, assets, luminaires = [], surroundings = [] } = await loadProject(await read(), new Map(), { signal, progress: () => {}, commit: () => {} })
    const parsed = new Map<string, ParsedAsset>()
    for (const asset of assets) parsed.set(asset.parsed.key, together(parsed.get(asset.parsed.key), asset.parsed))
    const profiles = new Map(luminaires.map(({ file }) => [file.profile.key, file]))
    const images = new Map(surroundings.map(({ image }) => [image.key, image]))
    const snapshots = createSnapshots()
    const room: ShownRoom = { document, parsed, settings: view.settings, camera: cameraOf(view.pose), snapshotOf: (changed) => snapshots(changed, parsed, profiles, images) }
    const own = await open()
    const tracer = await own.tracer()
    let lit = ''
    return {
      room, studio: own, tracer,
      async light({ view: name, sun, variant, moved }, snapshot) {
        const key = JSON.stringify([name, sun, variant, moved])
        if (lit === key) return
        own.engine.setScene(snapshot)
        await own.engine.treesReady()
        lit = key
      },
    }
  }

  return {
    studio: open,
    adapter: async () => {
      const { adapter, usesThreads } = await open()
      const browser = /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? ''
      // Another program than the command's: its compiler of shaders and its decoders of pictures are others.
      return { adapter: `${usesThreads ? 'threads' : adapter} · Chromium ${browser}`, atOnce: usesThreads ? atOnce : 1 }
    },
    open(key, read, signal) {
      if (opened?.key !== key) {
        const own = { key, room: load(read, signal) }
        opened = own
        own.room.catch(() => { if (opened === own) opened = null })
      }
      return opened.room
    },
  }
}
