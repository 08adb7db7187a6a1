import type { Migration } from './migration.ts'

/**
 * Version 4 has materials of the project and what shows them, and layers; what version 3 holds is part of it as it is. What another writer kept under
 * their names meant something else, and goes.
 */
export const from3: Migration = ({ scene, views }) => {
  const { materials: _materials, layers: _layers, assets, pieces, ...rest } = scene as { readonly materials?: unknown; readonly layers?: unknown; readonly assets?: unknown; readonly pieces?: unknown }
  return { scene: { ...rest, assets: bareList(assets), pieces: bareList(pieces) }, views }
}

const bareList = (records: unknown): unknown => (Array.isArray(records) ? records.map(bare) : records)

function bare(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !('wears' in record || 'layer' in record)) return record
  const { wears: _wears, layer: _layer, ...rest } = record as { readonly wears?: unknown; readonly layer?: unknown }
  return rest
}
