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
  'settings.unit': 'Einheit neuer Projekte',
  'settings.unit.hint': 'Jedes Projekt behält seine eigene Einheit',
  'settings.unit.any': 'In jedes Feld lässt sich jede Einheit eingeben: 250 cm, 2,5 m, 8′ 2″.',
} as const
