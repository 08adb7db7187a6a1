import type { ExplainedRay } from '../../gpu/index.ts'

/**
 * Rays in the room and in the panel; told apart by lightness, too (Okabe and Ito's palette, but for the blocked ray's red, which
 * ends at what stands in its way).
 */
export const RAY_COLORS = { primary: '#56b4e9', bounce: '#e08cbb', through: '#009e73', lit: '#f0e442', blocked: '#e2574c', normal: '#ffffff' } as const

export function rayColor({ kind, hit }: Pick<ExplainedRay, 'kind' | 'hit'>): string {
  return kind === 'shadow' ? (hit === null ? RAY_COLORS.lit : RAY_COLORS.blocked) : RAY_COLORS[kind]
}
