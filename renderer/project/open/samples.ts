/**
 * The projects that ship with Atrium, in the order in which they are offered; the first one is the large picture on the start screen.
 * Their words: `sample.<id>` (name), `sample.<id>.note`.
 */
export const SAMPLES = [
  { id: 'apartment', command: 'file.openSample' },
  { id: 'apartment-dusk', command: 'file.openSample.dusk' },
  { id: 'mirror-room', command: 'file.openSample.mirrorRoom' },
] as const

export type Sample = (typeof SAMPLES)[number]
