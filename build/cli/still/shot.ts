import { readFile } from 'node:fs/promises'
import type { Camera, EnvironmentImage, RenderSettings, SceneSnapshot } from '../../../gpu/index.ts'
import { decodeSurroundings } from '../../../renderer/imports/surroundings/decode.ts'
import type { Shot } from '../../../renderer/output/picture/picture.ts'
import { cameraOnWay, documentInVariant, litDocument, missingVariant, ShotError, tracedSettings } from '../../../renderer/output/many/room-shot.ts'
import { animated } from '../../../renderer/scene/animation.ts'
import { environmentOfImage } from '../../../renderer/scene/surroundings.ts'
import { say } from '../../../renderer/words/say.ts'
import { UsageError } from '../usage.ts'
import type { StillOptions } from './options.ts'
import type { StillScene } from './scene.ts'

/** A picture as the options want it: what is in it, and how it is looked at. @throws UsageError */
export async function composeShot(scene: StillScene, options: StillOptions): Promise<{ readonly snapshot: SceneSnapshot; readonly shot: Shot }> {
  const { camera: own, settings: light } = findView(scene, options.view)
  const base: RenderSettings = { ...scene.settings, ...light }
  const settings: RenderSettings = {
    ...tracedSettings(base, options.exposure), toneMap: options.toneMap ?? base.toneMap, whiteBalance: options.whiteBalance ?? base.whiteBalance,
    bounces: options.mode === 'whitted' ? options.bounces ?? scene.settings.bounces : scene.settings.bounces,
  }
  const camera = options.way === null ? own : cameraOnWayOf(scene, options.way)
  const projection = options.panorama ? 'panorama' : 'perspective'
  return { snapshot: await surrounded(litSnapshot(scene, options), options), shot: { camera, projection, width: options.width, height: options.height, settings } }
}

/** @throws UsageError where there is no way to go */
function cameraOnWayOf({ project }: StillScene, way: number): Camera {
  if (project === null) throw new UsageError(say('cli.error.way'))
  return asked(() => cameraOnWay(project.document, way))
}

/** What a room has not, somebody has asked for. @throws UsageError */
function asked<T>(look: () => T): T {
  try {
    return look()
  } catch (error) {
    throw error instanceof ShotError ? new UsageError(error.message) : error
  }
}

/** The room in the light of its view, of a time of day, and as it has moved. */
function litSnapshot(scene: StillScene, options: StillOptions): SceneSnapshot {
  const view = findView(scene, options.view)
  const { sun, moved, variant } = options
  if (scene.project === null || (sun === null && moved === 0 && variant === null)) {
    if (sun !== null) throw new UsageError(say('cli.error.sunMissing'))
    if (variant !== null) asked(() => missingVariant(variant, []))
    return view.snapshot ?? scene.snapshot
  }
  const { document, parsed, snapshotOf } = scene.project
  const lit = asked(() => litDocument(documentInVariant(document, parsed, variant), view.record, sun))
  const snapshot = snapshotOf(lit)
  return moved === 0 ? snapshot : animated(snapshot, lit, moved)
}

/** @throws UsageError naming the views that there are */
export function findView({ views }: StillScene, name: string | null): StillScene['views'][number] {
  if (name === null) return views[0]
  const found = views.find((view) => view.name === name) ?? views.find((view) => view.name.toLowerCase() === name.toLowerCase())
  if (found === undefined) throw new UsageError(say('cli.error.view', { name, views: views.map((view) => say('cli.quoted', { name: view.name })).join(', ') }))
  return found
}

async function surrounded(snapshot: SceneSnapshot, { environment }: StillOptions): Promise<SceneSnapshot> {
  if (environment === null) return snapshot
  if ('color' in environment) return { ...snapshot, environment: { zenith: environment.color, nadir: environment.color } }
  let image: EnvironmentImage
  try {
    image = decodeSurroundings(new Uint8Array(await readFile(environment.file)), environment.file)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') throw new UsageError(say('cli.error.environmentMissing', { file: environment.file }))
    throw new UsageError(say('cli.error.environmentInvalid', { file: environment.file, reason: (error as Error).message }))
  }
  return { ...snapshot, environment: environmentOfImage(image) }
}
