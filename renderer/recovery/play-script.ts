import type { FileHandle } from '../../electron/contract.ts'
import { useDocument } from '../document/store.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { readFile } from '../platform.ts'
import { addAssets, addLuminaires, addSurroundings, useAssets } from '../project/assets.ts'
import { type LoadedProject, loadContents } from '../project/file/load.ts'
import { currentView, openUnsaved, useProjectFile } from '../project/open/open-project.ts'
import { runTask } from '../workers/run-task.ts'
import { say, textOf } from '../words/say.ts'
import { applyPatch } from './patch.ts'
import { MAX_SCRIPT_BYTES, type Script, type ScriptStep, type Session } from './script.ts'
import type { ScriptRequest } from './script.worker.ts'

/** What was done since the project was opened, as far as it can be undone. */
export function sessionAtHand(): Session {
  const { undos, document } = useDocument.getState()
  const { bytes } = useAssets.getState()
  return {
    documents: [...undos.map((step) => step.document), document],
    labels: undos.map(({ label }) => textOf(label)),
    view: currentView(),
    origin: useProjectFile.getState().origin,
    bytesOf: (key) => bytes.get(key),
  }
}

/**
 * Opens the project that a script began with, unsaved, and does what it says, each step one of undo.
 *
 * @returns how many steps; null: the user cancelled
 * @throws AtriumError; the open project is then untouched
 */
export async function playScript(handle: FileHandle): Promise<number | null> {
  if (handle.sizeBytes > MAX_SCRIPT_BYTES) throw new AtriumError('script-too-large', `${handle.name} has ${handle.sizeBytes} bytes; a script takes ${MAX_SCRIPT_BYTES}.`)
  let played: { readonly steps: readonly ScriptStep[]; readonly loaded: LoadedProject } | null = null
  const opened = await openUnsaved(say('task.playing', { name: handle.name }), null, async (task, known) => {
    const bytes = await readFile(handle, { signal: task.signal, onProgress: (loaded, total) => task.progress(total === null ? null : (0.2 * loaded) / total) })
    const { start, steps, shown, assets, view, origin } = await read(bytes, task.signal, (fraction) => task.progress(0.2 + 0.3 * fraction))
    const loaded = await loadContents({ document: shown, view, origin, assets: new Map(assets) }, known, task)
    played = { steps, loaded }
    return { ...loaded, contents: { ...loaded.contents, document: start } }
  })
  if (!opened || played === null) return null
  const { steps, loaded: { assets, luminaires = [], surroundings = [] } } = played as { readonly steps: readonly ScriptStep[]; readonly loaded: LoadedProject }
  // What opened forgot what its first document does not show.
  addAssets(assets)
  addLuminaires(luminaires)
  addSurroundings(surroundings)
  for (const { label, patch } of steps) useDocument.getState().edit(label, (document) => applyPatch(document, patch))
  return steps.length
}

/** As `readScript`, in a worker that dies when it is no longer wanted. */
function read(script: Uint8Array<ArrayBuffer>, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<Script> {
  const request: ScriptRequest = { script }
  return runTask<Script>(() => new Worker(new URL('./script.worker.ts', import.meta.url), { type: 'module', name: 'script' }), request, { signal, onProgress, transfer: [script.buffer] })
}
