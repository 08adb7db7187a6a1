export const lights = {
  'light.kind.directional': 'Sun',
  'light.kind.point': 'Point light',
  'light.kind.spot': 'Spotlight',
  'light.kind.sphere': 'Sphere light',
  'light.kind.disc': 'Disc light',
  'light.kind.rectangle': 'Rectangle light',
  'light.kind.grid': 'Light grid',
  'light.ceiling': 'Ceiling light',
  'light.ceiling.number': 'Ceiling light {number}',
  'light.ofLamp': '{name} light',
} as const
