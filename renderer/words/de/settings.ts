export const settings = {
  'settings.language': 'Sprache',
  'settings.language.system': 'System',
  'settings.title': 'Einstellungen',
  'settings.developer': 'Entwicklerwerkzeuge',
  'settings.developer.hint': 'Tasten, Menüs und Regler zum Untersuchen des Raytracers',
  'settings.theme': 'Erscheinungsbild',
  'settings.theme.system': 'System',
  'settings.theme.light': 'Hell',
  'settings.theme.dark': 'Dunkel',
  'settings.units': 'Einheit neuer Projekte',
  'settings.units.hint': 'Jedes Projekt behält seine eigene Einheit',
  'settings.units.any': 'In jedes Feld lässt sich jede Einheit eingeben: 250 cm, 2,5 m, 8′ 2″.',
} as const
