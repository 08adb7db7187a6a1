export const exportDialog = {
  'export.size.changed': '{width} × {height} is not possible here; it will be {madeWidth} × {madeHeight}.',
} as const
