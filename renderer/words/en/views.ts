export const views = {
  'view.name': 'View {number}',
  'view.any': 'View',
} as const
