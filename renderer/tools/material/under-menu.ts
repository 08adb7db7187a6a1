import type { Target } from './surfaces.ts'

/** The surface under the pointer as its menu was opened; null: it was opened elsewhere. */
let surface: { readonly piece: string; readonly slot: string } | null = null

export function noteUnderMenu(target: Target | null): void {
  surface = target === null ? null : { piece: target.piece.id, slot: target.slot }
}

export const surfaceUnderMenu = (): typeof surface => surface
