export const output = {
} as const
