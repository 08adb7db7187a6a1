import { create } from 'zustand'
import type { LoadedAsset, ParsedAsset } from '../catalogue/types.ts'
import type { AssetKey } from '../document/types.ts'

/**
 * The files that pieces show: their bytes as they travel in the project, and what they were parsed into. Assets are
 * identified by content, so an entry never changes; undo may bring a piece back, so nothing leaves while a project is open.
 */
export interface AssetStore {
  readonly bytes: ReadonlyMap<AssetKey, Uint8Array<ArrayBuffer>>
  readonly parsed: ReadonlyMap<AssetKey, ParsedAsset>
}

export const useAssets = create<AssetStore>()(() => ({ bytes: new Map(), parsed: new Map() }))

export function addAssets(assets: Iterable<LoadedAsset>): void {
  const added = [...assets]
  useAssets.setState(({ bytes, parsed }) => ({
    bytes: new Map([...bytes, ...added.map((asset) => [asset.parsed.key, asset.bytes] as const)]),
    parsed: new Map([...parsed, ...added.map((asset) => [asset.parsed.key, asset.parsed] as const)]),
  }))
}

/** Another project was opened: its assets and no others. */
export function replaceAssets(assets: Iterable<LoadedAsset>): void {
  useAssets.setState({ bytes: new Map(), parsed: new Map() })
  addAssets(assets)
}

/** SHA-256 of the bytes, lower-case hex: the key under which they are kept. */
export async function assetKeyOf(bytes: Uint8Array<ArrayBuffer>): Promise<AssetKey> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
