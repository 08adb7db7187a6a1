export const exportDialog = {
  'export.size.changed': '{width} × {height} ist hier nicht möglich; es werden {madeWidth} × {madeHeight}.',
} as const
