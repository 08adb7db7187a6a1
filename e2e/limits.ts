/**
 * A step that takes so long hangs, milliseconds. Nothing here is a measure of speed: beside twenty other programs the first picture, whose kernels a
 * software GPU compiles in ten seconds, was seen to take more than two minutes.
 */
export const HANG_MS = 300_000
/** A story has many steps; the longest was seen to take ten minutes there. */
export const STORY_MS = 4 * HANG_MS
/** How a page is looked at until it is as wanted: Playwright looks in every frame, which wakes all that draws. */
export const LOOKS = { polling: 50 }
