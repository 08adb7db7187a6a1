import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DEFAULT_SETTINGS, type Camera, type Light, type RenderSettings, type SceneSnapshot, type Vec3 } from '../../../gpu/index.ts'
import { parseIes } from '../../../renderer/imports/ies/parse.ts'
import { importModel, modelError } from '../../../renderer/imports/gltf/import.ts'
import { siblingPath } from '../../../renderer/imports/gltf/resources.ts'
import { decodeImageInNode, dracoInNode } from '../../../renderer/imports/in-node.ts'
import { type LoadedAsset, type ParsedAsset, type ParsedLight, WHOLE_MODEL } from '../../../renderer/imports/types.ts'
import { lightAsInView } from '../../../renderer/document/changes/index.ts'
import { settingsOfView } from '../../../renderer/document/selectors.ts'
import { cameraOf } from '../../../renderer/navigation/projection.ts'
import { poseOfView } from '../../../renderer/navigation/view-pose.ts'
import { parseProject } from '../../../renderer/project/parse.ts'
import { openAsRoom } from '../../../renderer/scene/defaults.ts'
import { createSnapshots } from '../../../renderer/scene/snapshot.ts'
import { findSpaces } from '../../../renderer/imports/spaces/spaces.ts'
import { phrase, type Phrase } from '../../../renderer/words/say.ts'
import { camerasOf } from './cameras.ts'
import { UsageError } from './options.ts'

/** A camera by name; light and brightness where it brings its own. */
export interface StillView {
  readonly name: string
  readonly camera: Camera
  readonly snapshot?: SceneSnapshot
  readonly settings?: Partial<RenderSettings>
}

/** Everything that a picture is made of. */
export interface StillScene {
  readonly snapshot: SceneSnapshot
  /** By name; the first is the default. */
  readonly views: readonly StillView[]
  readonly settings: RenderSettings
  /** What the user should know. */
  readonly notes: readonly Phrase[]
}

const CLIP = { near: 0.01, far: 1000 } as const

/**
 * @param isSurrounded  the caller brings light from around: a model without any of its own needs no other
 * @throws AtriumError for a file that cannot be shown; UsageError for one that Atrium does not know
 */
export async function loadScene(file: string, isSurrounded = false): Promise<StillScene> {
  const bytes = new Uint8Array(await readFile(file))
  switch (path.extname(file).toLowerCase()) {
    case '.atrium': return loadProject(bytes)
    case '.glb': case '.gltf': return loadModel(file, bytes, isSurrounded)
    default: throw new UsageError(`${file}: Atrium makes pictures of .atrium, .glb and .gltf files.`)
  }
}

async function loadProject(bytes: Uint8Array<ArrayBuffer>): Promise<StillScene> {
  const { document, view, assets } = await parseProject(bytes)
  const luminaires = new Map(document.assets.flatMap(({ kind, key }) => (kind === 'ies' ? [[key, parseIes(assets.get(key)!, key)] as const] : [])))
  const parsed = new Map<string, ParsedAsset>()
  for (const { key, name } of document.assets) {
    const shown = document.pieces.filter(({ asset }) => asset === key)
    // A piece of the catalogue is the whole model; the pieces of a house are its parts.
    for (const way of new Set(shown.map(({ part }) => (part === WHOLE_MODEL ? ('single' as const) : ('parts' as const))))) {
      const { parsed: model } = await read(assets.get(key)!.slice(), name, way)
      const known = parsed.get(key)
      parsed.set(key, known === undefined ? model : {
        ...model, parts: [...known.parts, ...model.parts], meshes: new Map([...known.meshes, ...model.meshes]), textures: new Map([...known.textures, ...model.textures]),
      })
    }
  }
  const snapshotOf = createSnapshots()
  const saved = document.views.map((record): StillView => ({
    name: record.name, camera: { ...cameraOf(poseOfView(record)), ...CLIP },
    snapshot: snapshotOf(lightAsInView(record)(document), parsed, luminaires), settings: settingsOfView(record),
  }))
  return {
    snapshot: snapshotOf(document, parsed, luminaires),
    views: [{ name: 'as it was left', camera: { ...cameraOf(view.pose), ...CLIP } }, ...saved],
    settings: view.settings,
    notes: [...parsed.values()].flatMap(({ notes }) => notes),
  }
}

/** A model keeps its own units: an emission of 1 is 1 nit, and only its own lights shine. */
async function loadModel(file: string, bytes: Uint8Array<ArrayBuffer>, isSurrounded: boolean): Promise<StillScene> {
  const folder = path.dirname(path.resolve(file))
  const asset = await read(bytes, path.basename(file), 'parts', async (name) => new Uint8Array(await readFile(path.join(folder, siblingPath(name)))))
  const { parsed } = asset
  const cameras = camerasOf(bytes).map(({ name, ...camera }) => ({ name, camera: { ...camera, ...CLIP } }))
  const spaces = findSpaces(parsed)
  const { document, pose } = openAsRoom(asset, spaces)
  const shown = createSnapshots()(document, new Map([[parsed.key, parsed]]))
  const shines = isSurrounded || parsed.lights !== undefined || parsed.parts.some(({ materials }) => materials.some(({ emissive }) => emissive.some((v) => v > 0)))
  const snapshot = { ...shown, lights: (parsed.lights ?? []).map(toLight), environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } as const }
  return {
    // A model without any light is lit as when it is opened.
    snapshot: shines ? snapshot : { ...shown, lights: shown.lights },
    views: cameras.length > 0 ? cameras : [{ name: 'start', camera: { position: pose.position, orientation: pose.orientation, verticalFov: pose.verticalFov, ...CLIP } }],
    settings: DEFAULT_SETTINGS,
    notes: shines ? parsed.notes : [...parsed.notes, phrase('import.noLight')],
  }
}

async function read(
  bytes: Uint8Array<ArrayBuffer>, name: string, pieces: 'parts' | 'single', readSibling?: (name: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<LoadedAsset> {
  try {
    return await importModel(bytes, {
      name, pieces, decodeImage: decodeImageInNode, decoders: { draco: dracoInNode },
      // Of a project, the picture is the window's; of a model, its own.
      ...(readSibling === undefined ? {} : { readSibling, nitsOfWhite: 1 }),
    })
  } catch (error) {
    throw modelError(error)
  }
}

function toLight({ kind, color, intensity, position, direction, cone }: ParsedLight, i: number): Light {
  const base = { id: `light ${i}`, color, on: true }
  if (kind === 'directional') return { ...base, kind, direction, illuminance: intensity }
  return cone === undefined ? { ...base, kind, position, intensity } : { ...base, kind: 'spot', position, direction: direction as Vec3, intensity, ...cone }
}
