import { createHash } from 'node:crypto'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../../gpu/settings.ts'
import { importModel } from '../../../renderer/imports/gltf/import.ts'
import { lightOfLamp } from '../../../renderer/catalogue/lamp.ts'
import { decodeImageInNode } from '../../../renderer/imports/reading/in-node.ts'
import type { LoadedAsset, ParsedPart } from '../../../renderer/imports/types.ts'
import type { AssetKey, AssetRecord, AtriumDocument, DocumentLight, Emission, EnvironmentRecord, Motion, Piece, PlaceRecord, ViewSettings } from '../../../renderer/document/types.ts'
import { CATALOGUE, type CatalogueEntry, modelOf } from '../catalogue.ts'
import type { Vec3 } from '../kit/geometry.ts'
import { writeGlb } from '../kit/glb.ts'
import type { NodeSpec } from '../kit/glb.ts'

/** A catalogue piece in a sample; turn is around y, radians, counter-clockwise seen from above. */
export interface Placed {
  readonly item: string
  readonly at: Vec3
  readonly turn?: number
  /** Instead of the catalogue's, where several are alike. */
  readonly name?: string
  /** Its lamp, where it is to shine otherwise than the catalogue says. */
  readonly lamp?: { readonly on?: boolean; readonly intensity?: number }
  readonly emission?: Emission
}

export interface SampleView {
  readonly name: string
  readonly position: Vec3
  readonly target: Vec3
  readonly fovDegrees: number
}

/** An IES file that travels in the sample; its key is what lights name it by. */
export interface LuminaireFile {
  readonly key: AssetKey
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export const luminaireFile = (name: string, bytes: Uint8Array<ArrayBuffer>): LuminaireFile => ({ key: createHash('sha256').update(bytes).digest('hex'), name, bytes })

/** What a sample is made of. */
export interface SamplePlan {
  readonly name: string
  readonly shell: { readonly name: string; readonly nodes: readonly NodeSpec[]; readonly motionOf?: (part: ParsedPart) => Motion | undefined }
  readonly furnishing: readonly Placed[]
  /** Beside the pieces' own. */
  readonly lights: readonly DocumentLight[]
  /** Photometric files that some of them shine by. */
  readonly luminaires?: readonly LuminaireFile[]
  readonly environment: EnvironmentRecord
  readonly place?: PlaceRecord
  /** The first one is where the project opens. */
  readonly views: readonly SampleView[]
  readonly settings?: Partial<RenderSettings>
}

/** A project in the making: the document, the files that its pieces show, and how its picture is set. */
export interface SampleProject {
  readonly document: AtriumDocument
  readonly assets: ReadonlyMap<AssetKey, LoadedAsset>
  readonly luminaires: readonly LuminaireFile[]
  readonly settings: RenderSettings
}

/** A function that answers every further question about the same thing with what it made first: samples share shells and furniture. */
function once<In extends object, Out>(make: (input: In) => Promise<Out>): (input: In) => Promise<Out> {
  const made = new WeakMap<In, Promise<Out>>()
  return (input) => {
    const found = made.get(input) ?? make(input)
    made.set(input, found)
    return found
  }
}

const shellOf = once(async ({ name, nodes }: SamplePlan['shell']) => importModel(await writeGlb(name, nodes), { name: `${name} shell`, pieces: 'parts', decodeImage: decodeImageInNode }))
const modelIn = once(async (entry: CatalogueEntry) => importModel(await modelOf(entry), { name: entry.name, pieces: 'single', decodeImage: decodeImageInNode }))

/** The shell's elements, locked, and the catalogue pieces in it. Ids and keys never change. */
export async function composeSample({ name: title, shell, furnishing, lights: free, luminaires = [], environment, place, views, settings = {} }: SamplePlan): Promise<SampleProject> {
  const assets = new Map<AssetKey, LoadedAsset>()
  const records: AssetRecord[] = []
  const pieces: Piece[] = []
  const lights: DocumentLight[] = [...free]
  const add = (asset: LoadedAsset, catalogueId: string | null): AssetKey => {
    const { key, name } = asset.parsed
    if (!assets.has(key)) {
      assets.set(key, asset)
      records.push({ key, name, sizeBytes: asset.bytes.length, catalogueId })
    }
    return key
  }

  const room = await shellOf(shell)
  const roomKey = add(room, null)
  for (const [i, part] of room.parsed.parts.entries()) {
    const { id, name, position, rotation, scale } = part
    const motion = shell.motionOf?.(part)
    pieces.push({ id: `shell-${i + 1}`, name, asset: roomKey, part: id, position, rotation, scale, mount: 'floor', hidden: false, locked: true, ...(motion !== undefined && { motion }) })
  }

  for (const [i, placed] of furnishing.entries()) {
    const entry = CATALOGUE.find(({ id }) => id === placed.item)
    if (entry === undefined) throw new Error(`the catalogue has no ${placed.item}`)
    const model = await modelIn(entry)
    const angle = placed.turn ?? 0
    const piece: Piece = {
      id: `piece-${i + 1}`, name: placed.name ?? entry.name, asset: add(model, entry.id), part: model.parsed.parts[0].id,
      position: placed.at, rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], scale: [1, 1, 1],
      mount: entry.mount, hidden: false, locked: false,
      ...(entry.motion === undefined ? {} : { motion: entry.motion }),
      ...(placed.emission === undefined ? {} : { emission: placed.emission }),
    }
    pieces.push(piece)
    if (entry.light !== null) {
      const { on = true, intensity = entry.light.intensity } = placed.lamp ?? {}
      const light = lightOfLamp({ ...entry.light, intensity }, { id: `light-${piece.id}`, name: piece.name, attachedTo: piece.id })
      lights.push({ ...light, on })
    }
  }

  const shown = { ...DEFAULT_SETTINGS, ...settings }
  const viewed = shownBy(settings)
  const document: AtriumDocument = {
    name: title, unit: 'm', assets: [...records, ...luminaires.map(({ key, name, bytes }): AssetRecord => ({ kind: 'ies', key, name, sizeBytes: bytes.length, catalogueId: null }))], pieces, lights, environment, ...(place !== undefined && { place }),
    views: views.map(({ name, position, target, fovDegrees }, i) => ({
      id: `view-${i + 1}`, name, position, target, verticalFov: (fovDegrees * Math.PI) / 180,
      ...(Object.keys(viewed).length > 0 && { settings: viewed }),
    })),
    unknown: {},
  }
  return { document, assets, luminaires, settings: shown }
}

/** What of the settings every view brings along. */
const shownBy = ({ exposureEv, whiteBalance }: Partial<RenderSettings>): ViewSettings =>
  ({ ...(exposureEv !== undefined && { exposureEv }), ...(whiteBalance !== undefined && { whiteBalance }) })
