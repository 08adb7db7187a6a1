import type { FileHandle } from '../../../electron/contract.ts'
import { useDocument } from '../../document/store.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { offer, reportError } from '../../errors/notices.ts'
import { createChunkSink } from '../../output/encoders/chunk-sink.ts'
import { putExport, readFile, readMaterialFile, request } from '../../platform.ts'
import { readMaterial } from '../../project/materials/material-file.ts'
import { fetchOwnMaterials, keepMaterial, loadMaterial, type OwnMaterial } from '../../project/materials/own-materials.ts'
import { flash } from '../../shell/shell.ts'
import { chosenTarget } from '../../tools/material/chosen.ts'
import { taken } from '../../tools/material/surfaces.ts'
import { say } from '../../words/say.ts'
import type { Command } from '../types.ts'

const MOST_BYTES = 192 * 2 ** 20

/** What the chosen surface shows joins My Materials; the project stays as it is. */
export async function keepChosenMaterial(): Promise<void> {
  const target = chosenTarget()
  if (target === null) return
  const material = taken(target)
  try {
    flash(say('ownMaterial.hud.kept', { name: await keepMaterial(material, useDocument.getState().document.assets) }))
  } catch (error) {
    reportError(error, material.name)
  }
}

/** Takes a material out of My Materials; projects that use it keep it. It can be taken back until Atrium ends. */
export async function removeOwnMaterial({ id, material: { name } }: OwnMaterial): Promise<void> {
  try {
    await request('material:remove', { id })
    await fetchOwnMaterials()
    const undo = (): void => void request('material:restore', { id }).then(fetchOwnMaterials).catch((error: unknown) => reportError(error, name))
    offer(say('ownMaterial.removed', { name }), say('ownMaterial.removed.detail'), { label: say('ownMaterial.removed.undo'), run: undo }, () => {})
  } catch (error) {
    reportError(error, name)
  }
}

/** Asks where to; nothing is left of a file that fails. */
export async function exportOwnMaterial({ id, material: { name } }: OwnMaterial): Promise<void> {
  try {
    const text = await readMaterialFile(id)
    const chosen = await request('export:choose', { suggestedName: name.slice(0, 200), format: 'material' })
    if (chosen === null) return
    const sink = createChunkSink((at, bytes) => putExport(chosen.id, at, bytes))
    try {
      await sink.write(new TextEncoder().encode(text))
      await request('export:commit', { id: chosen.id, sizeBytes: await sink.end() })
    } catch (error) {
      await request('export:discard', { id: chosen.id })
      throw error
    }
    flash(say('ownMaterial.hud.exported', { name: chosen.name }))
  } catch (error) {
    reportError(error, name)
  }
}

/** Files that were dropped, or one that the user chose: what they hold is kept once all of it was read. */
export async function bringMaterials(handles: readonly FileHandle[]): Promise<void> {
  for (const handle of handles) {
    try {
      if (handle.sizeBytes > MOST_BYTES) throw new AtriumError('material-invalid', `It has ${handle.sizeBytes} bytes`)
      const file = await readMaterial(new TextDecoder().decode(await readFile(handle)))
      await loadMaterial({ ...file, models: new Map([...file.models].map(([key, bytes]) => [key, bytes.slice()])) })
      flash(say('ownMaterial.hud.kept', { name: await keepMaterial(file.document.materials[0], file.document.assets, file.models) }))
    } catch (error) {
      reportError(error, handle.name)
    }
  }
}

export const ownMaterialCommands: readonly Command[] = [
  { id: 'edit.keepMaterial', isEnabled: () => chosenTarget() !== null, run: keepChosenMaterial },
  {
    id: 'edit.bringMaterial',
    anywhere: true,
    run: async () => {
      const handle = await request('file:choose-open', { kind: 'material' })
      if (handle !== null) await bringMaterials([handle])
    },
  },
]
