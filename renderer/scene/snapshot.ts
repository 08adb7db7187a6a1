import type { Environment, Instance, Light, Material, MeshData, MeshKey, SceneSnapshot, TextureData, TextureKey } from '../../gpu/index.ts'
import type { ParsedAsset, ParsedPart } from '../imports/types.ts'
import { isHidden } from '../document/flags.ts'
import { carrierOf, profileOf } from '../document/light-frame.ts'
import { findSun } from '../document/selectors.ts'
import { worldFromObject } from '../document/transform.ts'
import type { AssetKey, AssetRecord, AtriumDocument, DocumentLight, Emission, Piece } from '../document/types.ts'
import { createDaylight } from './daylight.ts'
import { createGlows, shiningMaterials } from './emission.ts'
import { GROUND_MESH, groundOf } from './ground.ts'
import { createLooks } from './materials.ts'
import { type LightContext, type Profiles, toLight } from './lights.ts'
import { createSurroundings, type Surroundings } from './surroundings.ts'

export type ParsedAssets = ReadonlyMap<AssetKey, ParsedAsset>

/**
 * Makes snapshots of one document after another. A record that has not changed gives the very same Instance or Light as
 * before, and lists whose entries are all the same stay the same list, so the engine sees at once what is new.
 *
 * Pieces whose asset or part is not loaded are left out; a luminaire whose file is not shines to all sides. Without a model of its own,
 * or where its record says so, a document stands on the ground.
 */
export function createSnapshots(): (document: AtriumDocument, parsed: ParsedAssets, profiles?: Profiles, images?: Surroundings) => SceneSnapshot {
  const instances = new WeakMap<Piece, { part: ParsedPart; look: readonly Material[]; emission: Emission | undefined; instance: Instance }>()
  const looksOf = createLooks()
  const shining = new WeakMap<Emission, { from: readonly Material[]; materials: readonly Material[] }>()
  const lights = new WeakMap<DocumentLight, { context: LightContext; light: Light }>()
  const daylightOf = createDaylight()
  const surroundingsOf = createSurroundings()
  let gradient: Environment | null = null
  const glowsOf = createGlows()
  let last: SceneSnapshot | null = null
  let piecesBefore: readonly Piece[] = []
  let tables: Tables | null = null

  /** The very same list while neither the materials nor how the piece shines has changed: a moved lamp uploads no materials. */
  function materialsOf(emission: Emission | undefined, from: readonly Material[]): readonly Material[] {
    if (emission === undefined) return from
    const known = shining.get(emission)
    if (known?.from === from) return known.materials
    const materials = shiningMaterials(from, emission)
    shining.set(emission, { from, materials })
    return materials
  }

  /**
   * @param before  the piece that stood in its place of the list
   * @param visible  whether it is seen
   * @param look  its materials, before it shines
   * @param glow  of the lamp that it is; a piece that was told how to shine does not follow its light
   */
  function instanceOf(piece: Piece, before: Piece | undefined, part: ParsedPart, visible: boolean, look: readonly Material[], glow: Emission | undefined): Instance {
    const known = instances.get(piece) ?? (before !== undefined && standsAs(before, piece) ? instances.get(before) : undefined)
    const emission = piece.emission ?? glow
    if (known?.part === part && known.emission === emission && known.instance.visible === visible && (known.look === look || sameList(known.look, look) === known.look)) {
      if (known.look !== look || !instances.has(piece)) instances.set(piece, { ...known, look })
      return known.instance
    }
    const instance = { id: piece.id, mesh: part.mesh, materials: materialsOf(emission, look), visible, worldFromObject: worldFromObject(piece) }
    instances.set(piece, { part, look, emission, instance })
    return instance
  }

  function lightOf(light: DocumentLight, context: LightContext): Light {
    const known = lights.get(light)
    if (known !== undefined && isSameContext(known.context, context)) return known.light
    const made = toLight(light, context)
    lights.set(light, { context, light: made })
    return made
  }

  return (document, parsed, profiles = NONE, images = NO_IMAGES) => {
    if (tables?.records !== document.assets || tables.parsed !== parsed) tables = tablesOf(document.assets, parsed)
    const { parts } = tables
    const glows = glowsOf(document.lights)
    const looks = looksOf(document, parsed)
    const placed: Instance[] = []
    for (const [i, piece] of document.pieces.entries()) {
      const part = parts.get(piece.asset)?.get(piece.part)
      if (part !== undefined) placed.push(instanceOf(piece, piecesBefore[i], part, !isHidden(document, piece), looks.materialsOf(piece, part), glows.get(piece.id)))
    }
    piecesBefore = document.pieces
    const ground = groundOf(document)
    if (ground !== null) placed.push(ground)
    const { place } = document
    const sun = findSun(document)
    const daylight = daylightOf(document)
    const carriers = carriersOf(document)
    const lit = document.lights.map((light) => lightOf(light, {
      carrier: carriers.get(light.id) ?? null,
      isOut: carriers.has(light.id) && isHidden(document, carriers.get(light.id)!),
      place: light.kind === 'directional' ? place : undefined,
      daylight: light.kind === 'directional' && light === sun ? daylight?.sun : undefined,
      profile: profiles.get(profileOf(light) ?? '')?.profile,
    }))
    if (gradient === null || !sameGradient(gradient, document)) gradient = gradientOf(document)
    const otherwise = daylight?.environment ?? gradient
    const next: SceneSnapshot = {
      meshes: ground !== null ? tables.withGround : tables.meshes,
      textures: tables.textures,
      instances: sameList(last?.instances, placed),
      lights: sameList(last?.lights, lit),
      environment: surroundingsOf(document, images, otherwise) ?? otherwise,
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
  readonly withGround: ReadonlyMap<MeshKey, MeshData>
  readonly textures: ReadonlyMap<TextureKey, TextureData>
}

/** Meshes and textures of every asset of the document, whether or not a piece shows them: undo then uploads nothing. */
function tablesOf(records: readonly AssetRecord[], parsed: ParsedAssets): Tables {
  const assets = records.flatMap(({ key }) => parsed.get(key) ?? [])
  const meshes = new Map(assets.flatMap((asset) => [...asset.meshes]))
  return {
    records,
    parsed,
    meshes,
    withGround: new Map([...meshes, [GROUND_MESH.key, GROUND_MESH]]),
    parts: new Map(assets.map(({ key, parts }) => [key, new Map(parts.map((part) => [part.id, part]))])),
    textures: new Map(assets.flatMap(({ textures }) => [...textures])),
  }
}

const NONE: Profiles = new Map()
const NO_IMAGES: Surroundings = new Map()

/** Light id → the piece it hangs on. */
function carriersOf({ lights, pieces }: AtriumDocument): ReadonlyMap<string, Piece> {
  if (lights.every((light) => carrierOf(light) === null)) return new Map()
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  return new Map(lights.flatMap((light) => {
    const piece = byId.get(carrierOf(light) ?? '')
    return piece === undefined ? [] : [[light.id, piece] as const]
  }))
}

/** The same piece in the same place: one that went into a group, got a name or a lock is no other instance. */
const standsAs = (before: Piece, now: Piece): boolean =>
  before.id === now.id && before.position === now.position && before.rotation === now.rotation && before.scale === now.scale

const isSameContext = (before: LightContext, now: LightContext): boolean => (Object.keys(now) as (keyof LightContext)[]).every((key) =>
  before[key] === now[key] || (key === 'carrier' && before.carrier !== null && now.carrier !== null && standsAs(before.carrier, now.carrier)))

const sameList = <T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] =>
  before !== undefined && before.length === now.length && now.every((entry, i) => entry === before[i]) ? before : now

const gradientOf = ({ environment: { zenith, nadir } }: AtriumDocument): Environment => ({ zenith, nadir })

const sameGradient = (gradient: Environment, { environment }: AtriumDocument): boolean =>
  (['zenith', 'nadir'] as const).every((end) => gradient[end].every((value, i) => value === environment[end][i]))
