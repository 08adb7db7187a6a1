export const start = {
} as const
