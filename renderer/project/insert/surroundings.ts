import type { FileHandle } from '../../../electron/contract.ts'
import type { AssetRecord } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { readHeader } from '../../imports/surroundings/header.ts'
import { decodeInWorker } from '../../imports/surroundings/in-worker.ts'
import { readFile } from '../../platform.ts'
import { addSurroundings, assetKeyOf, type LoadedSurroundings, useAssets } from '../assets.ts'
import type { RunningTask } from '../tasks/tasks.ts'

/** An 8192 x 4096 image without compression has 512 MB; with it, some have a tenth. */
const MOST_BYTES = 2 ** 29

/**
 * Reads an image of the surroundings; afterwards it is in `useAssets`, so a document that names it shows it at once.
 *
 * @throws AtriumError `surroundings-invalid` when it cannot be around anything, or what reading throws
 */
export async function loadSurroundings(handle: FileHandle, task: RunningTask): Promise<LoadedSurroundings & { readonly record: AssetRecord }> {
  if (handle.sizeBytes > MOST_BYTES) throw new AtriumError('surroundings-invalid', `it has ${handle.sizeBytes} bytes; Atrium takes up to ${MOST_BYTES}`)
  const bytes = await readFile(handle, { signal: task.signal })
  const { kind } = readHeader(bytes)
  const key = await assetKeyOf(bytes)
  const image = useAssets.getState().surroundings.get(key) ?? (await decodeInWorker({ key, bytes }, { signal: task.signal }))
  addSurroundings([{ bytes, image }])
  return { bytes, image, record: { kind, key, name: handle.name, sizeBytes: bytes.byteLength, catalogueId: null } }
}
