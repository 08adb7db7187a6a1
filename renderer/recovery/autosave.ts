import { isDirty } from '../document/selectors.ts'
import { type DocumentStore, useDocument } from '../document/store.ts'
import { reportError, tell } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { putRecoveryAsset, putSnapshot, request } from '../platform.ts'
import { useAssets } from '../project/assets.ts'
import { currentView, useProjectFile } from '../project/open/open-project.ts'
import { say, textOf } from '../words/say.ts'
import { type JournalTransport, JournalWriter } from './journal-writer.ts'

/** The journal of what is open. */
interface Running {
  readonly writer: JournalWriter
  /** Of the main process; resolves once it answered. */
  readonly session: Promise<string>
}

let running: Running | null = null
let continued: string | null = null
/** The main process is being told of the last save. */
let noting: Promise<void> = Promise.resolve()

/** What is opened next goes on where a found session ended; null: it does not. */
export function continueSession(id: string | null): void {
  continued = id
}

/**
 * Journals whatever is open, from the moment it is open: armed when a load has completed, disarmed when the next one begins
 * to replace the document. Returns how to stop.
 */
export function startAutosave(): () => void {
  const stops = [
    useProjectFile.subscribe((state, before) => {
      if (state.opened !== before.opened) arm()
      else if (state.handle !== before.handle) noting = noteSaved()
    }),
    useDocument.subscribe((state, before) => {
      if (state.replaced !== before.replaced) disarm()
      else if (running !== null) {
        if (state.document !== before.document) running.writer.follow(state.document, ...labelOf(state, before))
        if (state.saved !== before.saved) noting = noteSaved()
      }
    }),
    useInteraction.subscribe((state, before) => {
      if (state.pose !== before.pose || state.settings !== before.settings || state.navigation !== before.navigation) running?.writer.followView()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    disarm()
  }
}

/** Everything done so far is safe, and known as saved where it was, when this resolves; throws what keeps it from being so. */
export async function flushAutosave(): Promise<void> {
  await noting
  await running?.writer.flush()
}

/** Resolves when everything done so far is safe, without making it so any sooner. */
export async function journalled(): Promise<void> {
  await noting
  await running?.writer.written()
}

/** The user is done with what is open: it will not be offered again. Never throws. */
export async function endAutosave(): Promise<void> {
  const ending = running
  running = null
  if (ending !== null) await end(ending)
}

function disarm(): void {
  void endAutosave()
}

async function end({ writer, session }: Running): Promise<void> {
  await writer.stop()
  await session.then((id) => request('recovery:end', { session: id })).catch(() => {})
}

function arm(): void {
  disarm()
  const { document } = useDocument.getState()
  const { handle } = useProjectFile.getState()
  // The start screen's empty document is nobody's work.
  if (handle === null && document.pieces.length + document.lights.length + document.assets.length === 0) return
  const began = request('recovery:begin', { handle: handle?.id ?? null, continues: continued })
  const session = began.then(({ session: id }) => id)
  let isTold = false
  const writer = new JournalWriter(transportTo(session), sourceOfStores, document, isDirty(useDocument.getState()), {
    // Said once; it goes on trying.
    onFailure: (error) => {
      if (!isTold) reportError(error)
      isTold = true
    },
    onAcknowledged: () => (isTold = false),
  })
  running = { writer, session }
  began.then(({ openElsewhere }) => openElsewhere && protect(), reportError)
}

/** Two windows on one file would overwrite each other: this one saves under another name. */
function protect(): void {
  const { handle } = useProjectFile.getState()
  if (handle === null) return
  useProjectFile.setState({ handle: { ...handle, writable: false } })
  tell(say('notice.openElsewhere', { name: handle.name }), [say('notice.openElsewhere.detail')])
}

async function noteSaved(): Promise<void> {
  if (running === null) return
  const { writer, session } = running
  const { handle } = useProjectFile.getState()
  try {
    await request('recovery:saved', { session: await session, handle: handle?.id ?? null })
    writer.saved(isDirty(useDocument.getState()))
  } catch (error) {
    reportError(error)
  }
}

function transportTo(session: Promise<string>): JournalTransport {
  return {
    putAsset: async (key, bytes) => putRecoveryAsset(await session, key, bytes),
    putSnapshot: async (json) => putSnapshot(await session, json),
    append: async (records) => request('recovery:append', { session: await session, records: [...records] }),
  }
}

const sourceOfStores = {
  view: currentView,
  origin: () => useProjectFile.getState().origin,
  bytesOf: (key: string) => useAssets.getState().bytes.get(key),
}

/** What the step was called, in the language at hand (nobody reads it back: it is there for whoever looks into a journal), and its gesture. */
function labelOf(state: DocumentStore, before: DocumentStore): [label: string, gesture: string | undefined] {
  const step = state.undos.at(-1)
  if (state.redos.length > before.redos.length) return [say('undo.journal.undo', { step: state.redos.at(-1)?.label ?? '' }), undefined]
  if (state.undos.length < before.undos.length) return [say('undo.journal.cancel'), undefined]
  if (state.redos.length < before.redos.length && state.redos.length > 0) return [say('undo.journal.redo', { step: step?.label ?? '' }), undefined]
  return [step === undefined ? say('undo.journal.change') : textOf(step.label), step?.gesture]
}
