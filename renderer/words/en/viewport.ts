export const viewport = {
  'room.picture': 'Room',
  'room.preparing': 'Preparing the first picture…',
  'room.starting': 'Starting the graphics…',
} as const
