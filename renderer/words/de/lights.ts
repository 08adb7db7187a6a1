export const lights = {
  'light.kind.directional': 'Sonne',
  'light.kind.point': 'Punktleuchte',
  'light.kind.spot': 'Strahler',
  'light.kind.sphere': 'Kugelleuchte',
  'light.kind.disc': 'Scheibenleuchte',
  'light.kind.rectangle': 'Rechteckleuchte',
  'light.kind.grid': 'Lichtraster',
  'light.ceiling': 'Deckenleuchte',
  'light.ceiling.number': 'Deckenleuchte {number}',
  'light.ofLamp': '{name} (Licht)',
} as const
