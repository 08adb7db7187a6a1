export function createProgressTeller(): (state: { readonly result: string; readonly number: number; readonly count: number; readonly share: number }, nowMs: number) => string | null
