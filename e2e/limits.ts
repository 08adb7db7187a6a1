/** A step that takes so long hangs, milliseconds. Nothing here is a measure of speed: a busy machine needs minutes, and may have them. */
export const HANG_MS = 120_000
/** A story has many steps. */
export const STORY_MS = 5 * HANG_MS
