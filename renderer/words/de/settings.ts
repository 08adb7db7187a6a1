export const settings = {
  'settings.language': 'Sprache',
  'settings.language.system': 'System',
  'settings.title': 'Einstellungen',
} as const
