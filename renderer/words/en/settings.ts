export const settings = {
  'settings.language': 'Language',
  'settings.language.system': 'System',
} as const
