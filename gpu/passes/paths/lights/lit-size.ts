/** Cells along a side of the grid, and entries of the table: fewer leave the same places to neighbouring pixels, more take longer than they bring. */
export const LIT_SIDE = 256
export const LIT_COUNT = 16384
