import type { Vec3 } from './geometry.ts'

/** In so many digits that every machine writes the same ones. */
export const rounded = (v: readonly [number, number, number]): Vec3 => v.map((value) => Math.round(value * 1e4) / 1e4) as unknown as Vec3
