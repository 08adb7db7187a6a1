export const settings = {
  'settings.language': 'Language',
  'settings.language.system': 'System',
  'settings.title': 'Settings',
  'settings.developer': 'Developer tools',
  'settings.developer.hint': 'Show the keys, menus and controls for studying the ray tracer',
  'settings.theme': 'Theme',
  'settings.theme.system': 'System',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.unit': 'Units of new projects',
  'settings.unit.hint': 'Each project keeps its own units',
  'settings.unit.any': 'You can type any unit into a field: 250 cm, 2.5 m, 8′ 2″.',
} as const
