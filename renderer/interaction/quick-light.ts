import type { RenderSettings } from '../../gpu/index.ts'

/**
 * Whether indirect light is traced, in the window and in its files alike. Quick pictures look it up in a cache that cards and the
 * processor's threads have time for; a program that plays a graphics card has none, and shows the ambient gradient.
 */
export const tracedIndirect = (
  { indirect, method }: Pick<RenderSettings, 'indirect' | 'method'>, { adapter, byThreads }: { readonly adapter: { readonly software: boolean } | null; readonly byThreads: boolean },
): boolean => indirect && (method === 'hybrid' || byThreads || adapter?.software === false)
