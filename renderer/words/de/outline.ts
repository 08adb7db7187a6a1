export const outline = {
} as const
