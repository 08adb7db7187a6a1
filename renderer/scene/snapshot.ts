import type { Instance, Light, MeshData, MeshKey, SceneSnapshot, TextureData, TextureKey } from '../../gpu/index.ts'
import type { ParsedAsset, ParsedPart } from '../catalogue/types.ts'
import { composeMatrix, transformPoint, worldFromObject } from '../document/transform.ts'
import type { AssetKey, AssetRecord, AtriumDocument, DocumentLight, Piece } from '../document/types.ts'

export type ParsedAssets = ReadonlyMap<AssetKey, ParsedAsset>

/**
 * Makes snapshots of one document after another. A record that has not changed gives the very same Instance or Light as
 * before, and lists whose entries are all the same stay the same list, so the engine sees at once what is new.
 *
 * Pieces whose asset or part is not loaded are left out.
 */
export function createSnapshots(): (document: AtriumDocument, parsed: ParsedAssets) => SceneSnapshot {
  const instances = new WeakMap<Piece, { part: ParsedPart; instance: Instance }>()
  const lights = new WeakMap<DocumentLight, { piece: Piece | null; light: Light }>()
  let last: SceneSnapshot | null = null
  let tables: Tables | null = null

  function instanceOf(piece: Piece, part: ParsedPart): Instance {
    const known = instances.get(piece)
    if (known?.part === part) return known.instance
    const { materials, mesh } = part
    const instance = { id: piece.id, mesh, materials, visible: !piece.hidden, worldFromObject: worldFromObject(piece) }
    instances.set(piece, { part, instance })
    return instance
  }

  function lightOf(light: DocumentLight, piece: Piece | null): Light {
    const known = lights.get(light)
    if (known?.piece === piece) return known.light
    const made = toLight(light, piece)
    lights.set(light, { piece, light: made })
    return made
  }

  return (document, parsed) => {
    if (tables?.records !== document.assets || tables.parsed !== parsed) tables = tablesOf(document.assets, parsed)
    const { parts } = tables
    const placed: Instance[] = []
    for (const piece of document.pieces) {
      const part = parts.get(piece.asset)?.get(piece.part)
      if (part !== undefined) placed.push(instanceOf(piece, part))
    }
    const carriers = carriersOf(document)
    const shining = document.lights.map((light) => lightOf(light, carriers.get(light.id) ?? null))
    const next: SceneSnapshot = {
      meshes: tables.meshes,
      textures: tables.textures,
      instances: sameList(last?.instances, placed),
      lights: sameList(last?.lights, shining),
      environment: last !== null && sameEnvironment(last, document) ? last.environment : document.environment,
    }
    const same = last !== null && (Object.keys(next) as (keyof SceneSnapshot)[]).every((key) => next[key] === last?.[key])
    last = same ? last : next
    return last as SceneSnapshot
  }
}

interface Tables {
  readonly records: readonly AssetRecord[]
  readonly parsed: ParsedAssets
  readonly parts: ReadonlyMap<AssetKey, ReadonlyMap<string, ParsedPart>>
  readonly meshes: ReadonlyMap<MeshKey, MeshData>
  readonly textures: ReadonlyMap<TextureKey, TextureData>
}

/** Meshes and textures of every asset of the document, whether or not a piece shows them: undo then uploads nothing. */
function tablesOf(records: readonly AssetRecord[], parsed: ParsedAssets): Tables {
  const assets = records.flatMap(({ key }) => parsed.get(key) ?? [])
  return {
    records,
    parsed,
    parts: new Map(assets.map(({ key, parts }) => [key, new Map(parts.map((part) => [part.id, part]))])),
    meshes: new Map(assets.flatMap(({ meshes }) => [...meshes])),
    textures: new Map(assets.flatMap(({ textures }) => [...textures])),
  }
}

/** Light id → the piece it hangs on. */
function carriersOf({ lights, pieces }: AtriumDocument): ReadonlyMap<string, Piece> {
  const attached = lights.filter((light) => light.kind === 'point' && light.attachedTo !== null)
  if (attached.length === 0) return new Map()
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  return new Map(attached.flatMap((light) => {
    const piece = light.kind === 'point' && light.attachedTo !== null ? byId.get(light.attachedTo) : undefined
    return piece === undefined ? [] : [[light.id, piece] as const]
  }))
}

/** A lamp's light moves with the lamp, and is out while the lamp is hidden. */
function toLight(light: DocumentLight, piece: Piece | null): Light {
  const { id, color } = light
  const on = light.on && piece?.hidden !== true
  if (light.kind === 'directional') return { id, kind: 'directional', direction: light.direction, color, illuminance: light.illuminance, on }
  const position = piece === null ? light.position : transformPoint(composeMatrix(piece), light.position)
  return { id, kind: 'point', position, color, intensity: light.intensity, on }
}

const sameList = <T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] =>
  before !== undefined && before.length === now.length && now.every((entry, i) => entry === before[i]) ? before : now

const sameEnvironment = ({ environment }: SceneSnapshot, document: AtriumDocument): boolean =>
  (['zenith', 'nadir'] as const).every((end) => environment[end].every((value, i) => value === document.environment[end][i]))
