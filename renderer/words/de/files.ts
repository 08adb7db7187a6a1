export const files = {
  'project.untitled': 'Ohne Titel',
} as const
