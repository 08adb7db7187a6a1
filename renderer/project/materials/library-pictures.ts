import { LIBRARY } from '../../materials/library.ts'

let asked: Promise<boolean> | null = null

/**
 * Whether the path-traced pictures of the library are there (`npm run assets -- materials`): all of them, for some beside sketches would look like
 * two kinds of materials. Asked once.
 */
export const hasLibraryPictures = (): Promise<boolean> => (asked ??= ask().catch(() => false))

/** The list names those that were taken. */
async function ask(): Promise<boolean> {
  const response = await fetch('./materials/index.json')
  if (!response.ok) return false
  const taken = (await response.json()) as Readonly<Record<string, unknown>>
  return LIBRARY.every(({ id }) => Object.hasOwn(taken, id))
}

export const libraryPicture = (id: string): string => `./materials/${id}.jpg`
