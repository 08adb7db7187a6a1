export const debug = {
  'debug.view.shaded': 'Light',
  'debug.view.normals': 'Normals',
  'debug.view.nodes': 'Nodes visited',
  'debug.view.tests': 'Triangle tests',
  'debug.view.occupancy': 'Leaf occupancy',
  'debug.rays.camera': 'Camera rays',
  'debug.rays.all': 'All rays',
} as const
