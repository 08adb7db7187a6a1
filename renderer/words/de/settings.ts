export const settings = {
  'settings.language': 'Sprache',
  'settings.language.system': 'System',
} as const
