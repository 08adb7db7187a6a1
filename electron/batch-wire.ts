import { z } from 'zod'
import { beginningOf } from './beginning.ts'

/* What the window and whoever works on a folder's queue tell each other, by the main process and by files: data that either side parses anew. Imports no more than zod and beginningOf(). */

/** A file's name on every system, and no way out of its folder. */
// oxlint-disable-next-line no-control-regex
export const FileName = z.string().min(1).max(120).regex(/^[^/\\:*?"<>|\u0000-\u001f\u007f]+$/).refine((name) => !/^[. ]|[. ]$/.test(name) && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name), 'This is no name for a file')
/** A name that every system takes for a file; what it does not take becomes a dash. */
export function fileNameOf(words: string): string {
  // A number and an ending have room behind it.
  // oxlint-disable-next-line no-control-regex
  const plain = beginningOf(words.replaceAll(/[/\\:*?"<>|\u0000-\u001f\u007f]/g, '-').trim().replace(/^\.+/, '-'), 200, 100).replace(/[.\s]+$/, '')
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `-${plain}` : plain
}

/** Of a job: the beginning of its file's SHA-256. */
export const JobId = z.string().regex(/^[0-9a-f]{32}$/)
/** Higher goes first. */
export const Priority = z.int().min(-1000).max(1000)

const LARGEST_PICTURE = 16_384
/** Vectors of four floats in a file of sums (renderer/output/sums/sums.ts): they are held at once. */
export const MOST_SUM_VECTORS = 1 << 22
const whole = (least: number, most: number) => z.int().min(least).max(most)
const within = (least: number, most: number) => z.number().min(least).max(most)
/** By the clocks of the place; without a date: that of the view's sun. */
export const Sun = z.strictObject({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/).nullable(), minutes: whole(0, 24 * 60 - 1) })

/** Of a model's looks, as its file calls it. */
const VariantName = z.string().min(1).max(1000)

/** One of a job's pictures, and how it is cut: all that whoever traces needs to know of it. */
export const Picture = z.strictObject({
  /** Of its file, without an ending. */
  name: FileName,
  /** Of frames: their clip. */
  clip: FileName.nullable(),
  /** By name; null: as the project was left. */
  view: z.string().min(1).max(1000).nullable(),
  /** Share of the way through the saved views; null: the view's camera. */
  way: within(0, 1).nullable(),
  /** Seconds that have passed for what moves. */
  moved: within(0, 86_400),
  /** null: as the view has it. */
  sun: Sun.nullable(),
  /** Of the models that have one of this name; null: as the project has them. */
  variant: VariantName.nullable(),
  width: whole(1, LARGEST_PICTURE),
  height: whole(1, LARGEST_PICTURE),
  samples: whole(1, 65_536),
  bounces: whole(0, 64),
  seed: whole(0, 2 ** 32 - 1),
  glossFloor: within(0, 1),
  panorama: z.boolean(),
  transparent: z.boolean(),
  /** Albedo, depth and normals are kept. */
  layers: z.boolean(),
  /** The whole picture, when it is put together. */
  denoise: z.boolean(),
  /** Locked before tiles are cut: they have one brightness. EV at ISO 100. */
  exposureEv: within(-100, 100),
  format: z.enum(['png', 'jpg', 'exr']),
  /** Of a tile at most: pixels, and blocks of samples. */
  cut: z.strictObject({ pixels: whole(1, MOST_SUM_VECTORS), blocks: whole(1, 1024) }),
}).refine(({ cut, layers }) => cut.pixels * (layers ? 4 : 1) <= MOST_SUM_VECTORS, 'Its tiles are too large')
  .refine(({ denoise, layers }) => !denoise || layers, 'Denoising needs layers')
  .refine(({ transparent, format }) => !transparent || format !== 'jpg', 'A JPEG has no transparency')
export type Picture = z.infer<typeof Picture>
export type Sun = z.infer<typeof Sun>

/** A part of a picture. */
export const Tile = z.strictObject({
  /** Pixels of the whole picture. */
  region: z.strictObject({ x: whole(0, LARGEST_PICTURE), y: whole(0, LARGEST_PICTURE), width: whole(1, LARGEST_PICTURE), height: whole(1, LARGEST_PICTURE) }),
  firstSample: whole(0, 65_536),
  samples: whole(1, 65_536),
})
export type Tile = z.infer<typeof Tile>

/** Pictures that are asked for: every view in every size at every time of day in every variant, or a clip along the saved views. */
export const BatchWish = z.strictObject({
  views: z.array(z.string().min(1).max(1000)).max(1000),
  sizes: z.array(z.strictObject({ width: z.int().min(1).max(16_384), height: z.int().min(1).max(16_384) })).min(1).max(100),
  /** Minutes since midnight, by the clocks of the place; empty: as the views have it. */
  times: z.array(z.int().min(0).max(24 * 60 - 1)).max(100),
  /** Empty: models as the project has them. */
  variants: z.array(VariantName).max(100),
  clip: z.strictObject({ seconds: z.number().min(0.01).max(3600), framesPerSecond: z.int().min(1).max(120) }).nullable(),
  panorama: z.boolean(),
  format: z.enum(['png', 'jpg', 'exr']),
  samples: z.int().min(1).max(65_536),
  bounces: z.int().min(0).max(64),
  /** null: where few samples leave noise. */
  denoise: z.boolean().nullable(),
})
export type BatchWish = z.infer<typeof BatchWish>

/** What may be changed of a job that is in the queue. */
export const BatchChange = z.discriminatedUnion('kind', [
  /** What has failed begins anew; what is done stays. */
  z.strictObject({ kind: z.literal('submit'), job: JobId, priority: Priority }),
  z.strictObject({ kind: z.literal('cancel'), job: JobId }),
  z.strictObject({ kind: z.literal('priority'), job: JobId, priority: Priority }),
])
export type BatchChange = z.infer<typeof BatchChange>

const Count = z.number().int().nonnegative()
const Text = z.string().max(2000)

/** A queue as whoever works on it wrote it down last. Fields that only the command prints are left out. */
export const BatchStatus = z.object({
  jobs: z.array(z.object({
    id: JobId, name: Text, version: Text, priority: z.number(), state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']), tiles: Count, done: Count, running: Count, again: Count,
    secondsLeft: z.number().nonnegative().nullable(),
    pictures: z.array(z.object({ name: Text, clip: Text.nullable(), tiles: Count, done: Count, isThere: z.boolean(), failed: z.array(Text), note: Text })).max(20_000),
    adapters: z.array(Text),
  })).max(200),
  machines: z.array(z.object({ machine: Text, adapter: Text, everySeconds: z.number(), silentSeconds: z.number(), trouble: Text.nullable(), tasks: z.array(z.object({ job: z.string(), picture: Count, tile: Count.nullable(), share: z.number() })).max(1000) })).max(10_000),
  /** Wishes that nobody can fulfil, with the sentence that says why. */
  refused: z.array(z.object({ name: Text, message: Text })).max(20).default([]),
})
export type BatchStatus = z.infer<typeof BatchStatus>

/** A project's queue as its window shows it. */
export const BatchView = z.object({
  /** The folder beside the project. */
  folder: z.string(),
  status: BatchStatus,
  /** Of wishes that nobody has taken yet. */
  waiting: z.array(z.string()),
  /** Whether somebody works on the queue right now. */
  isHosted: z.boolean(),
})
export type BatchView = z.infer<typeof BatchView>

/** Of a picture in the queue, which tiles lie in its folder. */
export const TilesThere = z.object({
  width: whole(1, LARGEST_PICTURE),
  height: whole(1, LARGEST_PICTURE),
  tiles: z.array(z.object({ tile: Count, sizeBytes: Count })),
  /** From where to look on; 0: from the start. */
  next: Count,
})
export type TilesThere = z.infer<typeof TilesThere>

/** One computation that a page without a window is asked for (renderer/tiles). It sees no path: files are `tiles/<id>/…` of our scheme under the id of what it was asked. */
export const TileRequest = z.discriminatedUnion('kind', [
  /** Who traces here: last bits depend on it. */
  z.strictObject({ kind: z.literal('adapter') }),
  /** What a wish comes to (`project`: SHA-256 of its file): the pictures, with their brightness, and how they are cut. */
  z.strictObject({ kind: z.literal('plan'), project: z.string().length(64), wish: BatchWish }),
  z.strictObject({ kind: z.literal('tile'), project: z.string().length(64), picture: Picture, tile: Tile }),
  /** Whether the bytes of a part are as they were written. */
  z.strictObject({ kind: z.literal('check'), sizes: z.array(Count) }),
  z.strictObject({ kind: z.literal('merge'), sizes: z.array(Count), format: z.enum(['png', 'jpg', 'exr']), denoise: z.boolean() }),
])
export type TileRequest = z.infer<typeof TileRequest>

/** @property failed  a sentence; `code`: of the system, where a disk is to blame */
export const TileReply = z.union([
  z.strictObject({ failed: Text, code: z.string().max(20).optional() }),
  z.strictObject({ adapter: Text.optional(), /** Tiles that are traced here at once. */ atOnce: whole(1, 64).optional(), pictures: z.array(Picture).max(20_000).optional(), whole: z.boolean().optional(), adapters: z.array(Text).max(1000).optional(), note: Text.optional(), /** Of the file that was written. */ sizeBytes: Count.optional() }),
])
export type TileReply = z.infer<typeof TileReply>

/** Where files of a request are on this computer: for the main process, never for a page. */
export interface TileFiles {
  readonly project?: string
  readonly parts?: readonly string[]
  readonly out?: string
}

/** What a machine is busy with: tiles, and pictures that are put together. */
const AtHand = z.object({ tiles: Count, merges: Count })
export type AtHand = z.infer<typeof AtHand>
export const NOTHING_AT_HAND: AtHand = { tiles: 0, merges: 0 }
export const isBusy = ({ tiles, merges }: AtHand): boolean => tiles + merges > 0
/** @param tasks  a merge has no tile */
export function atHandOf(tasks: readonly { readonly tile: number | null }[]): AtHand {
  const tiles = tasks.filter(({ tile }) => tile !== null).length
  return { tiles, merges: tasks.length - tiles }
}

/** This computer as a machine that renders. */
export const MachineState = z.object({
  /** The user's choice. */
  works: z.boolean(),
  kind: z.enum(['off', 'idle', 'working', 'trouble']),
  atHand: AtHand,
  /** Tiles wait: somebody works in a window. */
  isHeld: z.boolean(),
  /** What keeps it from working, as a sentence; empty: nothing. */
  trouble: z.string(),
  /** Whose queue takes the place of the projects' own; null: nobody's. The folder is its name alone. */
  office: z.object({ address: z.string(), folder: z.string(), hasPassword: z.boolean() }).nullable(),
})
export type MachineState = z.infer<typeof MachineState>
/** Of what a page without a window is asked. */
const TileId = z.string().regex(/^[a-f0-9]{32}$/)

/** Of the contract, what is about this computer as a machine. */
export const machineChannels = {
  /** Tiles of a picture of the queue beside a project (`handle`), some hundred from one of them on; null: this Atrium cannot read the job. Their bytes are `batch/…` of our scheme. */
  'batch:tiles': { request: z.object({ handle: TileId, job: JobId, picture: Count, from: Count }), response: TilesThere.nullable() },
  /** Whether this computer works on queues, and what it does. */
  'machine:get': { request: z.void(), response: MachineState },
  /** Remembered for the next start. */
  'machine:work': { request: z.object({ on: z.boolean() }), response: z.void() },
  /** A folder that all machines of the office see; null: cancelled. */
  'machine:folder': { request: z.void(), response: z.object({ id: TileId, name: z.string() }).nullable() },
  /** An office's queue; `folder`: of `machine:folder`, null: the one that is remembered; `password` null: the one that is kept. */
  'machine:office': { request: z.object({ address: z.string().max(2000), folder: TileId.nullable(), password: z.string().max(1000).nullable() }).nullable(), response: z.void() },
  /** Somebody works in a window: tiles wait between two steps. */
  'machine:person': { request: z.void(), response: z.void() },
  /** Of the page without a window alone. */
  'tiles:told': { request: z.object({ id: TileId, share: z.number().min(0).max(1) }), response: z.void() },
  'tiles:done': { request: z.object({ id: TileId, reply: TileReply }), response: z.void() },
} as const

export const machineEvents = {
  /** What this computer does as a machine that renders. */
  'machine:changed': MachineState,
  /** To the page without a window: one computation, no more of it, none for now. */
  'tiles:ask': z.object({ id: TileId, request: TileRequest }),
  'tiles:stop': z.object({ id: TileId }),
  'tiles:hold': z.object({ on: z.boolean() }),
} as const
