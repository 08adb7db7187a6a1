export const settings = {
  'settings.language': 'Sprache',
  'settings.language.system': 'System',
  'settings.title': 'Einstellungen',
  'settings.developer': 'Entwicklerwerkzeuge',
  'settings.developer.hint': 'Tasten, Menüs und Regler zum Untersuchen des Raytracers',
} as const
