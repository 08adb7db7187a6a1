import { readFile } from 'node:fs/promises'
import type { EnvironmentImage, RenderSettings, SceneSnapshot } from '../../../gpu/index.ts'
import { lightAsInView, setLight } from '../../../renderer/document/changes/index.ts'
import type { AtriumDocument, SunMoment } from '../../../renderer/document/types.ts'
import { decodeSurroundings } from '../../../renderer/imports/surroundings/decode.ts'
import { cameraOf } from '../../../renderer/navigation/projection.ts'
import { poseOfView } from '../../../renderer/navigation/view-pose.ts'
import { createClipPath } from '../../../renderer/output/clip-path.ts'
import type { Shot } from '../../../renderer/output/picture.ts'
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
    ...base, mode: 'uber', view: 'shaded', toneMap: options.toneMap ?? base.toneMap, whiteBalance: options.whiteBalance ?? base.whiteBalance,
    exposure: options.exposure === null ? base.exposure : options.exposure === 'auto' ? 'automatic' : 'locked',
    exposureEv: typeof options.exposure === 'number' ? options.exposure : base.exposureEv,
    bounces: options.mode === 'whitted' ? options.bounces ?? scene.settings.bounces : scene.settings.bounces,
  }
  const camera = options.way === null ? own : cameraOf(createClipPath(viewsOf(scene).map(poseOfView))(options.way))
  const projection = options.panorama ? 'panorama' : 'perspective'
  return { snapshot: await surrounded(litSnapshot(scene, options), options), shot: { camera, projection, width: options.width, height: options.height, settings } }
}

/** @throws UsageError where there is no way to go */
function viewsOf({ project }: StillScene): AtriumDocument['views'] {
  const views = project?.document.views ?? []
  if (views.length === 0) throw new UsageError(say('cli.error.way'))
  return views
}

/** The room in the light of its view, of a time of day, and as it has moved. */
function litSnapshot(scene: StillScene, options: StillOptions): SceneSnapshot {
  const view = findView(scene, options.view)
  if (scene.project === null || (options.sun === null && options.moved === 0)) {
    if (options.sun !== null) throw new UsageError(say('cli.error.sunMissing'))
    return view.snapshot ?? scene.snapshot
  }
  const { document, snapshotOf } = scene.project
  const seen = view.record === undefined ? document : lightAsInView(view.record)(document)
  const lit = options.sun === null ? seen : inSunOf(seen, options.sun)
  const snapshot = snapshotOf(lit)
  return options.moved === 0 ? snapshot : animated(snapshot, lit, options.moved)
}

/** @throws UsageError where no sun moves with the time of day */
function inSunOf(document: AtriumDocument, { date, minutes }: NonNullable<StillOptions['sun']>): AtriumDocument {
  const sun = document.lights.find(({ kind }) => kind === 'directional')
  if (sun?.kind !== 'directional' || document.place === undefined) throw new UsageError(say('cli.error.sunMissing'))
  const day = date ?? sun.moment?.date
  if (day === undefined) throw new UsageError(say('cli.error.sunDate'))
  const moment: SunMoment = { date: day, minutes }
  return setLight(sun.id, { moment, on: true })(document)
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
