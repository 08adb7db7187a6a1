export const start = {
  'sample.apartment': 'Sample apartment',
  'sample.apartment.note': 'Move mirrors, chrome and brass around and watch every reflection follow.',
  'sample.apartment-dusk': 'Apartment at dusk',
  'sample.apartment-dusk.note': 'The sun has just set and the lamps are on.',
  'sample.mirror-room': 'Mirror room',
  'sample.mirror-room.note': 'Facing mirrors, chrome, and water in a glass.',
} as const
