export const lights = {
} as const
