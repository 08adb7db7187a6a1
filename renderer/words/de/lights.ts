export const lights = {
  'light.kind.directional': 'Sonne',
  'light.kind.point': 'Punktlicht',
  'light.kind.spot': 'Spotlight',
  'light.kind.sphere': 'Kugelleuchte',
  'light.kind.disc': 'Scheibenleuchte',
  'light.kind.rectangle': 'Rechteckleuchte',
  'light.kind.grid': 'Lichtraster',
  'light.ceiling': 'Deckenleuchte',
  'light.ceiling.number': 'Deckenleuchte {number}',
  'light.ofLamp': '{name} Licht',
} as const
