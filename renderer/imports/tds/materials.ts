import { Color, DoubleSide, MeshPhongMaterial, RepeatWrapping, SRGBColorSpace, type Texture, TextureLoader } from 'three'
import { type Chunk, chunksIn, Values } from './chunks.ts'

const NAME = 0xa000, DIFFUSE = 0xa020, SHININESS = 0xa040, TRANSPARENCY = 0xa050, TWO_SIDED = 0xa081, SELF_LIT = 0xa084
const PICTURE = 0xa200, OPACITY_PICTURE = 0xa210
const FILE = 0xa300, U_SCALE = 0xa354, V_SCALE = 0xa356, U_OFFSET = 0xa358, V_OFFSET = 0xa35a
const COLOR_FLOATS = [0x0010, 0x0013], COLOR_BYTES = [0x0011, 0x0012]
const PERCENT_WORD = 0x0030, PERCENT_FLOAT = 0x0031

/** A material entry. Its colours are those of a display. */
export function readMaterial(view: DataView, entry: Chunk): MeshPhongMaterial {
  const material = new MeshPhongMaterial()
  let lit = 0
  for (const chunk of chunksIn(view, entry.from, entry.to)) {
    if (chunk.id === NAME) material.name = new Values(view, chunk.from, chunk.to).text()
    else if (chunk.id === DIFFUSE) material.color = readColor(view, chunk) ?? material.color
    else if (chunk.id === SHININESS) material.shininess = 100 * (readShare(view, chunk) ?? 0.3)
    else if (chunk.id === TRANSPARENCY) material.opacity = 1 - (readShare(view, chunk) ?? 0)
    else if (chunk.id === TWO_SIDED) material.side = DoubleSide
    else if (chunk.id === SELF_LIT) lit = readShare(view, chunk) ?? 0
    else if (chunk.id === PICTURE) material.map = readPicture(view, chunk)
    else if (chunk.id === OPACITY_PICTURE) material.alphaMap = readPicture(view, chunk)
  }
  material.transparent = material.opacity < 1
  material.emissive = material.color.clone().multiplyScalar(lit)
  return material
}

/** Linear; null: it is in none of the ways that are known. */
export function readColor(view: DataView, { from, to }: Chunk): Color | null {
  for (const chunk of chunksIn(view, from, to)) {
    const values = new Values(view, chunk.from, chunk.to)
    if (COLOR_FLOATS.includes(chunk.id)) return colorOf([...values.floats(3)])
    if (COLOR_BYTES.includes(chunk.id)) return colorOf(values.bytes(3).map((byte) => byte / 255))
  }
  return null
}

function colorOf(rgb: readonly number[]): Color {
  const [r, g, b] = rgb.map((value) => Math.min(1, Math.max(0, value || 0)))
  return new Color().setRGB(r, g, b, SRGBColorSpace)
}

/** 0..1. */
function readShare(view: DataView, { from, to }: Chunk): number | null {
  for (const chunk of chunksIn(view, from, to)) {
    const values = new Values(view, chunk.from, chunk.to)
    const share = chunk.id === PERCENT_WORD ? values.word() / 100 : chunk.id === PERCENT_FLOAT ? values.float() : null
    if (share !== null && Number.isFinite(share)) return Math.min(1, Math.max(0, share))
  }
  return null
}

function readPicture(view: DataView, { from, to }: Chunk): Texture | null {
  const chunks = chunksIn(view, from, to)
  const file = chunks.find(({ id }) => id === FILE)
  if (file === undefined) return null
  const texture = new TextureLoader().load(new Values(view, file.from, file.to).text())
  const value = (id: number, otherwise: number): number => {
    const chunk = chunks.find((each) => each.id === id)
    const read = chunk === undefined ? otherwise : new Values(view, chunk.from, chunk.to).float()
    return Number.isFinite(read) && Math.abs(read) < 1e4 ? read : otherwise
  }
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.repeat.set(value(U_SCALE, 1) || 1, value(V_SCALE, 1) || 1)
  texture.offset.set(value(U_OFFSET, 0), value(V_OFFSET, 0))
  return texture
}
