import type { Material, Rgb, TextureData, TextureKey } from '../../../../gpu/index.ts'
import { AtriumError } from '../../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../../words/say.ts'
import { LIMITS } from '../../bytes/limits.ts'
import { sha256Hex } from '../../bytes/sha256.ts'
import type { Surface } from './geometry.ts'
import { DEFAULT_MATERIAL } from '../surfaces/materials.ts'

/** Colours of one surface that become materials of their own; beyond, they become a picture. */
const MOST_TINTS = 16
/** A triangle's square of texels, side by side. */
const TILES_A_SIDE = LIMITS.textureSide / 2
const TILES = TILES_A_SIDE ** 2

/** A surface with the colours of its corners: linear RGB and alpha, 0..1. */
export type ColoredSurface = Surface & { readonly colors: Float32Array }

/**
 * Gives colours at corners (COLOR_0) to the materials, which is where the engine looks for them. Materials and textures grow by what
 * that needs; the same file always gives the same.
 */
export class CornerPaint {
  readonly materials: Material[]
  private readonly tints = new Map<string, number>()

  constructor(materials: readonly Material[], readonly textures: Map<TextureKey, TextureData>, private readonly notes: Set<Phrase>) {
    this.materials = [...materials]
  }

  /**
   * A few colours, each on whole triangles, become tinted materials. Others are drawn into a picture, which shows them exactly, unless the
   * material has pictures of its own: a surface has one set of texture coordinates. Then their mean is what is left.
   *
   * @param name  of the mesh, for notes
   * @throws AtriumError `model-too-large` when the pictures pass what a model may have
   */
  async paint({ colors, ...surface }: ColoredSurface, name: string): Promise<readonly Surface[]> {
    const byColor = trianglesByColor(surface, colors)
    if (byColor !== null && byColor.size === 1) return [{ ...surface, material: this.tinted(surface.material, colorAt(colors, surface.indices[0])) }]
    if (byColor !== null) return [...byColor.values()].map((triangles) => ({ ...only(surface, triangles), material: this.tinted(surface.material, colorAt(colors, surface.indices[3 * triangles[0]])) }))
    if (!hasPictures(this.materialOf(surface.material))) return this.drawn(surface, colors)
    this.notes.add(phrase('import.mesh.colours.mean', { name }))
    return [{ ...surface, material: this.tinted(surface.material, meanOf(surface, colors)) }]
  }

  /** What is coloured needs no plaster below. */
  private materialOf(material: number | null): Material {
    return material === null ? { ...DEFAULT_MATERIAL, baseColor: [1, 1, 1] } : this.materials[material]
  }

  private tinted(material: number | null, color: readonly number[]): number | null {
    const [r, g, b, a] = color.map((value) => Math.round(value * 65_535) / 65_535)
    if (material !== null && r === 1 && g === 1 && b === 1 && a === 1) return material
    return this.kept(`${material} ${r} ${g} ${b} ${a}`, () => {
      const plain = this.materialOf(material)
      return { ...plain, baseColor: plain.baseColor.map((value, i) => value * [r, g, b][i]) as unknown as Rgb, alpha: plain.alpha * a }
    })
  }

  private kept(recipe: string, make: () => Material): number {
    const known = this.tints.get(recipe) ?? this.materials.push(make()) - 1
    this.tints.set(recipe, known)
    return known
  }

  private async drawn(surface: Surface, colors: Float32Array): Promise<readonly Surface[]> {
    const count = surface.indices.length / 3
    const surfaces: Surface[] = []
    for (let first = 0; first < count; first += TILES) {
      const triangles = Array.from({ length: Math.min(TILES, count - first) }, (_, i) => first + i)
      const { uvs, picture } = drawTiles(surface, colors, triangles)
      const key = `${await sha256Hex(picture.rgba)}-srgb`
      this.textures.set(key, { key, colorSpace: 'srgb', ...picture })
      if ([...this.textures.values()].reduce((sum, { rgba }) => sum + rgba.byteLength, 0) > LIMITS.textureBytes) throw new AtriumError('model-too-large', 'The colours at its corners need more than 1 GiB of memory.')
      const baseColorTexture = { texture: key, wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
      const material = this.kept(`${surface.material} ${key}`, () => ({ ...this.materialOf(surface.material), baseColorTexture }))
      surfaces.push({ ...apart(surface, triangles), uvs, material })
    }
    return surfaces
  }
}

const colorAt = (colors: Float32Array, corner: number): readonly number[] => [...colors.subarray(4 * corner, 4 * corner + 4)]

/** In steps of 1/255 of the square root: as fine as an eye tells them apart. */
const stepsOf = (colors: Float32Array, corner: number): number => {
  let steps = 0
  for (let k = 0; k < 4; k++) steps = steps * 256 + Math.round(255 * Math.sqrt(colors[4 * corner + k]))
  return steps
}

/** Triangles of one colour each, by it; null when some blend, or the colours are many. */
function trianglesByColor({ indices }: Surface, colors: Float32Array): Map<number, number[]> | null {
  const found = new Map<number, number[]>()
  for (let i = 0; i < indices.length; i += 3) {
    const steps = stepsOf(colors, indices[i])
    if (stepsOf(colors, indices[i + 1]) !== steps || stepsOf(colors, indices[i + 2]) !== steps) return null
    const same = found.get(steps)
    if (same !== undefined) same.push(i / 3)
    else if (found.size === MOST_TINTS) return null
    else found.set(steps, [i / 3])
  }
  return found
}

function meanOf({ indices }: Surface, colors: Float32Array): readonly number[] {
  const sum = [0, 0, 0, 0]
  for (const corner of indices) for (let k = 0; k < 4; k++) sum[k] += colors[4 * corner + k]
  return sum.map((value) => value / indices.length)
}

const hasPictures = ({ baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture, transmissionTexture, clearcoat, sheen, anisotropy, film }: Material): boolean =>
  [baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture, transmissionTexture, clearcoat?.factorTexture, clearcoat?.roughnessTexture, sheen?.colorTexture, anisotropy?.texture, film?.factorTexture, film?.thicknessTexture]
    .some((use) => use !== null && use !== undefined)

/** These triangles, with the corners that they have. */
function only(surface: Surface, triangles: readonly number[]): Surface {
  const places = new Map<number, number>()
  const indices = Uint32Array.from(triangles.flatMap((triangle) => [0, 1, 2].map((k) => {
    const corner = surface.indices[3 * triangle + k]
    const place = places.get(corner) ?? places.size
    places.set(corner, place)
    return place
  })))
  return { ...surface, ...picked(surface, Uint32Array.from(places.keys())), indices }
}

/** These triangles, each with corners of its own. */
function apart(surface: Surface, triangles: readonly number[]): Surface {
  const corners = surface.indices.subarray(3 * triangles[0], 3 * (triangles[0] + triangles.length))
  return { ...surface, ...picked(surface, corners), indices: Uint32Array.from({ length: corners.length }, (_, i) => i) }
}

function picked({ positions, normals, uvs }: Surface, corners: Uint32Array): Pick<Surface, 'positions' | 'normals' | 'uvs'> {
  const pick = (from: Float32Array, size: number): Float32Array => {
    const to = new Float32Array(corners.length * size)
    corners.forEach((corner, i) => { for (let k = 0; k < size; k++) to[size * i + k] = from[size * corner + k] })
    return to
  }
  return { positions: pick(positions, 3), normals: pick(normals, 3), uvs: uvs === null ? null : pick(uvs, 2) }
}

/**
 * Draws each triangle's three colours into a square of 2 x 2 texels, its corners at the middles of three of them. The fourth texel
 * continues their plane, so that filtering between the four gives what blending between the corners does.
 */
function drawTiles({ indices }: Surface, colors: Float32Array, triangles: readonly number[]): { readonly uvs: Float32Array; readonly picture: { readonly width: number; readonly height: number; readonly rgba: Uint8Array<ArrayBuffer> } } {
  const columns = 2 ** Math.ceil(Math.log2(Math.sqrt(triangles.length)))
  const rows = 2 ** Math.ceil(Math.log2(triangles.length / columns))
  const [width, height] = [2 * columns, 2 * rows]
  const rgba = new Uint8Array(4 * width * height)
  const uvs = new Float32Array(6 * triangles.length)
  triangles.forEach((triangle, tile) => {
    const [x, y] = [2 * (tile % columns), 2 * Math.floor(tile / columns)]
    const texel = (dx: number, dy: number): number => 4 * ((y + dy) * width + x + dx)
    const [a, b, c] = [0, 1, 2].map((k) => 4 * indices[3 * triangle + k])
    for (let k = 0; k < 4; k++) {
      const write = (at: number, value: number): void => { rgba[at + k] = Math.round(255 * (k === 3 ? value : encoded(value))) }
      write(texel(0, 0), colors[a + k])
      write(texel(1, 0), colors[b + k])
      write(texel(0, 1), colors[c + k])
      write(texel(1, 1), Math.min(1, Math.max(0, colors[b + k] + colors[c + k] - colors[a + k])))
    }
    const [u, v, du, dv] = [(x + 0.5) / width, (y + 0.5) / height, 1 / width, 1 / height]
    uvs.set([u, v, u + du, v, u, v + dv], 6 * tile)
  })
  return { uvs, picture: { width, height, rgba } }
}

/** sRGB of a linear value. */
const encoded = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)
