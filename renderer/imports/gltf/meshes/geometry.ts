import type { Accessor, Primitive } from '@gltf-transform/core'
import type { Shape } from '../../../../gpu/index.ts'
import { AtriumError } from '../../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../../words/say.ts'

/** One primitive as indexed triangles, in the space of its mesh. */
export interface Surface {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly uvs: Float32Array | null
  readonly indices: Uint32Array
  /** Index into the file's materials; null wears the default. */
  readonly material: number | null
  /** What its mesh claims to stand for. */
  readonly shape?: Shape | undefined
  /** Of its corners, linear RGB and alpha, 0..1; absent: none. */
  readonly colors?: Float32Array | undefined
}

export interface SurfaceOptions {
  /** Shown in messages: the mesh's name. */
  readonly name: string
  readonly material: number | null
  /** Which TEXCOORD set the material reads. */
  readonly texCoord: number
  /** Its file has shapes for it to change into, which are not read. */
  readonly morphs: boolean
  readonly notes: Set<Phrase>
}

/**
 * Reads one primitive: strips and fans become triangles, missing normals are computed flat, as glTF says.
 *
 * @returns null when it shows no surface (points, lines, nothing)
 * @throws AtriumError `model-invalid`, naming the mesh, for positions that are not finite and indices out of range
 */
export function readSurface(primitive: Primitive, { name, material, texCoord, morphs, notes }: SurfaceOptions): Surface | null {
  const position = primitive.getAttribute('POSITION')
  const mode = primitive.getMode()
  if (mode < 4) {
    notes.add(phrase('import.mesh.lines', { name }))
    return null
  }
  const positions = position === null ? null : floatsOf(position)
  if (positions === null || positions.length === 0) return null
  const vertexCount = positions.length / 3
  if (!allFinite(positions)) throw new AtriumError('model-invalid', `“${name}” has corners whose positions are not finite numbers.`)
  const indices = trianglesOf(primitive.getIndices()?.getArray() ?? null, vertexCount, mode)
  for (const index of indices) {
    if (index >= vertexCount) throw new AtriumError('model-invalid', `“${name}” refers to corner ${index}, but has only ${vertexCount}.`)
  }
  if (indices.length === 0) return null
  if (morphs) notes.add(phrase('import.mesh.morphs', { name }))
  const uvs = uvsOf(primitive, texCoord, vertexCount)
  const normals = normalsOf(primitive, vertexCount)
  const colors = colorsOf(primitive, vertexCount)
  if (colors === undefined && primitive.getAttribute('COLOR_0') !== null) notes.add(phrase('import.mesh.colours', { name }))
  if (normals !== null) return { positions, normals, uvs, indices, material, colors }
  const flat = flatShaded(positions, uvs, indices, material)
  return colors === undefined ? flat : { ...flat, colors: Float32Array.from({ length: indices.length * 4 }, (_, i) => colors[4 * indices[i >> 2] + (i & 3)]) }
}

/** Values as floats: integers that stand for 0..1 or -1..1 are unpacked. */
export function floatsOf(accessor: Accessor): Float32Array {
  const array = accessor.getArray()
  if (array === null) return new Float32Array()
  if (array instanceof Float32Array) return array
  const values = Float32Array.from(array as ArrayLike<number>)
  if (!accessor.getNormalized()) return values
  const signed = array instanceof Int8Array || array instanceof Int16Array
  const scale = 1 / (2 ** (array.BYTES_PER_ELEMENT * 8 - (signed ? 1 : 0)) - 1)
  return values.map((value) => Math.max(value * scale, -1))
}

const allFinite = (values: Float32Array): boolean => {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false
  return true
}

function uvsOf(primitive: Primitive, texCoord: number, vertexCount: number): Float32Array | null {
  const accessor = primitive.getAttribute(`TEXCOORD_${texCoord}`) ?? primitive.getAttribute('TEXCOORD_0')
  if (accessor === null) return null
  const uvs = floatsOf(accessor)
  if (uvs.length !== vertexCount * 2) return null
  return allFinite(uvs) ? uvs : uvs.map((value) => (Number.isFinite(value) ? value : 0))
}

/** Alpha is 1 where there is none; undefined when the file has no colours that can be used. */
function colorsOf(primitive: Primitive, vertexCount: number): Float32Array | undefined {
  const accessor = primitive.getAttribute('COLOR_0')
  if (accessor === null) return undefined
  const size = accessor.getElementSize()
  const values = floatsOf(accessor)
  if ((size !== 3 && size !== 4) || values.length !== vertexCount * size || !allFinite(values)) return undefined
  const clamped = (value: number): number => Math.min(1, Math.max(0, value))
  return Float32Array.from({ length: 4 * vertexCount }, (_, i) => ((i & 3) < size ? clamped(values[size * (i >> 2) + (i & 3)]) : 1))
}

/** Unit normals, or null when the file has none that can be used. */
function normalsOf(primitive: Primitive, vertexCount: number): Float32Array | null {
  const accessor = primitive.getAttribute('NORMAL')
  if (accessor === null) return null
  const normals = Float32Array.from(floatsOf(accessor))
  if (normals.length !== vertexCount * 3 || !allFinite(normals)) return null
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2])
    if (length < 1e-6) normals.set([0, 1, 0], i)
    else for (let k = 0; k < 3; k++) normals[i + k] /= length
  }
  return normals
}

/** Corner indices, three per triangle; degenerate triangles that join strips are dropped. */
function trianglesOf(source: ArrayLike<number> | null, vertexCount: number, mode: number): Uint32Array {
  const count = source?.length ?? vertexCount
  const at = (i: number): number => (source === null ? i : source[i])
  if (mode === 4) {
    const whole = count - (count % 3)
    return source === null ? Uint32Array.from({ length: whole }, (_, i) => i) : Uint32Array.from(source).subarray(0, whole)
  }
  const triangles: number[] = []
  for (let i = 2; i < count; i++) {
    const [a, b] = mode === 6 ? [at(0), at(i - 1)] : i % 2 === 0 ? [at(i - 2), at(i - 1)] : [at(i - 1), at(i - 2)]
    const c = at(i)
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c)
  }
  return Uint32Array.from(triangles)
}

/** Every triangle gets corners and a normal of its own. */
function flatShaded(positions: Float32Array, uvs: Float32Array | null, indices: Uint32Array, material: number | null): Surface {
  const flat = new Float32Array(indices.length * 3)
  const flatUvs = uvs === null ? null : new Float32Array(indices.length * 2)
  indices.forEach((index, i) => {
    for (let k = 0; k < 3; k++) flat[i * 3 + k] = positions[index * 3 + k]
    if (flatUvs !== null && uvs !== null) flatUvs.set([uvs[index * 2], uvs[index * 2 + 1]], i * 2)
  })
  const normals = new Float32Array(flat.length)
  for (let i = 0; i < flat.length; i += 9) {
    const [ax, ay, az] = [flat[i + 3] - flat[i], flat[i + 4] - flat[i + 1], flat[i + 5] - flat[i + 2]]
    const [bx, by, bz] = [flat[i + 6] - flat[i], flat[i + 7] - flat[i + 1], flat[i + 8] - flat[i + 2]]
    const n = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
    const length = Math.hypot(...n)
    const unit = length > 0 ? n.map((value) => value / length) : [0, 1, 0]
    for (let corner = 0; corner < 9; corner += 3) normals.set(unit, i + corner)
  }
  return { positions: flat, normals, uvs: flatUvs, indices: Uint32Array.from(indices, (_, i) => i), material }
}
