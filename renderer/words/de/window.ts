export const window = {
  'window.room': 'Raum',
  'window.viewport': 'Raumansicht',
  'window.debugPixel': 'Pixel untersuchen',
} as const
