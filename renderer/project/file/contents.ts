import type { RenderSettings } from '../../../gpu/index.ts'
import type { AssetKey, AssetRecord, AtriumDocument } from '../../document/types.ts'
import type { CameraPose, Navigation } from '../../interaction/store.ts'

export const FORMAT = 'atrium-project'
/** Raised when older Atriums can no longer read what this one writes; each step has a migration. */
export const FORMAT_VERSION = 4

/** Where the user stood and how the picture was set. */
export interface ProjectView {
  readonly pose: CameraPose
  readonly navigation: Navigation
  readonly settings: RenderSettings
}

/** Everything in a project file. */
export interface ProjectContents {
  readonly document: AtriumDocument
  readonly view: ProjectView
  /** Bytes of every asset of the document. */
  readonly assets: ReadonlyMap<AssetKey, Uint8Array<ArrayBuffer>>
  /** PNG, or null. */
  readonly thumbnail: Uint8Array<ArrayBuffer> | null
  readonly origin: ProjectOrigin
}

/** What is written, whose assets are asked for one by one when their turn comes. */
export interface WritableContents extends Omit<ProjectContents, 'assets'> {
  readonly assets: { get(key: AssetKey): Uint8Array<ArrayBuffer> | undefined | Promise<Uint8Array<ArrayBuffer>> }
}

/** What a project keeps from the file it came from, besides the document. */
export interface ProjectOrigin {
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Fields of manifest.json and views.json that this Atrium does not know. */
  readonly manifest: Readonly<Record<string, unknown>>
  readonly views: Readonly<Record<string, unknown>>
}

export const newOrigin = (now = new Date()): ProjectOrigin => ({ createdAt: now.toISOString(), manifest: {}, views: {} })

/** Where an asset lies inside the archive. */
export const assetFile = ({ key, kind = 'glb' as const }: Pick<AssetRecord, 'key'> & { readonly kind?: AssetRecord['kind'] | 'glb' }): string => `assets/${key}.${kind}`
