import { z } from 'zod'
import { Settings } from '../renderer/settings.ts'
import { BatchChange, BatchView, BatchWish, machineChannels, machineEvents, Priority } from './batch-wire.ts'

/**
 * Every request and event between the window and the main process. Both processes read this file; it imports zod, the settings and the batch's words, which are plain data.
 *
 * Bulk bytes do not travel here but by `fetch` on our own scheme, relative to the page:
 * - `GET  file/<handle>`                    the bytes behind a handle
 * - `GET  file/<handle>/sibling/<path>`     a file beside a model, inside that model's own folder and nowhere else
 * - `GET  file/<handle>/siblings`           the files that a model may name, JSON: relative paths; those that begin with `:textures/` are pictures
 *                                           of the folder that the user chose for them
 * - `PUT  file/<handle>`                    new bytes, into a temporary file beside the target; `file:commit` makes them real
 * - `PUT  came/<window>/<name>`             a file that has no path (pasted, or out of an e-mail); answers with its FileHandle, JSON
 * - `PUT  export/<id>/<offset>`         a chunk of a picture or clip, from an offset in its temporary file on; `export:commit` makes it real
 * - `PUT  demo/<name>`                      a result of the unattended run (only while one runs)
 * - `PUT  recovery/<session>/snapshot`      the project as it stands, JSON: takes the place of every gesture before it
 * - `PUT  recovery/<session>/asset/<sha>`   bytes that the snapshot or a gesture refers to; sent before them
 * - `GET  recovery/<session>/journal`       snapshot and gestures of a session that a crash left behind, one JSON per line
 * - `GET  recovery/<session>/asset/<sha>`
 * - `GET  tree/<key>`                      an object tree that was built before, 204 when there is none; the page trusts nothing in it
 * - `PUT  tree/<key>`
 * - `GET  own/<sha>/model`, `GET own/<sha>/picture`  of a piece of the user's own catalogue
 * - `PUT  own/<sha>/model`, `PUT own/<sha>/picture`  sent before `own:save`
 * - `GET  tiles/<id>/project`, `GET tiles/<id>/part/<n>/<at>/<count>`  of what the page without a window was asked; `PUT tiles/<id>/out/<at>` of what it writes
 * - `GET  denoiser`                       the weights of the denoiser, 204 when this Atrium has none; the page trusts nothing in them
 * - `GET  material/<id>`, `PUT material/<id>`  a material of the user's own, as it is exported
 */

/** An opaque name for a file the user chose; paths never reach the page. */
export const FileHandle = z.object({
  id: z.string().regex(/^[a-f0-9]{32}$/),
  /** File name for display, without its folder. */
  name: z.string(),
  /** By extension; a folder may hold pieces for one's own catalogue. */
  kind: z.enum(['project', 'model', 'luminaire', 'picture', 'surroundings', 'script', 'material', 'folder']),
  sizeBytes: z.number().int().nonnegative(),
  /** false: saving goes to Save As. */
  writable: z.boolean(),
})
export type FileHandle = z.infer<typeof FileHandle>

export const RecentProject = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  openedAtMs: z.number(),
  missing: z.boolean(),
})
export type RecentProject = z.infer<typeof RecentProject>

/** One entry of the application menu, as the command registry describes it. */
export interface MenuEntry {
  readonly kind: 'command' | 'separator' | 'submenu'
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly accelerator?: string | undefined
  readonly enabled?: boolean | undefined
  readonly checked?: boolean | undefined
  readonly items?: readonly MenuEntry[] | undefined
}
const menuEntry = (items: z.ZodType<MenuEntry>): z.ZodType<MenuEntry> =>
  z.object({
    kind: z.enum(['command', 'separator', 'submenu']),
    id: z.string().max(100).optional(),
    label: z.string().max(200).optional(),
    accelerator: z.string().max(50).optional(),
    enabled: z.boolean().optional(),
    checked: z.boolean().optional(),
    items: z.array(items).max(200).optional(),
  })
/** Menus within menus within menus, and no deeper: a check that follows them without end fills the stack. */
export const MenuEntry = menuEntry(menuEntry(menuEntry(menuEntry(z.never()))))

/** A session that a crash left behind. */
export const RecoverableSession = z.object({
  id: z.string().regex(/^[a-f0-9]{32}$/),
  /** The project's name. */
  name: z.string(),
  /** Of the project's file; null: it was never saved. */
  folder: z.string().nullable(),
  lastAtMs: z.number(),
  /** Since the project was opened or saved. */
  gestures: z.number().int().nonnegative(),
  /** The snapshot itself holds unsaved work. */
  dirty: z.boolean(),
  /** The page of this very window wrote it, and crashed. */
  here: z.boolean().optional(),
})
export type RecoverableSession = z.infer<typeof RecoverableSession>

/** One line of the journal. What `patch` and `view` may hold is the page's affair: it checks them when it reads them back. */
export const JournalRecord = z.object({
  kind: z.enum(['edit', 'view']),
  /** 1, 2, 3, … without a gap within a session; a `view` record carries the number of the gesture before it. */
  sequence: z.number().int().nonnegative(),
  atMs: z.number(),
  label: z.string().max(2000).optional(),
  gesture: z.string().max(200).optional(),
  patch: z.unknown(),
  view: z.unknown(),
})
export type JournalRecord = z.infer<typeof JournalRecord>

/** One of the last saved states of a project; `handle` opens it for reading. */
export const SavedVersion = z.object({ handle: FileHandle, savedAtMs: z.number(), current: z.boolean() })
export type SavedVersion = z.infer<typeof SavedVersion>

/** What a picture or a clip is written as; a script is what was done, a material one of the user's own. */
export const ExportFormat = z.enum(['png', 'jpg', 'exr', 'webm', 'mp4', 'script', 'material'])
export type ExportFormat = z.infer<typeof ExportFormat>

const ExportId = z.string().regex(/^[a-f0-9]{32}$/)
const Session = RecoverableSession.shape.id
const WindowId = z.string().regex(/^[a-f0-9]{32}$/)
const Sha256 = z.string().regex(/^[a-f0-9]{64}$/)

/** A material of the user's own. */
const OwnMaterialId = z.string().regex(/^[a-f0-9]{32}$/)

/** A piece of the user's own catalogue: item.json in its folder. */
export const OwnItem = z.object({
  /** SHA-256 of its model. */
  id: Sha256,
  name: z.string().trim().min(1).max(200),
  category: z.enum(['seating', 'tables', 'beds', 'storage', 'kitchen', 'lighting', 'mirrors', 'decoration', 'primitives']),
  mount: z.enum(['floor', 'surface', 'wall', 'ceiling']),
  /** Metres: width, height, depth. */
  size: z.tuple([z.number().min(0).max(1000), z.number().min(0).max(1000), z.number().min(0).max(1000)]),
})
export type OwnItem = z.infer<typeof OwnItem>

/** What was left out of a folder of pieces, and why: a file, from the folder that was chosen. */
export const LeftOut = z.object({
  file: z.string(),
  /** `item-damaged`: no JSON; `item-wrong`: facts that no piece has; `model-other`: not the one that the facts are about. */
  why: z.enum(['item-missing', 'item-too-large', 'item-damaged', 'item-wrong', 'model-missing', 'model-too-large', 'model-other']),
})
export type LeftOut = z.infer<typeof LeftOut>

/** A folder of textures, by a name without meaning. */
const TexturesId = z.string().regex(/^[a-f0-9]{32}$/)
/** What was chosen for a model of uncertain unit or axis. */
const Answers = z.object({ metresPerUnit: z.number().positive().max(1e9).optional(), up: z.enum(['y', 'z']).optional() })

export const contract = {
  'app:info': {
    request: z.void(),
    response: z.object({
      version: z.string(),
      /** Names the window in addresses of our scheme. */
      window: WindowId,
      /** 'electron' or 'chromium-host'. */
      runtime: z.string(),
      platform: z.string(),
      /** Non-null while the unattended run drives the window. */
      demo: z.object({ model: FileHandle.nullable(), project: FileHandle }).nullable(),
      /** A file named on the command line or by double click. */
      open: FileHandle.nullable(),
      /** How often the page crashed lately. 1: its work is recovered unasked; more: safe mode, without tracing. */
      crashes: z.number().int().nonnegative().optional(),
    }),
  },
  'app:demo-finished': { request: z.object({ ok: z.boolean(), message: z.string().max(2000) }), response: z.void() },
  /** The native open dialog; null: the user cancelled. */
  'file:choose-open': { request: z.object({ kind: z.enum(['project', 'model', 'luminaire', 'picture', 'surroundings', 'material', 'any']) }), response: FileHandle.nullable() },
  /** The native open dialog for models that come into the open room; empty: the user cancelled. */
  'file:choose-models': { request: z.void(), response: z.array(FileHandle) },
  /**
   * A model was read, and these were its bytes: where it lies is remembered, on this computer alone. `textures`: how a project may call the folder
   * that was chosen for its textures.
   */
  'source:keep': { request: z.object({ handle: FileHandle.shape.id, sha256: Sha256 }), response: z.object({ textures: TexturesId.nullable() }) },
  /** The file that had these bytes, as it is now; null: nobody knows where it is. */
  'source:find': { request: z.object({ sha256: Sha256, textures: TexturesId.optional() }), response: FileHandle.nullable() },
  /** Of files with these bytes, those that have others `now`. `folder`: its name, with as much of its path as tells files of one name apart. */
  'source:look': { request: z.object({ sha256s: z.array(Sha256).max(10_000) }), response: z.array(z.object({ sha256: Sha256, now: Sha256, name: z.string(), folder: z.string() })) },
  /** The native open dialog for a model whose file is not where it was; null: the user cancelled. */
  'source:choose': { request: z.object({ name: z.string().max(300) }), response: FileHandle.nullable() },
  /** The native dialog for the folder of a model's textures, which are then beside it, as for its neighbours; false: the user cancelled. */
  'textures:choose': { request: z.object({ handle: FileHandle.shape.id }), response: z.boolean() },
  /** What was answered last about files of a program. */
  'answers:find': { request: z.object({ app: z.string().max(200) }), response: Answers.nullable() },
  'answers:keep': { request: Answers.extend({ app: z.string().min(1).max(200) }), response: z.void() },
  'file:choose-save': { request: z.object({ suggestedName: z.string().max(200) }), response: FileHandle.nullable() },
  /** Bytes were PUT; checks them, fsyncs, renames over the target. */
  'file:commit': {
    request: z.object({
      handle: FileHandle.shape.id,
      sha256: Sha256,
      sizeBytes: z.number().int().nonnegative(),
      /** Without it, a file that others changed since it was opened is left alone: `file-changed`. */
      overwrite: z.boolean().optional(),
    }),
    response: z.object({ savedAtMs: z.number() }),
  },
  /** The native save dialog for a picture, a clip or a script, and its temporary file; null: the user cancelled. */
  'export:choose': {
    request: z.object({ suggestedName: z.string().max(200), format: ExportFormat }),
    response: z.object({ id: ExportId, name: z.string() }).nullable(),
  },
  /** The native dialog for the folder of many pictures; null: the user cancelled. */
  'export:folder': { request: z.void(), response: z.object({ id: ExportId, name: z.string() }).nullable() },
  /** A picture in that folder, under a name that is free there. */
  'export:begin': { request: z.object({ folder: ExportId, name: z.string().min(1).max(300), format: z.enum(['png', 'jpg', 'exr']) }), response: z.object({ id: ExportId, name: z.string() }) },
  /** Every chunk was PUT: the file takes its name. */
  'export:commit': { request: z.object({ id: ExportId, sizeBytes: z.number().int().nonnegative() }), response: z.void() },
  /** Nothing is left of it. */
  'export:discard': { request: z.object({ id: ExportId }), response: z.void() },
  /** Asks for pictures of a project as it is saved, by a note in the queue beside it; whoever works on the queue takes it. */
  'batch:submit': { request: z.object({ handle: FileHandle.shape.id, wish: BatchWish, priority: Priority }), response: z.void() },
  /** The queue beside a project; null: there is none. */
  'batch:view': { request: z.object({ handle: FileHandle.shape.id }), response: BatchView.nullable() },
  'batch:change': { request: z.object({ handle: FileHandle.shape.id, change: BatchChange }), response: z.void() },
  ...machineChannels,
  /** Of the page without a window alone: it is there, and may be asked. */
  'tiles:ready': { request: z.void(), response: z.object({ settings: Settings, /** Tiles, where the cores trace. */ atOnce: z.number().int().min(1).max(64) }) },
  /** The last saved states of a project, newest first. */
  'versions:list': { request: z.object({ handle: FileHandle.shape.id }), response: z.array(SavedVersion) },
  /** Asked once by a page that starts: what a crash left behind. Sessions of the page before it are no longer written. */
  'recovery:find': { request: z.void(), response: z.array(RecoverableSession) },
  /**
   * A project is open: its gestures may be journaled from now on, and other Atriums are told. `handle` null: no file yet;
   * `continues`: a found session that lives on in this one.
   */
  'recovery:begin': {
    request: z.object({ handle: FileHandle.shape.id.nullable(), continues: Session.nullable() }),
    response: z.object({ session: Session, openElsewhere: z.boolean() }),
  },
  /** The session's project is that file now, as just saved. */
  'recovery:saved': { request: z.object({ session: Session, handle: FileHandle.shape.id.nullable() }), response: z.void() },
  /** Answers when the gestures are on the disk. */
  'recovery:append': { request: z.object({ session: Session, records: z.array(JournalRecord).min(1).max(1000) }), response: z.void() },
  /** The session ended in peace: nothing of it will be offered. */
  'recovery:end': { request: z.object({ session: Session }), response: z.void() },
  /** The file that a found session belongs to; null: it was never saved, or is gone. */
  'recovery:file': { request: z.object({ session: Session }), response: FileHandle.nullable() },
  'recovery:discard': { request: z.object({ session: Session }), response: z.void() },
  'recent:list': { request: z.void(), response: z.array(RecentProject) },
  /** A project or a model is open. */
  'recent:add': { request: z.object({ handle: FileHandle.shape.id }), response: z.void() },
  'recent:open': { request: z.object({ id: z.string() }), response: FileHandle },
  'recent:forget': { request: z.object({ id: z.string() }), response: z.void() },
  /** All of them, in the desktop's own list too. */
  'recent:clear': { request: z.void(), response: z.void() },
  /** The user's own catalogue, by name; `broken`: folders in it that are no pieces. */
  'own:list': { request: z.void(), response: z.object({ items: z.array(OwnItem), broken: z.number().int() }) },
  /** Its model and picture were PUT; or it is there already and changes its facts. */
  'own:save': { request: OwnItem, response: z.void() },
  'own:remove': { request: z.object({ id: Sha256 }), response: z.void() },
  /** What was removed since Atrium started. */
  'own:restore': { request: z.object({ id: Sha256 }), response: z.void() },
  /** Into a folder that the user chooses; null: cancelled. */
  'own:export': { request: z.void(), response: z.object({ count: z.number().int() }).nullable() },
  /** From a folder that was dropped, or that the user chooses; null: cancelled. */
  'own:import': {
    request: z.object({ handle: FileHandle.shape.id.nullable() }),
    response: z.object({ added: z.number().int(), known: z.number().int(), left: z.array(LeftOut) }).nullable(),
  },
  /** The user's own materials. */
  'material:list': { request: z.void(), response: z.object({ ids: z.array(OwnMaterialId) }) },
  'material:remove': { request: z.object({ id: OwnMaterialId }), response: z.void() },
  /** What was removed since Atrium started. */
  'material:restore': { request: z.object({ id: OwnMaterialId }), response: z.void() },
  'settings:get': { request: z.void(), response: Settings },
  'settings:set': { request: Settings, response: z.void() },
  'menu:set': { request: z.array(MenuEntry).max(20), response: z.void() },
  'window:document': { request: z.object({ title: z.string().max(300), edited: z.boolean() }), response: z.void() },
  /** Another window, at its start screen. */
  'window:new': { request: z.void(), response: z.void() },
  /** Before a project is opened. true: another window has it open, and came forward. */
  'window:show': { request: z.object({ handle: FileHandle.shape.id }), response: z.boolean() },
  /** The page answered `window:close-requested`: it may close now. */
  'window:close': { request: z.void(), response: z.void() },
  /** Or it stays: unsaved work is kept open. */
  'window:stay': { request: z.void(), response: z.void() },
  /** As its keys would: the page hears `copy`, `cut` or `paste`, with the system's clipboard, which it may not read by itself. */
  'clipboard:act': { request: z.object({ verb: z.enum(['copy', 'cut', 'paste']) }), response: z.void() },
  'window:fullscreen': { request: z.object({ on: z.boolean() }), response: z.void() },
  /** The unsaved-changes question, in the platform's own dialog. */
  'dialog:unsaved': { request: z.object({ name: z.string().max(300) }), response: z.enum(['save', 'discard', 'cancel']) },
  /** The file was changed by others since it was opened. */
  'dialog:changed': { request: z.object({ name: z.string().max(300) }), response: z.enum(['overwrite', 'save-as', 'cancel']) },
  /** Models were dropped on an open room: they come in before the camera, or at their own place, or one opens in its stead. */
  'dialog:dropped': {
    request: z.object({ model: z.string().max(300), count: z.number().int().positive(), name: z.string().max(300), isSmall: z.boolean() }),
    response: z.enum(['bring', 'place', 'open', 'cancel']),
  },
  /** A model of several things that stand apart comes in: as one piece, or as its parts. */
  'dialog:parts': { request: z.object({ name: z.string().max(300), count: z.number().int().positive() }), response: z.enum(['one', 'parts', 'cancel']) },
  /** An empty room is about to take the place of a furnished one. */
  'dialog:emptied': { request: z.object({ name: z.string().max(300) }), response: z.enum(['save', 'cancel']) },
  'log:write': { request: z.object({ level: z.enum(['info', 'warn', 'error']), message: z.string().max(4000) }), response: z.void() },
} as const

export const events = {
  /** Another window changed what all of them show. */
  'profile:changed': z.object({ what: z.enum(['settings', 'recent', 'catalogue', 'materials']) }),
  ...machineEvents,
  /** What a crash left behind was taken up, or given up, in another window. */
  'recovery:gone': z.object({ session: Session }),
  /** Settings, recent projects or versions cannot be kept: what was asked for was done all the same. */
  'profile:not-written': z.object({ detail: z.string() }),
  /** A native menu item or accelerator. */
  'menu:command': z.object({ id: z.string() }),
  /** A file was opened from outside (second instance, association). */
  'file:open-requested': FileHandle,
  /** The user wants to close; the page asks about unsaved work and answers with `window:close`. */
  'window:close-requested': z.object({}),
} as const

export type Channel = keyof typeof contract
export type Request<C extends Channel> = z.infer<(typeof contract)[C]['request']>
export type Response<C extends Channel> = z.infer<(typeof contract)[C]['response']>
export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>

/** Codes of expected failures, from either process; renderer/errors maps each to a sentence and a remedy. */
export const ERROR_CODES = [
  'request-invalid',
  'handle-unknown',
  'file-missing',
  'file-not-readable',
  'file-interrupted',
  'file-not-writable',
  'drive-missing',
  'file-too-large',
  'memory-full',
  'file-unsupported', 'file-packed',
  'file-changed',
  'project-open', 'queue-address',
  'disk-full',
  'sibling-refused',
  'checksum-mismatch',
  'backup-failed',
  'profile-not-written',
  'project-invalid',
  'project-newer',
  'project-too-many',
  'project-truncated',
  'archive-unsafe',
  'script-invalid',
  'script-truncated',
  'script-newer',
  'script-too-large',
  'material-invalid',
  'material-too-large',
  'model-invalid',
  'model-truncated',
  'model-unsupported',
  'model-version',
  'model-foreign',
  'model-unmeshed',
  'model-missing-file',
  'model-without-data',
  'model-too-large',
  'model-too-many',
  'model-inflated',
  'model-too-slow',
  'model-empty', 'model-scaled-away',
  'model-other',
  'texture-invalid',
  'photometry-invalid',
  'surroundings-invalid',
  'scene-invalid',
  'gpu-missing',
  'gpu-lost',
  'gpu-memory',
  'gpu-kernel',
  'export-disk-full',
  'export-not-writable',
  'export-too-large',
  'export-gpu-lost',
  'space-mouse-failed',
  'clip-unsupported',
  'clipping-invalid',
  'cancelled',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Expected failures cross the boundary as values, because an exception loses its shape between processes. */
export type Reply<C extends Channel> = { ok: true; value: Response<C> } | Refusal

export interface Refusal {
  readonly ok: false
  readonly code: ErrorCode
  readonly detail: string
  /** Name of the file that it is about, where the page may not know it yet. */
  readonly file?: string | undefined
}

/** What preload exposes as `window.atrium`. */
export interface AtriumBridge {
  request<C extends Channel>(channel: C, request: Request<C>): Promise<Reply<C>>
  /** Returns the unsubscribe function. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
  /** A file dropped on the window becomes a handle; preload alone sees its path. */
  adopt(file: File): Promise<{ ok: true; value: FileHandle } | Refusal>
}
