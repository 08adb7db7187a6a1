export const viewport = {
} as const
