import type { Camera, RenderSettings, SceneSnapshot } from '../../../gpu/index.ts'
import type { Picture, Sun } from '../../../electron/batch-wire.ts'
import { lightAsInView, setLight } from '../../document/changes/index.ts'
import { settingsOfView } from '../../document/selectors.ts'
import type { AtriumDocument, ViewRecord } from '../../document/types.ts'
import { cameraOf } from '../../navigation/projection.ts'
import { poseOfView } from '../../navigation/view-pose.ts'
import { animated } from '../../scene/animation.ts'
import { roomInVariant, variantsOfRoom } from '../../scene/variants.ts'
import { type PlainId, say } from '../../words/say.ts'
import { createClipPath } from '../clip/clip-path.ts'
import type { Shot } from '../picture/picture.ts'

/** What was asked for cannot be seen in this room; its message is a sentence. */
export class ShotError extends Error {}

/** A project whose pictures are made without anybody looking. */
export interface ShownRoom {
  readonly document: AtriumDocument
  readonly settings: RenderSettings
  /** As the project was left. */
  readonly camera: Camera
  readonly parsed: Parameters<typeof roomInVariant>[1]
  readonly snapshotOf: (document: AtriumDocument) => SceneSnapshot
}

/** Of a picture, what is seen and how it is lit. */
export type Seen = Pick<Picture, 'view' | 'way' | 'moved' | 'sun' | 'variant' | 'width' | 'height' | 'panorama'>

const missing = (id: PlainId): never => { throw new ShotError(say(id)) }

/** The light of a time of day. @throws ShotError where no sun moves with it */
export function inSunOf(document: AtriumDocument, { date, minutes }: Sun): AtriumDocument {
  const sun = document.lights.find(({ kind }) => kind === 'directional')
  if (sun?.kind !== 'directional' || document.place === undefined) return missing('cli.error.sunMissing')
  const day = date ?? sun.moment?.date ?? missing('cli.error.sunDate')
  return setLight(sun.id, { moment: { date: day, minutes }, on: true })(document)
}

/** A camera between the saved views. @throws ShotError where there is no way to go */
export function cameraOnWay({ views }: AtriumDocument, way: number): Camera {
  if (views.length === 0) missing('cli.error.way')
  return cameraOf(createClipPath(views.map(poseOfView))(way))
}

/** @throws ShotError */
export function litDocument(document: AtriumDocument, view: ViewRecord | undefined, sun: Sun | null): AtriumDocument {
  const seen = view === undefined ? document : lightAsInView(view)(document)
  return sun === null ? seen : inSunOf(seen, sun)
}

/** Whatever the window shows at the moment: pictures are traced in whole. @param exposure  EV at ISO 100; 'auto': measured; null: as it is set */
export const tracedSettings = (base: RenderSettings, exposure: number | 'auto' | null): RenderSettings => ({
  ...base, mode: 'uber', view: 'shaded',
  exposure: exposure === null ? base.exposure : exposure === 'auto' ? 'automatic' : 'locked', exposureEv: typeof exposure === 'number' ? exposure : base.exposureEv,
})

/** One picture of a room. @throws ShotError for a view, a time or a way that it has not */
export function shotOfRoom({ document: asLeft, parsed, settings, camera: own, snapshotOf }: ShownRoom, { view: name, way, moved, sun, variant, width, height, panorama }: Seen, exposure: Parameters<typeof tracedSettings>[1]): { readonly snapshot: SceneSnapshot; readonly shot: Shot } {
  const document = documentInVariant(asLeft, parsed, variant)
  const view = name === null ? undefined : document.views.find((each) => each.name === name) ?? missingView(document, name)
  const lit = litDocument(document, view, sun)
  const snapshot = snapshotOf(lit)
  const camera = way !== null ? cameraOnWay(document, way) : view === undefined ? own : cameraOf(poseOfView(view))
  const traced = tracedSettings({ ...settings, ...(view === undefined ? {} : settingsOfView(view)) }, exposure)
  return { snapshot: moved === 0 ? snapshot : animated(snapshot, lit, moved), shot: { camera, projection: panorama ? 'panorama' : 'perspective', width, height, settings: traced } }
}

/** @param variant  null: as it is @throws ShotError where no model has it */
export function documentInVariant(document: AtriumDocument, parsed: ShownRoom['parsed'], variant: string | null): AtriumDocument {
  if (variant === null) return document
  const known = variantsOfRoom(document, parsed)
  return roomInVariant(document, parsed, variant) ?? missingVariant(variant, known)
}

/** @throws ShotError */
export function missingVariant(name: string, known: readonly string[]): never {
  throw new ShotError(say('cli.error.variant', { name, count: known.length, variants: known.map((each) => say('cli.quoted', { name: each })).join(', ') }))
}

function missingView({ views }: AtriumDocument, name: string): never {
  throw new ShotError(say('cli.error.view', { name, views: views.map((view) => say('cli.quoted', { name: view.name })).join(', ') }))
}
