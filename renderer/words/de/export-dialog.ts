export const exportDialog = {
} as const
