export const settings = {
  'settings.language': 'Language',
  'settings.language.system': 'System',
  'settings.title': 'Settings',
  'settings.developer': 'Developer tools',
  'settings.developer.hint': 'Show the keys, menus and controls for studying the ray tracer',
} as const
