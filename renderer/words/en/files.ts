export const files = {
  'project.untitled': 'Untitled',
} as const
