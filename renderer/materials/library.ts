import type { Rgb } from '../../gpu/index.ts'
import { withLuminance } from '../document/temperature.ts'
import type { MaterialValues } from '../document/types.ts'
import { rgbFromHex } from '../format/color.ts'
import type { Courses } from './patterns/courses.ts'
import type { Body, Pattern } from './patterns/pattern.ts'

export const CATEGORIES = ['paint', 'plaster', 'wood', 'stone', 'tile', 'concrete', 'brick', 'metal', 'fabric', 'glass', 'lacquer'] as const
export type MaterialCategory = (typeof CATEGORIES)[number]

/** A material that ships: values, and a pattern where it has one. Its name is the string `library.<id>`. */
export interface LibraryMaterial {
  readonly id: string
  readonly category: MaterialCategory
  readonly values: MaterialValues
  /** Metres of one repeat stand in `values.mapping`. */
  readonly pattern?: Pattern
  /** Left out: colour, roughness and normals. */
  readonly maps?: readonly ('color' | 'roughness' | 'normal')[]
}

/**
 * Reflectances that interiors have, by category: what fresh and usual finishes of it send back (IES Lighting Handbook, 10th edition, table 9.4;
 * EN 12464-1, 4.2.2). Metals mirror by their optical constants (Rakic 1998, "Optical properties of metallic films"), as linear Rec. 709.
 */
export const REFLECTANCES: Readonly<Record<MaterialCategory, readonly [least: number, most: number]>> = {
  paint: [0.03, 0.86], plaster: [0.25, 0.8], wood: [0.03, 0.6], stone: [0.03, 0.75], tile: [0.06, 0.8], concrete: [0.14, 0.4], brick: [0.05, 0.65], metal: [0.15, 0.98],
  fabric: [0.02, 0.7], glass: [0.3, 1], lacquer: [0.02, 0.82],
}

type Look = Omit<LibraryMaterial, 'id' | 'category'>

const reflecting = (hex: string, share: number): Rgb => withLuminance(rgbFromHex(hex) ?? [share, share, share], share)
const paint = (hex: string, share: number, roughness = 0.9): Look => ({ values: { baseColor: reflecting(hex, share), metallic: 0, roughness } })
const lacquer = (hex: string, share: number): Look => ({ values: { baseColor: reflecting(hex, share), metallic: 0, roughness: 0.4, clearcoat: { factor: 1, roughness: 0.04 } } })
const metal = (baseColor: Rgb, roughness: number): Look => ({ values: { baseColor, metallic: 1, roughness } })
const glass = ({ tint, roughness }: { tint: Rgb; roughness: number }): Look => ({ values: { baseColor: [1, 1, 1], metallic: 0, roughness, ior: 1.52, glass: { share: 1, tint, thickness: 0 } } })

function textured(color: Rgb, roughness: number, body: Body, width: number, { height = width, seed = 1, values = {}, maps }: { height?: number; seed?: number; values?: MaterialValues; maps?: LibraryMaterial['maps'] } = {}): Look {
  return {
    values: { baseColor: [1, 1, 1], metallic: 0, roughness, ...values, mapping: { kind: 'box', width, height, turn: 0, offset: [0, 0] } },
    pattern: { color, roughness, body, seed }, ...(maps !== undefined && { maps }),
  }
}

function laid(color: Rgb, roughness: number, body: Body, courses: Courses & { color: Rgb; variation: number }, [width, height]: readonly [number, number]): Look {
  const look = textured(color, roughness, body, width, { height })
  return { ...look, pattern: { ...look.pattern!, courses } }
}

/** Its scratches run along the texture's width: across them it is the rougher. */
const brushed = (baseColor: Rgb, roughness: number): Look => textured(baseColor, roughness, { kind: 'brushed', contrast: 0.12 }, 0.4, {
  values: { baseColor, metallic: 1, anisotropy: { strength: 0.5, rotation: Math.PI / 2 } }, maps: ['roughness', 'normal'],
})
const hammered = (baseColor: Rgb, roughness: number): Look => textured(baseColor, roughness, { kind: 'hammered', count: 14, relief: 0.25 }, 0.3, { values: { baseColor, metallic: 1 }, maps: ['normal'] })
const ribbedGlass = (): Look => textured([1, 1, 1], 0.05, { kind: 'ribs', count: 10 }, 0.1, { values: glass({ tint: [0.97, 0.98, 0.975], roughness: 0.05 }).values, maps: ['normal'] })
const cloth = (color: Rgb, body: Body, width: number, sheen: number): Look => textured(color, 0.95, body, width, { values: { sheen: { color: [sheen, sheen, sheen], roughness: 0.5 } } })
/** Its pile is too fine to be seen: sheen in its own colour makes it. */
const velvet = (baseColor: Rgb): Look => ({ values: { baseColor, metallic: 0, roughness: 1, sheen: { color: baseColor.map((part) => Math.min(1, 3 * part)) as unknown as Rgb, roughness: 0.3 } } })

/** All that ships, by category. */
export const LIBRARY: readonly LibraryMaterial[] = [
  { id: 'paint-white', category: 'paint', ...paint('#f4f3ee', 0.84) },
  { id: 'paint-warm-white', category: 'paint', ...paint('#f2ecdf', 0.8) },
  { id: 'paint-ivory', category: 'paint', ...paint('#efe4c8', 0.72) },
  { id: 'paint-pearl', category: 'paint', ...paint('#d9d6cd', 0.62) },
  { id: 'paint-light-grey', category: 'paint', ...paint('#c9cac8', 0.54) },
  { id: 'paint-stone', category: 'paint', ...paint('#a8a59d', 0.37) },
  { id: 'paint-graphite', category: 'paint', ...paint('#4b4d50', 0.08) },
  { id: 'paint-black', category: 'paint', ...paint('#2a2a2b', 0.04) },
  { id: 'paint-sand', category: 'paint', ...paint('#d8c6a5', 0.52) },
  { id: 'paint-ochre', category: 'paint', ...paint('#c89b4c', 0.36) },
  { id: 'paint-terracotta', category: 'paint', ...paint('#b8674a', 0.2) },
  { id: 'paint-red', category: 'paint', ...paint('#9e1b1b', 0.09) },
  { id: 'paint-rose', category: 'paint', ...paint('#dcb8ae', 0.5) },
  { id: 'paint-sage', category: 'paint', ...paint('#a9b59b', 0.43) },
  { id: 'paint-forest', category: 'paint', ...paint('#2f4a39', 0.06) },
  { id: 'paint-sky', category: 'paint', ...paint('#b4cbd6', 0.56) },
  { id: 'paint-petrol', category: 'paint', ...paint('#2c5a68', 0.09) },
  { id: 'paint-navy', category: 'paint', ...paint('#24324d', 0.035) },
  { id: 'plaster-smooth', category: 'plaster', ...textured([0.72, 0.71, 0.68], 0.9, { kind: 'clouds', contrast: 0.03, scale: 4, relief: 0.0015 }, 1) },
  { id: 'plaster-lime', category: 'plaster', ...textured([0.66, 0.63, 0.57], 0.92, { kind: 'clouds', contrast: 0.09, scale: 3, relief: 0.004 }, 1.2) },
  { id: 'plaster-clay', category: 'plaster', ...textured([0.42, 0.32, 0.23], 0.95, { kind: 'clouds', contrast: 0.1, scale: 4, relief: 0.005 }, 1.2) },
  { id: 'plaster-rough', category: 'plaster', ...textured([0.68, 0.66, 0.61], 0.95, { kind: 'hammered', count: 60, relief: 0.35 }, 0.6) },
  { id: 'plaster-venetian', category: 'plaster', ...textured([0.55, 0.5, 0.43], 0.28, { kind: 'clouds', contrast: 0.12, scale: 3, relief: 0.0004 }, 1.5) },
  { id: 'wood-oak', category: 'wood', ...textured([0.42, 0.29, 0.17], 0.5, { kind: 'wood', contrast: 0.5 }, 1.2, { height: 0.3 }) },
  { id: 'wood-walnut', category: 'wood', ...textured([0.17, 0.095, 0.055], 0.5, { kind: 'wood', contrast: 0.5 }, 1.2, { height: 0.3 }) },
  { id: 'wood-ash', category: 'wood', ...textured([0.52, 0.42, 0.29], 0.5, { kind: 'wood', contrast: 0.5 }, 1.2, { height: 0.3 }) },
  { id: 'wood-beech', category: 'wood', ...textured([0.48, 0.31, 0.19], 0.5, { kind: 'wood', contrast: 0.5 }, 1.2, { height: 0.3 }) },
  { id: 'wood-pine', category: 'wood', ...textured([0.55, 0.38, 0.2], 0.5, { kind: 'wood', contrast: 0.5 }, 1.2, { height: 0.3 }) },
  { id: 'wood-wenge', category: 'wood', ...textured([0.06, 0.04, 0.03], 0.5, { kind: 'wood', contrast: 0.5 }, 1.2, { height: 0.3 }) },
  { id: 'boards-oak', category: 'wood', ...laid([0.42, 0.29, 0.17], 0.4, { kind: 'wood', contrast: 0.5 }, { bond: 'random', columns: 1, rows: 8, joint: 0.02, color: [0.1, 0.07, 0.04], variation: 0.14 }, [2, 1.28]) },
  { id: 'boards-white', category: 'wood', ...laid([0.6, 0.54, 0.45], 0.45, { kind: 'wood', contrast: 0.3 }, { bond: 'random', columns: 1, rows: 8, joint: 0.02, color: [0.2, 0.17, 0.14], variation: 0.1 }, [2, 1.28]) },
  { id: 'boards-smoked', category: 'wood', ...laid([0.11, 0.07, 0.045], 0.4, { kind: 'wood', contrast: 0.5 }, { bond: 'half', columns: 1, rows: 8, joint: 0.02, color: [0.03, 0.02, 0.015], variation: 0.15 }, [2, 1.28]) },
  { id: 'parquet-strip', category: 'wood', ...laid([0.4, 0.28, 0.17], 0.35, { kind: 'wood', contrast: 0.5 }, { bond: 'third', columns: 2, rows: 12, joint: 0.015, color: [0.1, 0.07, 0.04], variation: 0.16 }, [1, 0.84]) },
  { id: 'parquet-herringbone-oak', category: 'wood', ...laid([0.4, 0.28, 0.17], 0.35, { kind: 'wood', contrast: 0.5 }, { bond: 'herringbone', columns: 2, rows: 2, joint: 0.025, color: [0.1, 0.07, 0.04], variation: 0.16 }, [0.96, 0.96]) },
  { id: 'parquet-herringbone-walnut', category: 'wood', ...laid([0.16, 0.09, 0.055], 0.35, { kind: 'wood', contrast: 0.5 }, { bond: 'herringbone', columns: 2, rows: 2, joint: 0.025, color: [0.04, 0.025, 0.02], variation: 0.16 }, [0.96, 0.96]) },
  { id: 'parquet-basket', category: 'wood', ...laid([0.4, 0.28, 0.17], 0.35, { kind: 'wood', contrast: 0.5 }, { bond: 'basket', columns: 4, rows: 4, joint: 0.025, color: [0.1, 0.07, 0.04], variation: 0.16 }, [0.96, 0.96]) },
  { id: 'marble-white', category: 'stone', ...textured([0.72, 0.71, 0.69], 0.08, { kind: 'marble', contrast: 0.9, vein: [0.3, 0.31, 0.33] }, 2) },
  { id: 'marble-black', category: 'stone', ...textured([0.035, 0.035, 0.037], 0.06, { kind: 'marble', contrast: 0.9, vein: [0.6, 0.58, 0.54] }, 2) },
  { id: 'marble-green', category: 'stone', ...textured([0.07, 0.12, 0.09], 0.07, { kind: 'marble', contrast: 0.8, vein: [0.4, 0.48, 0.42] }, 2) },
  { id: 'travertine', category: 'stone', ...textured([0.58, 0.5, 0.39], 0.4, { kind: 'clouds', contrast: 0.16, scale: 3, relief: 0.0008 }, 1.2, { height: 0.5 }) },
  { id: 'sandstone', category: 'stone', ...textured([0.5, 0.39, 0.26], 0.9, { kind: 'clouds', contrast: 0.14, scale: 5, relief: 0.003 }, 1) },
  { id: 'limestone', category: 'stone', ...textured([0.56, 0.53, 0.46], 0.7, { kind: 'clouds', contrast: 0.08, scale: 6, relief: 0.001 }, 1) },
  { id: 'slate', category: 'stone', ...textured([0.06, 0.064, 0.068], 0.7, { kind: 'clouds', contrast: 0.22, scale: 3, relief: 0.006 }, 0.8) },
  { id: 'granite', category: 'stone', ...textured([0.33, 0.32, 0.31], 0.15, { kind: 'terrazzo', chips: [[0.1, 0.1, 0.11], [0.55, 0.53, 0.5], [0.35, 0.3, 0.28]], count: 90 }, 0.5) },
  { id: 'terrazzo-light', category: 'stone', ...textured([0.58, 0.56, 0.52], 0.18, { kind: 'terrazzo', chips: [[0.3, 0.28, 0.26], [0.65, 0.55, 0.42], [0.2, 0.22, 0.22], [0.75, 0.73, 0.7]], count: 24 }, 0.6) },
  { id: 'terrazzo-dark', category: 'stone', ...textured([0.12, 0.12, 0.125], 0.15, { kind: 'terrazzo', chips: [[0.5, 0.48, 0.45], [0.25, 0.2, 0.17], [0.05, 0.05, 0.05]], count: 24 }, 0.6) },
  { id: 'terrazzo-rose', category: 'stone', ...textured([0.5, 0.38, 0.34], 0.18, { kind: 'terrazzo', chips: [[0.7, 0.66, 0.62], [0.35, 0.14, 0.1], [0.25, 0.24, 0.23]], count: 18 }, 0.6) },
  { id: 'tile-white', category: 'tile', ...laid([0.74, 0.74, 0.73], 0.08, { kind: 'clouds', contrast: 0.06, scale: 2, relief: 0.0006 }, { bond: 'half', columns: 3, rows: 6, joint: 0.05, color: [0.55, 0.54, 0.52], variation: 0.05 }, [0.6, 0.6]) },
  { id: 'tile-green', category: 'tile', ...laid([0.07, 0.15, 0.1], 0.1, { kind: 'clouds', contrast: 0.06, scale: 2, relief: 0.0006 }, { bond: 'half', columns: 3, rows: 6, joint: 0.05, color: [0.4, 0.39, 0.36], variation: 0.05 }, [0.6, 0.6]) },
  { id: 'tile-blue', category: 'tile', ...laid([0.06, 0.11, 0.22], 0.1, { kind: 'clouds', contrast: 0.06, scale: 2, relief: 0.0006 }, { bond: 'stack', columns: 6, rows: 6, joint: 0.05, color: [0.5, 0.49, 0.47], variation: 0.05 }, [0.6, 0.6]) },
  { id: 'tile-grey', category: 'tile', ...laid([0.3, 0.3, 0.29], 0.35, { kind: 'clouds', contrast: 0.06, scale: 2, relief: 0.0006 }, { bond: 'stack', columns: 2, rows: 1, joint: 0.02, color: [0.18, 0.18, 0.18], variation: 0.05 }, [1.2, 0.6]) },
  { id: 'tile-large', category: 'tile', ...laid([0.5, 0.48, 0.44], 0.25, { kind: 'clouds', contrast: 0.06, scale: 2, relief: 0.0006 }, { bond: 'half', columns: 1, rows: 2, joint: 0.02, color: [0.3, 0.29, 0.27], variation: 0.05 }, [1.2, 1.2]) },
  { id: 'tile-mosaic', category: 'tile', ...laid([0.45, 0.55, 0.54], 0.12, { kind: 'clouds', contrast: 0.06, scale: 2, relief: 0.0006 }, { bond: 'stack', columns: 12, rows: 12, joint: 0.05, color: [0.6, 0.59, 0.57], variation: 0.25 }, [0.3, 0.3]) },
  { id: 'tile-cotto', category: 'tile', ...laid([0.33, 0.14, 0.08], 0.6, { kind: 'clouds', contrast: 0.06, scale: 2, relief: 0.0006 }, { bond: 'half', columns: 3, rows: 4, joint: 0.05, color: [0.3, 0.26, 0.22], variation: 0.05 }, [0.9, 1.2]) },
  { id: 'concrete-fair', category: 'concrete', ...textured([0.32, 0.315, 0.3], 0.75, { kind: 'clouds', contrast: 0.1, scale: 3, relief: 0.001 }, 2) },
  { id: 'concrete-dark', category: 'concrete', ...textured([0.16, 0.16, 0.158], 0.7, { kind: 'clouds', contrast: 0.14, scale: 3, relief: 0.001 }, 2) },
  { id: 'concrete-polished', category: 'concrete', ...textured([0.34, 0.335, 0.32], 0.18, { kind: 'clouds', contrast: 0.13, scale: 2, relief: 0.0002 }, 2.5) },
  { id: 'concrete-boarded', category: 'concrete', ...laid([0.3, 0.295, 0.28], 0.8, { kind: 'wood', contrast: 0.25 }, { bond: 'random', columns: 1, rows: 10, joint: 0.03, color: [0.2, 0.2, 0.19], variation: 0.08 }, [2, 1.2]) },
  { id: 'brick-red', category: 'brick', ...laid([0.22, 0.09, 0.06], 0.9, { kind: 'clouds', contrast: 0.2, scale: 3, relief: 0.004 }, { bond: 'half', columns: 4, rows: 12, joint: 0.16, color: [0.42, 0.4, 0.36], variation: 0.25 }, [1, 0.9]) },
  { id: 'brick-yellow', category: 'brick', ...laid([0.42, 0.32, 0.18], 0.9, { kind: 'clouds', contrast: 0.2, scale: 3, relief: 0.004 }, { bond: 'half', columns: 4, rows: 12, joint: 0.16, color: [0.45, 0.43, 0.39], variation: 0.25 }, [1, 0.9]) },
  { id: 'brick-dark', category: 'brick', ...laid([0.08, 0.06, 0.055], 0.9, { kind: 'clouds', contrast: 0.2, scale: 3, relief: 0.004 }, { bond: 'third', columns: 4, rows: 12, joint: 0.16, color: [0.25, 0.24, 0.23], variation: 0.25 }, [1, 0.9]) },
  { id: 'brick-white', category: 'brick', ...laid([0.62, 0.61, 0.58], 0.9, { kind: 'clouds', contrast: 0.2, scale: 3, relief: 0.004 }, { bond: 'half', columns: 4, rows: 12, joint: 0.16, color: [0.6, 0.59, 0.56], variation: 0.25 }, [1, 0.9]) },
  { id: 'metal-gold', category: 'metal', ...metal([1, 0.782, 0.344], 0.06) },
  { id: 'metal-silver', category: 'metal', ...metal([0.962, 0.949, 0.922], 0.03) },
  { id: 'metal-copper', category: 'metal', ...metal([0.926, 0.721, 0.504], 0.06) },
  { id: 'metal-aluminium', category: 'metal', ...metal([0.912, 0.914, 0.92], 0.06) },
  { id: 'metal-chrome', category: 'metal', ...metal([0.654, 0.685, 0.701], 0.03) },
  { id: 'metal-brass', category: 'metal', ...metal([0.91, 0.778, 0.423], 0.06) },
  { id: 'metal-steel', category: 'metal', ...metal([0.562, 0.565, 0.578], 0.06) },
  { id: 'metal-nickel', category: 'metal', ...metal([0.649, 0.61, 0.541], 0.06) },
  { id: 'metal-aluminium-brushed', category: 'metal', ...brushed([0.912, 0.914, 0.92], 0.32) },
  { id: 'metal-steel-brushed', category: 'metal', ...brushed([0.562, 0.565, 0.578], 0.3) },
  { id: 'metal-brass-brushed', category: 'metal', ...brushed([0.91, 0.778, 0.423], 0.3) },
  { id: 'metal-steel-matt', category: 'metal', ...metal([0.562, 0.565, 0.578], 0.45) },
  { id: 'metal-bronze-dark', category: 'metal', ...metal([0.25, 0.18, 0.12], 0.4) },
  { id: 'metal-copper-hammered', category: 'metal', ...hammered([0.926, 0.721, 0.504], 0.18) },
  { id: 'leather-black', category: 'fabric', ...textured([0.025, 0.023, 0.022], 0.5, { kind: 'leather', count: 48 }, 0.2) },
  { id: 'leather-cognac', category: 'fabric', ...textured([0.25, 0.1, 0.04], 0.5, { kind: 'leather', count: 48 }, 0.2) },
  { id: 'leather-cream', category: 'fabric', ...textured([0.6, 0.53, 0.42], 0.5, { kind: 'leather', count: 48 }, 0.2) },
  { id: 'weave-linen', category: 'fabric', ...cloth([0.55, 0.49, 0.39], { kind: 'weave', threads: 100, weft: [0.6, 0.55, 0.46], twill: false }, 0.15, 0.12) },
  { id: 'weave-cotton-grey', category: 'fabric', ...cloth([0.3, 0.3, 0.31], { kind: 'weave', threads: 140, weft: [0.4, 0.4, 0.41], twill: false }, 0.15, 0.12) },
  { id: 'weave-twill-navy', category: 'fabric', ...cloth([0.03, 0.045, 0.1], { kind: 'weave', threads: 120, weft: [0.06, 0.08, 0.15], twill: true }, 0.15, 0.12) },
  { id: 'weave-tweed', category: 'fabric', ...cloth([0.2, 0.17, 0.13], { kind: 'weave', threads: 72, weft: [0.34, 0.3, 0.24], twill: true }, 0.15, 0.12) },
  { id: 'weave-canvas-ochre', category: 'fabric', ...cloth([0.42, 0.27, 0.09], { kind: 'weave', threads: 80, weft: [0.5, 0.34, 0.14], twill: false }, 0.15, 0.12) },
  { id: 'boucle-white', category: 'fabric', ...cloth([0.66, 0.63, 0.57], { kind: 'pile', count: 40, contrast: 0.12 }, 0.25, 0.25) },
  { id: 'velvet-green', category: 'fabric', ...velvet([0.03, 0.09, 0.05]) },
  { id: 'velvet-bordeaux', category: 'fabric', ...velvet([0.12, 0.015, 0.025]) },
  { id: 'velvet-grey', category: 'fabric', ...velvet([0.22, 0.21, 0.2]) },
  { id: 'carpet-grey', category: 'fabric', ...cloth([0.25, 0.245, 0.24], { kind: 'pile', count: 90, contrast: 0.3 }, 0.4, 0.2) },
  { id: 'carpet-sand', category: 'fabric', ...cloth([0.46, 0.38, 0.27], { kind: 'pile', count: 90, contrast: 0.3 }, 0.4, 0.2) },
  { id: 'carpet-deep', category: 'fabric', ...cloth([0.55, 0.51, 0.45], { kind: 'pile', count: 40, contrast: 0.2 }, 0.4, 0.2) },
  { id: 'glass-clear', category: 'glass', ...glass({ tint: [0.98, 0.99, 0.985], roughness: 0 }) },
  { id: 'glass-frosted', category: 'glass', ...glass({ tint: [0.96, 0.97, 0.965], roughness: 0.4 }) },
  { id: 'glass-green', category: 'glass', ...glass({ tint: [0.62, 0.85, 0.7], roughness: 0 }) },
  { id: 'glass-grey', category: 'glass', ...glass({ tint: [0.45, 0.46, 0.47], roughness: 0 }) },
  { id: 'glass-bronze', category: 'glass', ...glass({ tint: [0.6, 0.47, 0.34], roughness: 0 }) },
  { id: 'glass-ribbed', category: 'glass', ...ribbedGlass() },
  { id: 'mirror', category: 'glass', values: { baseColor: [0.94, 0.95, 0.95], metallic: 1, roughness: 0 } },
  { id: 'mirror-smoked', category: 'glass', values: { baseColor: [0.35, 0.33, 0.31], metallic: 1, roughness: 0 } },
  { id: 'water', category: 'glass', values: { baseColor: [1, 1, 1], metallic: 0, roughness: 0, ior: 1.333, glass: { share: 1, tint: [0.72, 0.93, 0.97], thickness: 2 } } },
  { id: 'ice', category: 'glass', values: { baseColor: [1, 1, 1], metallic: 0, roughness: 0.05, ior: 1.31, precedence: 1, glass: { share: 1, tint: [0.97, 0.99, 1], thickness: 0.1 } } },
  { id: 'crystal', category: 'glass', values: { baseColor: [1, 1, 1], metallic: 0, roughness: 0, ior: 1.55, dispersion: 0.45, glass: { share: 1, tint: [0.995, 0.995, 0.995], thickness: 0.1 } } },
  { id: 'lacquer-white', category: 'lacquer', ...lacquer('#f2f2ef', 0.8) },
  { id: 'lacquer-black', category: 'lacquer', ...lacquer('#1c1c1d', 0.025) },
  { id: 'lacquer-red', category: 'lacquer', ...lacquer('#8c1414', 0.07) },
  { id: 'lacquer-blue', category: 'lacquer', ...lacquer('#1d3b6b', 0.045) },
  { id: 'lacquer-mint', category: 'lacquer', ...lacquer('#9fc7b1', 0.5) },
  { id: 'lacquer-matt-anthracite', category: 'lacquer', ...paint('#3a3c3f', 0.05, 0.45) },
]

export const findLibraryMaterial = (id: string): LibraryMaterial | null => LIBRARY.find((material) => material.id === id) ?? null
