export const window = {
  'window.room': 'Room',
  'window.viewport': 'Viewport',
  'window.debugPixel': 'Debug pixel',
} as const
