export const settings = {
  'settings.language': 'Language',
  'settings.language.system': 'System',
  'settings.title': 'Settings',
} as const
