import type { FileHandle } from '../../../electron/contract.ts'
import { parseIes } from '../../imports/ies/parse.ts'
import { LIMITS } from '../../imports/ies/table.ts'
import type { ProfileFlux } from '../../document/photometry.ts'
import type { AssetRecord } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { readFile } from '../../platform.ts'
import { addLuminaires, assetKeyOf, type LoadedLuminaire, useAssets } from '../assets.ts'

/**
 * Reads a luminaire's file; afterwards it is in `useAssets`, so a light with its profile shines as measured at once.
 *
 * @throws AtriumError `photometry-invalid` when it is no such file, or what reading throws
 */
export async function loadLuminaire(handle: FileHandle): Promise<LoadedLuminaire & { readonly record: AssetRecord }> {
  if (handle.sizeBytes > LIMITS.fileBytes) throw new AtriumError('photometry-invalid', `it has ${handle.sizeBytes} bytes, no luminaire needs more than ${LIMITS.fileBytes}`)
  const bytes = await readFile(handle)
  const key = await assetKeyOf(bytes)
  const loaded = { bytes, file: parseIes(bytes, key) }
  addLuminaires([loaded])
  return { ...loaded, record: { kind: 'ies', key, name: handle.name, sizeBytes: bytes.byteLength, catalogueId: null } }
}

/** Lumens per candela of the brightest direction, of the luminaires at hand. */
export const profileFlux: ProfileFlux = (key) => {
  const file = useAssets.getState().luminaires.get(key)
  return file === undefined ? undefined : file.lumens / file.peakCandela
}
