import { composeMatrix, transformPoint } from '../../../renderer/document/transform.ts'
import type { AssetKey, AssetRecord, AtriumDocument, DocumentLight, Motion, Piece } from '../../../renderer/document/types.ts'
import type { LoadedAsset, ParsedPart } from '../../../renderer/catalogue/types.ts'
import { importModel } from '../../../renderer/catalogue/import.ts'
import { decodeImageInNode } from '../../../renderer/catalogue/testing.ts'
import { CATALOGUE, modelOf } from '../catalogue.ts'
import { writeGlb } from '../kit/glb.ts'
import type { Vec3 } from '../kit/geometry.ts'
import { FURNISHING, SKY, SUN, VIEWS } from './furnishing.ts'
import { hingeOfDoor, shell } from './shell.ts'

/** A project in the making: the document, and the files that its pieces show. */
export interface SampleProject {
  readonly document: AtriumDocument
  readonly assets: ReadonlyMap<AssetKey, LoadedAsset>
}

/** The sample apartment: the shell's elements, locked, and the catalogue pieces in it. Ids and keys never change. */
export async function sampleApartment(): Promise<SampleProject> {
  const assets = new Map<AssetKey, LoadedAsset>()
  const records: AssetRecord[] = []
  const pieces: Piece[] = []
  const lights: DocumentLight[] = [
    { id: 'light-sun', name: 'Sun', kind: 'directional', on: true, direction: normalized(SUN.direction), color: SUN.color, illuminance: SUN.illuminance },
  ]
  const add = (asset: LoadedAsset, catalogueId: string | null): AssetKey => {
    const { key, name } = asset.parsed
    if (!assets.has(key)) {
      assets.set(key, asset)
      records.push({ key, name, sizeBytes: asset.bytes.length, catalogueId })
    }
    return key
  }

  const room = await importModel(await writeGlb('Apartment', shell()), { name: 'Apartment shell', pieces: 'parts', decodeImage: decodeImageInNode })
  const roomKey = add(room, null)
  for (const [i, part] of room.parsed.parts.entries()) {
    const { id, name, position, rotation, scale } = part
    pieces.push({ id: `shell-${i + 1}`, name, asset: roomKey, part: id, position, rotation, scale, mount: 'floor', hidden: false, locked: true, ...(name === 'Door' && { motion: swinging(part) }) })
  }

  const models = new Map<string, LoadedAsset>()
  for (const [i, placed] of FURNISHING.entries()) {
    const entry = CATALOGUE.find(({ id }) => id === placed.item)
    if (entry === undefined) throw new Error(`the catalogue has no ${placed.item}`)
    const model = models.get(entry.id) ?? await importModel(await modelOf(entry), { name: entry.name, pieces: 'single', decodeImage: decodeImageInNode })
    models.set(entry.id, model)
    const angle = placed.turn ?? 0
    const piece: Piece = {
      id: `piece-${i + 1}`, name: placed.name ?? entry.name, asset: add(model, entry.id), part: model.parsed.parts[0].id,
      position: placed.at, rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], scale: [1, 1, 1],
      mount: entry.mount, hidden: false, locked: false,
      ...(entry.motion === undefined ? {} : { motion: entry.motion }),
    }
    pieces.push(piece)
    if (entry.light !== null) {
      const { position, color, intensity } = entry.light
      lights.push({ id: `light-${piece.id}`, name: piece.name, kind: 'point', on: true, position, attachedTo: piece.id, color, intensity })
    }
  }

  const document: AtriumDocument = {
    name: 'Studio apartment', unit: 'm', assets: records, pieces, lights, environment: SKY,
    views: VIEWS.map(({ name, position, target, fovDegrees }, i) =>
      ({ id: `view-${i + 1}`, name, position, target, verticalFov: (fovDegrees * Math.PI) / 180 })),
    unknown: {},
  }
  return { document, assets }
}

/** The door opens by 85 degrees in three seconds, and closes again. */
function swinging({ position, rotation: [x, y, z, w] }: Pick<ParsedPart, 'position' | 'rotation'>): Motion {
  const back = composeMatrix({ position: [0, 0, 0], rotation: [-x, -y, -z, w], scale: [1, 1, 1] })
  const hinge = hingeOfDoor()
  const pivot = transformPoint(back, [hinge[0] - position[0], hinge[1] - position[1], hinge[2] - position[2]])
  return { axis: [0, 1, 0], speed: 0.5, pivot: pivot.map((value) => Math.round(value * 1e4) / 1e4) as unknown as Vec3, swing: 1.48 }
}

function normalized(v: Vec3): Vec3 {
  const size = Math.hypot(...v)
  return [v[0] / size, v[1] / size, v[2] / size]
}
