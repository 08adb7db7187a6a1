export const furniture = {
} as const
