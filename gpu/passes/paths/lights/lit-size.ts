/** Cells along a side of the grid, and entries of the table: fewer leave the same places to neighbouring pixels, more take longer than they bring. */
export const LIT_SIDE = 256
export const LIT_COUNT = 16384
/** Words about the grid, and of an entry. */
export const LIT_HEADER = 16
export const LIT_ENTRY = 12
/** From cell to cell, as they are gone through: odd, so every one has its turn, and the first of them lie among all. */
export const LIT_STEP = 40503
