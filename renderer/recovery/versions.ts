import type { SavedVersion } from '../../electron/contract.ts'
import { useDocument } from '../document/store.ts'
import { readFile } from '../platform.ts'
import { addAssets, useAssets } from '../project/assets.ts'
import { readThumbnailInWorker } from '../project/file/in-worker.ts'
import { loadProject } from '../project/file/load.ts'
import { openUnsaved } from '../project/open/open-project.ts'
import { runVisibly } from '../project/tasks/tasks.ts'
import { say, type Words } from '../words/say.ts'

/** A saved version as a project of its own, without a file. Returns false when the user cancelled; throws AtriumError. */
export function openVersion({ handle }: SavedVersion): Promise<boolean> {
  return openUnsaved(say('task.openingVersion', { name: handle.name }), null, async (task, known) => loadProject(await readFile(handle, { signal: task.signal }), known, task))
}

/**
 * Takes the open project back to a saved version, as one step that can be undone; the file changes with the next save.
 *
 * @returns false when the user cancelled
 * @throws AtriumError when the version cannot be read; the open project is then untouched
 */
export async function restoreVersion({ handle }: SavedVersion, label: Words): Promise<boolean> {
  const { bytes, parsed } = useAssets.getState()
  const known = new Map([...parsed].map(([key, asset]) => [key, { parsed: asset, bytes: bytes.get(key)! }]))
  const loaded = await runVisibly(say('task.restoringVersion', { name: handle.name }), async (task) => loadProject(await readFile(handle, { signal: task.signal }), known, task))
  if (loaded === null) return false
  addAssets(loaded.assets)
  const { document } = loaded.contents
  useDocument.getState().edit(label, (open) => ({ ...document, name: open.name }))
  return true
}

/** The picture inside a version (PNG); null when it has none, or cannot be read. */
export async function thumbnailOf({ handle }: SavedVersion): Promise<Blob | null> {
  try {
    const picture = await readThumbnailInWorker(await readFile(handle))
    return picture && new Blob([picture], { type: 'image/png' })
  } catch {
    return null
  }
}
