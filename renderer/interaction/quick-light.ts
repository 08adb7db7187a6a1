import type { RenderSettings } from '../../gpu/index.ts'

/**
 * Whether indirect light is traced. Quick pictures look it up in a cache that a program that plays a graphics card has no time for: there
 * whoever traces, card or processor, shows the same picture with the ambient gradient, and so do files.
 */
export const tracedIndirect = ({ indirect, method }: Pick<RenderSettings, 'indirect' | 'method'>, adapter: { readonly software: boolean } | null): boolean =>
  indirect && (method === 'hybrid' || adapter?.software === false)
