import { create } from 'zustand'
import type { EnvironmentImage } from '../../gpu/index.ts'
import type { IesFile } from '../imports/ies/parse.ts'
import type { LoadedAsset, ParsedAsset } from '../imports/types.ts'
import type { AssetKey } from '../document/types.ts'

/**
 * The files that pieces, luminaires and surroundings show: their bytes as they travel in the project, and what they were parsed into. Assets are
 * identified by content, so an entry never changes; undo may bring a piece back, so nothing leaves while a project is open.
 */
export interface AssetStore {
  readonly bytes: ReadonlyMap<AssetKey, Uint8Array<ArrayBuffer>>
  readonly parsed: ReadonlyMap<AssetKey, ParsedAsset>
  readonly luminaires: ReadonlyMap<AssetKey, IesFile>
  readonly surroundings: ReadonlyMap<AssetKey, EnvironmentImage>
}

/** An IES file as it travels in a project, and what it was parsed into. */
export interface LoadedLuminaire {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly file: IesFile
}

/** A Radiance or OpenEXR file as it travels in a project, and its pixels. */
export interface LoadedSurroundings {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly image: EnvironmentImage
}

export const useAssets = create<AssetStore>()(() => ({ bytes: new Map(), parsed: new Map(), luminaires: new Map(), surroundings: new Map() }))

/** A model that is there already in another way (as a whole, or as its parts) gets the parts of both. */
export function addAssets(assets: Iterable<LoadedAsset>): void {
  const before = useAssets.getState()
  const bytes = new Map(before.bytes)
  const parsed = new Map(before.parsed)
  for (const asset of assets) {
    bytes.set(asset.parsed.key, asset.bytes)
    parsed.set(asset.parsed.key, together(parsed.get(asset.parsed.key), asset.parsed))
  }
  const isNew = [...parsed].some(([key, asset]) => before.parsed.get(key) !== asset)
  if (isNew) useAssets.setState({ bytes, parsed })
}

export function addLuminaires(luminaires: Iterable<LoadedLuminaire>): void {
  const before = useAssets.getState()
  const fresh = [...luminaires].filter(({ file }) => !before.luminaires.has(file.profile.key))
  if (fresh.length === 0) return
  useAssets.setState({
    bytes: new Map([...before.bytes, ...fresh.map(({ bytes, file }) => [file.profile.key, bytes] as const)]),
    luminaires: new Map([...before.luminaires, ...fresh.map(({ file }) => [file.profile.key, file] as const)]),
  })
}

export function addSurroundings(loaded: Iterable<LoadedSurroundings>): void {
  const before = useAssets.getState()
  const fresh = [...loaded].filter(({ image }) => !before.surroundings.has(image.key))
  if (fresh.length === 0) return
  useAssets.setState({
    bytes: new Map([...before.bytes, ...fresh.map(({ bytes, image }) => [image.key, bytes] as const)]),
    surroundings: new Map([...before.surroundings, ...fresh.map(({ image }) => [image.key, image] as const)]),
  })
}

/** One model that came in several ways has the parts of all. */
export function together(known: ParsedAsset | undefined, added: ParsedAsset): ParsedAsset {
  if (known === undefined) return added
  const ids = new Set(known.parts.map(({ id }) => id))
  const parts = added.parts.filter(({ id }) => !ids.has(id))
  if (parts.length === 0) return known
  return { ...known, parts: [...known.parts, ...parts], meshes: new Map([...added.meshes, ...known.meshes]), textures: new Map([...added.textures, ...known.textures]) }
}

/** These are shown by nothing that can come back. */
export function forgetAssets(gone: ReadonlySet<AssetKey>): void {
  if (gone.size > 0) keepAssets(new Set([...useAssets.getState().bytes.keys()].filter((key) => !gone.has(key))))
}

/** Another project was opened: what it does not show is forgotten. */
export function keepAssets(keys: ReadonlySet<AssetKey>): void {
  useAssets.setState(({ bytes, parsed, luminaires, surroundings }) => ({
    bytes: new Map([...bytes].filter(([key]) => keys.has(key))),
    parsed: new Map([...parsed].filter(([key]) => keys.has(key))),
    luminaires: new Map([...luminaires].filter(([key]) => keys.has(key))),
    surroundings: new Map([...surroundings].filter(([key]) => keys.has(key))),
  }))
}

/** SHA-256 of the bytes, lower-case hex: the key under which they are kept. */
export async function assetKeyOf(bytes: Uint8Array<ArrayBuffer>): Promise<AssetKey> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
