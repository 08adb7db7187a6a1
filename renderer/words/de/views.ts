export const views = {
  'view.name': 'Ansicht {number}',
  'view.any': 'Ansicht',
} as const
