export const debug = {
  'debug.view.shaded': 'Licht',
  'debug.view.normals': 'Normalen',
  'debug.view.nodes': 'Besuchte Knoten',
  'debug.view.tests': 'Dreieckstests',
  'debug.view.occupancy': 'Blattbelegung',
  'debug.rays.camera': 'Kamerastrahlen',
  'debug.rays.all': 'Alle Strahlen',
} as const
