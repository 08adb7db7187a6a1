/** The projects that ship with Atrium, in the order in which they are offered; the first one is the large picture on the start screen. */
export const SAMPLES = [
  {
    id: 'apartment', command: 'file.openSample', title: 'Open Sample Apartment', label: 'Open the sample apartment', name: 'Open sample apartment',
    note: 'Mirrors, chrome and brass to move about: see every reflection follow.',
  },
  {
    id: 'apartment-dusk', command: 'file.openSample.dusk', title: 'Open Apartment at Dusk', label: 'Open the apartment at dusk', name: 'The same at dusk',
    note: 'Lamps are lit, the sun has just set.',
  },
  {
    id: 'mirror-room', command: 'file.openSample.mirrorRoom', title: 'Open Mirror Room', label: 'Open the mirror room', name: 'Mirror room',
    note: 'Facing mirrors, chrome, water in glass.',
  },
] as const

export type Sample = (typeof SAMPLES)[number]
