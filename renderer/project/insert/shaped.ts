import type { FormTask, ShapedModel } from '../../catalogue/form-task.ts'
import { FORMS, formOf } from '../../catalogue/forms.ts'
import type { LampMove } from '../../document/changes/index.ts'
import type { MeshData } from '../../../gpu/index.ts'
import type { AssetRecord, AtriumDocument, FormRecord, Piece } from '../../document/types.ts'
import { importInWorker } from '../../imports/reading/in-worker.ts'
import { runTask, type TaskOptions } from '../../workers/run-task.ts'
import { addAssets } from '../assets.ts'

const createWorker = (): Worker => new Worker(new URL('../../catalogue/form.worker.ts', import.meta.url), { type: 'module', name: 'form' })

/** With what a piece was made; null: it is none of our pieces that can be made anew. */
export function formOfPiece({ assets }: Pick<AtriumDocument, 'assets'>, piece: Pick<Piece, 'asset'>): FormRecord | null {
  const record = assets.find(({ key }) => key === piece.asset)
  return formOf(record?.form?.item ?? record?.catalogueId, record?.form?.values)
}

/** A model that was made, not in the document yet. */
export interface Shaped {
  readonly record: AssetRecord
  readonly part: string
  readonly mesh: MeshData
  /** Of a lamp: where its light goes with it. */
  readonly lamp: LampMove | null
}

/**
 * A piece of the catalogue made as wished for; its model is in `useAssets` afterwards.
 *
 * @param before  as the piece is now
 * @param name  of the record
 * @throws AtriumError what workers and importing throw
 */
export async function makeShaped(form: FormRecord, before: FormRecord, name: string, options: TaskOptions = {}): Promise<Shaped> {
  const task: FormTask = { form, before }
  const { bytes, lamp } = await runTask<ShapedModel>(createWorker, task, options)
  const [asset] = await importInWorker([{ name, bytes, pieces: 'single' }], options)
  addAssets([asset])
  const isAsItShips = FORMS[form.item].every(({ id, initial }) => form.values[id] === initial)
  const part = asset.parsed.parts[0]
  return { mesh: asset.parsed.meshes.get(part.mesh)!, lamp, part: part.id, record: { key: asset.parsed.key, name, sizeBytes: asset.bytes.byteLength, catalogueId: form.item, ...(!isAsItShips && { form }) } }
}
