export const viewport = {
  'room.picture': 'Raum',
  'room.preparing': 'Erstes Bild wird vorbereitet …',
  'room.starting': 'Grafik wird gestartet …',
} as const
