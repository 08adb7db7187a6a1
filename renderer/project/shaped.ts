import { FORMS, formOf } from '../catalogue/forms.ts'
import type { AssetRecord, AtriumDocument, FormRecord, Piece } from '../document/types.ts'
import { importInWorker } from '../imports/in-worker.ts'
import { runTask, type TaskOptions } from '../workers/run-task.ts'
import { addAssets } from './assets.ts'

const createWorker = (): Worker => new Worker(new URL('../catalogue/form.worker.ts', import.meta.url), { type: 'module', name: 'form' })

/** With what a piece was made; null: it is none of our pieces that can be made anew. */
export function formOfPiece({ assets }: Pick<AtriumDocument, 'assets'>, piece: Pick<Piece, 'asset'>): FormRecord | null {
  const record = assets.find(({ key }) => key === piece.asset)
  return formOf(record?.form?.item ?? record?.catalogueId, record?.form?.values)
}

/**
 * A piece of the catalogue made as wished for; its model is in `useAssets` afterwards.
 *
 * @param name  of the record
 * @throws AtriumError what workers and importing throw
 */
export async function makeShaped(form: FormRecord, name: string, options: TaskOptions = {}): Promise<{ readonly record: AssetRecord; readonly part: string }> {
  const bytes = await runTask<Uint8Array<ArrayBuffer>>(createWorker, form, options)
  const [asset] = await importInWorker([{ name, bytes, pieces: 'single' }], options)
  addAssets([asset])
  const isAsItShips = FORMS[form.item].every(({ id, initial }) => form.values[id] === initial)
  return { record: { key: asset.parsed.key, name, sizeBytes: asset.bytes.byteLength, catalogueId: form.item, ...(!isAsItShips && { form }) }, part: asset.parsed.parts[0].id }
}
