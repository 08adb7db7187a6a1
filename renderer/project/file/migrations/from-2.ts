import type { Migration } from './migration.ts'

/**
 * Version 3 has groups of pieces; what version 2 holds is part of it as it is. What another writer kept under their names meant
 * something else, and goes.
 */
export const from2: Migration = ({ scene, views }) => {
  const { groups: _groups, pieces, ...rest } = scene as { readonly groups?: unknown; readonly pieces?: unknown }
  return { scene: { ...rest, pieces: Array.isArray(pieces) ? pieces.map(ungrouped) : pieces }, views }
}

function ungrouped(piece: unknown): unknown {
  if (typeof piece !== 'object' || piece === null || !('group' in piece)) return piece
  const { group: _group, ...rest } = piece
  return rest
}
