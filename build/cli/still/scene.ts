import { readFile } from 'node:fs/promises'
import { DEFAULT_SETTINGS, type Camera, type Light, type RenderSettings, type SceneSnapshot, type Vec3 } from '../../../gpu/index.ts'
import { decodeSphere } from '../../../renderer/imports/surroundings/decode.ts'
import { parseIes } from '../../../renderer/imports/ies/parse.ts'
import { formatOf, listOfExtensions } from '../../../renderer/imports/formats.ts'
import { type ParsedAsset, type ParsedLight, waysToRead } from '../../../renderer/imports/types.ts'
import type { AtriumDocument, ViewRecord } from '../../../renderer/document/types.ts'
import { lightAsInView } from '../../../renderer/document/changes/index.ts'
import { shownParts } from '../../../renderer/document/materials.ts'
import { settingsOfView } from '../../../renderer/document/selectors.ts'
import { cameraOf, FAR } from '../../../renderer/navigation/projection.ts'
import { poseOfView } from '../../../renderer/navigation/view-pose.ts'
import { parseProject } from '../../../renderer/project/file/parse.ts'
import { bringsLight } from '../../../renderer/scene/opening/light.ts'
import { createSnapshots } from '../../../renderer/scene/snapshot.ts'
import { intlLocale, phrase, type Phrase, say } from '../../../renderer/words/say.ts'
import { openModel, readInNode } from '../model.ts'
import { camerasOf } from './cameras.ts'
import { UsageError } from '../usage.ts'

/** A camera by name; light and brightness where it brings its own. */
export interface StillView {
  readonly name: string
  readonly camera: Camera
  readonly snapshot?: SceneSnapshot
  readonly settings?: Partial<RenderSettings>
  /** As the project keeps it; left out: where the project was left, or a model's camera. */
  readonly record?: ViewRecord
}

/** Everything that a picture is made of. */
export interface StillScene {
  readonly snapshot: SceneSnapshot
  /** By name; the first is the default. */
  readonly views: readonly StillView[]
  readonly settings: RenderSettings
  /** What is called how. */
  readonly pieces: AtriumDocument['pieces']
  /** What the user should know. */
  readonly notes: readonly Phrase[]
  /** What a project's light and movement are changed in; null for a model. */
  readonly project: { readonly document: AtriumDocument; readonly parsed: ReadonlyMap<string, ParsedAsset>; readonly snapshotOf: (document: AtriumDocument) => SceneSnapshot } | null
}

/** Of a model's own cameras; metres. */
const CLIP = { near: 1e-3, far: FAR } as const

/**
 * @param isSurrounded  the caller brings light from around: a model without any of its own needs no other
 * @throws AtriumError for a file that cannot be shown; UsageError for one that Atrium does not know
 */
export async function loadScene(file: string, isSurrounded = false): Promise<StillScene> {
  const bytes = new Uint8Array(await readFile(file))
  switch (formatOf(file)?.kind) {
    case 'project': return loadProject(bytes)
    case 'model': return loadModel(file, bytes, isSurrounded)
    default: throw new UsageError(say('cli.error.type', { file, extensions: listOfExtensions(intlLocale(), 'project', 'model') }))
  }
}

async function loadProject(bytes: Uint8Array<ArrayBuffer>): Promise<StillScene> {
  const { document, view, assets } = await parseProject(bytes)
  const luminaires = new Map(document.assets.flatMap(({ kind, key }) => (kind === 'ies' ? [[key, parseIes(assets.get(key)!, key)] as const] : [])))
  const surroundings = new Map(document.assets.flatMap(({ kind, key }) => (kind === 'hdr' || kind === 'exr' ? [[key, decodeSphere(assets.get(key)!, key)] as const] : [])))
  const parsed = new Map<string, ParsedAsset>()
  const wanted = shownParts(document)
  for (const { key, name } of document.assets) {
    // A piece of the catalogue is the whole model; the pieces of a house are its parts.
    for (const way of waysToRead(wanted.get(key) ?? [])) {
      const { parsed: model } = await readInNode(assets.get(key)!.slice(), name, way)
      const known = parsed.get(key)
      parsed.set(key, known === undefined ? model : {
        ...model, parts: [...known.parts, ...model.parts], meshes: new Map([...known.meshes, ...model.meshes]), textures: new Map([...known.textures, ...model.textures]),
      })
    }
  }
  const snapshots = createSnapshots()
  const snapshotOf = (changed: AtriumDocument): SceneSnapshot => snapshots(changed, parsed, luminaires, surroundings)
  const saved = document.views.map((record): StillView => ({
    name: record.name, camera: cameraOf(poseOfView(record)), snapshot: snapshotOf(lightAsInView(record)(document)), settings: settingsOfView(record), record,
  }))
  return {
    project: { document, parsed, snapshotOf },
    snapshot: snapshotOf(document),
    views: [{ name: say('cli.view.left'), camera: cameraOf(view.pose) }, ...saved],
    settings: view.settings,
    pieces: document.pieces,
    notes: [...parsed.values()].flatMap(({ notes }) => notes),
  }
}

/**
 * A model is shown as the window opens it. One with cameras and lights was composed to be rendered: it keeps its own units (an emission of 1
 * is 1 nit), and nothing else shines; so does one that the caller surrounds with light.
 */
async function loadModel(file: string, bytes: Uint8Array<ArrayBuffer>, isSurrounded: boolean): Promise<StillScene> {
  const opened = await openModel(file, bytes)
  const cameras = camerasOf(opened.asset.bytes).map(({ name, ...camera }) => ({ name, camera: { ...camera, ...CLIP } }))
  const isComposed = isSurrounded || (bringsLight(opened.asset.parsed) && cameras.length > 0)
  const shines = opened.asset.parsed.parts.some(({ materials }) => materials.some(({ emissive }) => emissive.some((value) => value > 0)))
  const { asset: { parsed }, document, pose, settings } = isComposed && shines ? await openModel(file, bytes, { nitsOfWhite: 1 }) : opened
  // Nor does it stand on anything but its own.
  const shownAs = isComposed ? { ...document, environment: { ...document.environment, ground: undefined } } : document
  const shown = createSnapshots()(shownAs, new Map([[parsed.key, parsed]]))
  return {
    project: null,
    snapshot: isComposed ? { ...shown, lights: (parsed.lights ?? []).map(toLight), environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } } : shown,
    views: cameras.length > 0 ? cameras : [{ name: say('cli.view.start'), camera: cameraOf(pose) }],
    settings: isComposed ? DEFAULT_SETTINGS : settings,
    pieces: document.pieces,
    notes: isComposed || bringsLight(parsed) ? parsed.notes : [...parsed.notes, phrase('import.noLight')],
  }
}

function toLight({ kind, color, intensity, position, direction, cone }: ParsedLight, i: number): Light {
  const base = { id: `light ${i}`, color, on: true }
  if (kind === 'directional') return { ...base, kind, direction, illuminance: intensity }
  return cone === undefined ? { ...base, kind, position, intensity } : { ...base, kind: 'spot', position, direction: direction as Vec3, intensity, ...cone }
}
