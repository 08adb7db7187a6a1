import type { ImportReport } from '../doctor/report.ts'
import { type Mend, mendModel } from '../doctor/mend-model.ts'
import { extractPart, type PartOfModel, withoutParts } from '../gltf/extract.ts'
import type { Settle } from '../gltf/nodes/settle.ts'
import type { Pieces, ReadOptions } from '../reader.ts'
import { readModel } from '../readers.ts'
import { type Known, readTreated, type TreatOptions } from './read-treated.ts'
import type { Spaces } from '../spaces/spaces.ts'
import type { LoadedAsset } from '../types.ts'

export interface ModelRequest {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly pieces: Pieces
  readonly settle?: Settle | undefined
  /** Of a GLB that needs nothing beside it: this part alone. */
  readonly part?: PartOfModel | undefined
  /** Ids of parts of a GLB that are left away. */
  readonly leaveOut?: readonly string[] | undefined
  /** Of a GLB: what is mended of its surfaces first. */
  readonly mend?: Mend | undefined
  /**
   * A file of the user's own is examined, and treated where it is ill, with what is known of it beforehand. Left out: it is read as it is (a
   * model of the catalogue or of a project, which were treated before).
   */
  readonly examine?: Known | undefined
  /** Whoever opened it is there, and is asked where its unit or axis is uncertain. */
  readonly mayAsk?: boolean | undefined
  /** As well, where textures are that it misses. */
  readonly asksTextures?: boolean | undefined
  /** And whether a simpler version will do, where it has too many triangles. */
  readonly offersSimpler?: boolean | undefined
}

export interface ImportResult {
  readonly assets: readonly LoadedAsset[]
  /** One per asset; null for what was not examined. */
  readonly reports: readonly (ImportReport | null)[]
  /** Of the first. */
  readonly spaces: Spaces | null
}

/** Reads models one after the other, each as it asks to be read: what the import worker does. */
export async function importModels(models: readonly ModelRequest[], findSpaces: boolean, options: Omit<ReadOptions, 'name' | 'pieces'> & Pick<TreatOptions, 'ask' | 'askTextures'>): Promise<ImportResult> {
  const assets: LoadedAsset[] = []
  const reports: (ImportReport | null)[] = []
  let spaces: Spaces | null = null
  for (const [i, { name, bytes, pieces, settle, part, leaveOut = [], mend, examine, mayAsk, asksTextures, offersSimpler }] of models.entries()) {
    const prepared = (): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> => {
      if (part !== undefined) return extractPart(bytes, part, options.decoders)
      if (mend !== undefined) return mendModel(bytes, mend, options.decoders)
      return leaveOut.length > 0 ? withoutParts(bytes, leaveOut, options.decoders) : bytes
    }
    const own: ReadOptions = { ...options, offerSimpler: offersSimpler === true ? options.offerSimpler : undefined, name, pieces, settle, onProgress: (fraction) => options.onProgress?.((i + fraction) / models.length) }
    if (examine === undefined) {
      assets.push(await readModel(await prepared(), own))
      reports.push(null)
      continue
    }
    const treated = await readTreated(bytes, { ...own, known: examine, ask: mayAsk === true ? options.ask : undefined, askTextures: asksTextures === true ? options.askTextures : undefined, findSpaces: findSpaces && i === 0 })
    assets.push(treated.asset)
    reports.push(treated.report)
    spaces ??= treated.spaces
  }
  return { assets, reports, spaces }
}
