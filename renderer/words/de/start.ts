export const start = {
  'sample.apartment': 'Beispielwohnung',
  'sample.apartment.note': 'Spiegel, Chrom und Messing verschieben, jede Spiegelung zieht mit.',
  'sample.apartment-dusk': 'Wohnung in der Dämmerung',
  'sample.apartment-dusk.note': 'Die Sonne ist eben untergegangen, die Lampen brennen.',
  'sample.mirror-room': 'Spiegelraum',
  'sample.mirror-room.note': 'Gegenüberliegende Spiegel, Chrom und Wasser im Glas.',
} as const
