export function sentenceOfEnd(end: { readonly output: string; readonly code: number; readonly signal: string | null; readonly isSilent: boolean }): string
