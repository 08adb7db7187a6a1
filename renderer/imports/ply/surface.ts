import { BufferGeometry, Color, Float32BufferAttribute, ShapeUtils, SRGBColorSpace, Uint32BufferAttribute, Vector2 } from 'three'
import type { NumberType, PlyElement, PlyHeader, PlyProperty } from './header.ts'
import type { Values } from './values.ts'

/** Names that programs give to what a corner has. */
const NAMES = {
  position: [['x', 'px', 'posx'], ['y', 'py', 'posy'], ['z', 'pz', 'posz']],
  normal: [['nx', 'normalx'], ['ny', 'normaly'], ['nz', 'normalz']],
  uv: [['s', 'u', 'texture_u', 'tx'], ['t', 'v', 'texture_v', 'ty']],
  color: [['red', 'diffuse_red', 'r', 'diffuse_r'], ['green', 'diffuse_green', 'g', 'diffuse_g'], ['blue', 'diffuse_blue', 'b', 'diffuse_b']],
} as const
type Aspect = keyof typeof NAMES

/** What a value is divided by to be a share of the brightest. */
const BRIGHTEST: Readonly<Partial<Record<NumberType, number>>> = { uint8: 255, int8: 255, uint16: 65_535, int16: 65_535, float32: 1, float64: 1 }

/** Of each corner of the file, as many numbers as it has axes; absent: the file says nothing of it. */
type Corners = Partial<Record<Aspect, Float32Array>>

/** What faces become: triangles by their corners in the file, and what the faces themselves say; empty: they say nothing of it. */
interface Triangles {
  readonly corners: number[]
  /** 2 a corner of a triangle. */
  readonly uvs: number[]
  /** 3 a triangle. */
  readonly colors: number[]
  /** Which of the file's pictures each triangle shows; the number behind the last: none. */
  readonly pictures: number[]
}

export interface PlySurface {
  /** Without an index where faces have colours or coordinates of their own. A group a picture, where faces say which; the last of them may be for none. */
  readonly geometry: BufferGeometry
  /** Points that the file has. */
  readonly points: number
  readonly triangles: number
  /** Of those, how many name a picture that the file does not have. */
  readonly unpictured: number
}

/** @throws AtriumError `model-truncated`, `model-invalid`. O(values of the file) */
export function readSurface({ elements, pictures }: PlyHeader, values: Values): PlySurface {
  let corners: Corners = {}
  const triangles: Triangles = { corners: [], uvs: [], colors: [], pictures: [] }
  let points = 0
  for (const element of elements) {
    if (element.name === 'vertex') {
      corners = readCorners(element, values)
      points = element.count
    } else if (element.name === 'face') readFaces(element, values, corners, pictures.length, triangles)
    else if (element.name === 'tristrips') readStrips(element, values, triangles)
    else for (let i = 0; i < element.count && element.properties.length > 0; i++) for (const property of element.properties) readProperty(property, values)
  }
  const geometry = geometryOf(corners, triangles)
  const unpictured = geometry.groups.reduce((sum, { materialIndex, count }) => (materialIndex === pictures.length ? sum + count / 3 : sum), 0)
  return { geometry, points, triangles: triangles.corners.length / 3, unpictured }
}

function readProperty({ type, countType }: PlyProperty, values: Values): number | readonly number[] {
  if (countType === null) return values.next(type)
  const list: number[] = []
  for (let left = values.next(countType); left > 0; left--) list.push(values.next(type))
  return list
}

function readCorners({ count, properties }: PlyElement, values: Values): Corners {
  // Each value takes a byte at least: a count that lies asks for no more than the file holds.
  const room = Math.min(count, Math.ceil(values.left() / Math.max(1, properties.length)))
  const places = properties.map((property) => {
    for (const [aspect, axes] of Object.entries(NAMES) as [Aspect, readonly (readonly string[])[]][]) {
      const axis = axes.findIndex((names) => names.includes(property.name))
      if (axis !== -1 && property.countType === null) return { property, aspect, axis, size: axes.length, whole: aspect === 'color' ? BRIGHTEST[property.type] ?? 255 : 1 }
    }
    return { property, aspect: null, axis: 0, size: 0, whole: 1 }
  })
  const corners: Corners = {}
  for (const [aspect, axes] of Object.entries(NAMES) as [Aspect, readonly unknown[]][]) {
    if (axes.every((_, axis) => places.some((place) => place.aspect === aspect && place.axis === axis))) corners[aspect] = new Float32Array(room * axes.length)
  }
  for (let i = 0; i < count && places.length > 0; i++) {
    for (const { property, aspect, axis, size, whole } of places) {
      const value = readProperty(property, values)
      const target = aspect === null ? undefined : corners[aspect]
      if (target !== undefined && typeof value === 'number') target[size * i + axis] = value / whole
    }
  }
  if (corners.color !== undefined) toLinear(corners.color)
  return corners
}

/** sRGB to linear Rec. 709, in place. */
function toLinear(colors: Float32Array): void {
  const color = new Color()
  for (let i = 0; i + 2 < colors.length; i += 3) color.setRGB(colors[i], colors[i + 1], colors[i + 2], SRGBColorSpace).toArray(colors, i)
}

function readFaces({ count, properties }: PlyElement, values: Values, { position }: Corners, pictures: number, into: Triangles): void {
  const color = new Color()
  const place = (...names: readonly string[]): number => properties.findIndex(({ name }) => names.includes(name))
  const [index, texcoord, texnumber, ...shades] = [place('vertex_indices', 'vertex_index'), place('texcoord'), place('texnumber'), ...NAMES.color.map((names) => place(...names))]
  const face: (number | readonly number[])[] = []
  const hasColors = shades.every((shade) => shade !== -1 && properties[shade].countType === null)
  for (let i = 0; i < count && properties.length > 0; i++) {
    for (let k = 0; k < properties.length; k++) face[k] = readProperty(properties[k], values)
    const [indices, uvs, picture] = [face[index], face[texcoord], face[texnumber]]
    if (!isList(indices)) continue
    const cut = triangulated(indices, position)
    for (const corner of cut) into.corners.push(indices[corner])
    if (texcoord !== -1) for (const corner of cut) into.uvs.push(isList(uvs) ? uvs[2 * corner] ?? 0 : 0, isList(uvs) ? uvs[2 * corner + 1] ?? 0 : 0)
    const shows = typeof picture === 'number' && Number.isInteger(picture) && picture >= 0 && picture < pictures ? picture : pictures
    if (texnumber !== -1) for (let t = 0; t < cut.length / 3; t++) into.pictures.push(shows)
    if (!hasColors) continue
    const [r, g, b] = shades.map((shade) => (face[shade] as number) / (BRIGHTEST[properties[shade].type] ?? 255))
    color.setRGB(r, g, b, SRGBColorSpace)
    for (let t = 0; t < cut.length / 3; t++) into.colors.push(color.r, color.g, color.b)
  }
}

const isList = (value: number | readonly number[] | undefined): value is readonly number[] => typeof value === 'object'

const [TRIANGLE, QUADRANGLE] = [[0, 1, 2], [0, 1, 2, 0, 2, 3]]

/** Corners of a polygon, by their places in it, three a triangle; quadrangles are cut along their first diagonal, as the format says. */
function triangulated(indices: readonly number[], position: Float32Array | undefined): readonly number[] {
  if (indices.length === 3) return TRIANGLE
  if (indices.length === 4) return QUADRANGLE
  if (indices.length < 3 || position === undefined) return []
  const points = indices.map((index) => [position[3 * index] ?? 0, position[3 * index + 1] ?? 0, position[3 * index + 2] ?? 0])
  // Newell's normal: the polygon is looked at along its longest axis.
  const normal = [0, 1, 2].map((axis) => points.reduce((sum, point, i) => {
    const [next, u, v] = [points[(i + 1) % points.length], (axis + 1) % 3, (axis + 2) % 3]
    return sum + (point[u] - next[u]) * (point[v] + next[v])
  }, 0))
  const along = normal.map(Math.abs).indexOf(Math.max(...normal.map(Math.abs)))
  const [u, v] = normal[along] < 0 ? [(along + 2) % 3, (along + 1) % 3] : [(along + 1) % 3, (along + 2) % 3]
  return ShapeUtils.triangulateShape(points.map((point) => new Vector2(point[u], point[v])), []).flat()
}

/** Strips of triangles, -1 between them; every second one is turned round. */
function readStrips({ count, properties }: PlyElement, values: Values, into: Triangles): void {
  for (let i = 0; i < count && properties.length > 0; i++) {
    for (const property of properties) {
      const list = readProperty(property, values)
      if (typeof list === 'number' || !property.name.startsWith('vertex_ind')) continue
      let start = 0
      list.forEach((index, at) => {
        if (index < 0) start = at + 1
        else if (at - start >= 2) {
          const [a, b] = (at - start) % 2 === 0 ? [list[at - 2], list[at - 1]] : [list[at - 1], list[at - 2]]
          into.corners.push(a, b, index)
        }
      })
    }
  }
}

function geometryOf(corners: Corners, { corners: indices, uvs, colors, pictures }: Triangles): BufferGeometry {
  const geometry = new BufferGeometry()
  const sizes = { position: 3, normal: 3, uv: 2, color: 3 } as const
  for (const aspect of Object.keys(sizes) as Aspect[]) {
    const values = corners[aspect]
    if (values !== undefined) geometry.setAttribute(aspect, new Float32BufferAttribute(values, sizes[aspect]))
  }
  const known = (corners.position?.length ?? 0) / 3
  const kept: number[] = []
  // What names a corner that is not there is no triangle.
  const isKnown = (index: number): boolean => index >= 0 && index < known
  for (let t = 0; 3 * t < indices.length; t++) if (isKnown(indices[3 * t]) && isKnown(indices[3 * t + 1]) && isKnown(indices[3 * t + 2])) kept.push(t)
  if (pictures.length > 0) kept.sort((a, b) => pictures[a] - pictures[b] || a - b)
  geometry.setIndex(new Uint32BufferAttribute(ofTriangles(kept, indices, 3), 1))
  const whole = uvs.length > 0 || colors.length > 0 ? geometry.toNonIndexed() : geometry
  if (uvs.length > 0) whole.setAttribute('uv', new Float32BufferAttribute(ofTriangles(kept, uvs, 6), 2))
  if (colors.length > 0) {
    const each = ofTriangles(kept, colors, 3)
    whole.setAttribute('color', new Float32BufferAttribute(Float32Array.from({ length: 3 * each.length }, (_, i) => each[3 * Math.floor(i / 9) + (i % 3)]), 3))
  }
  for (let start = 0, i = 1; pictures.length > 0 && i <= kept.length; i++) {
    if (i < kept.length && pictures[kept[i]] === pictures[kept[start]]) continue
    whole.addGroup(3 * start, 3 * (i - start), pictures[kept[start]])
    start = i
  }
  return whole
}

/** Values of these triangles, `size` each. */
function ofTriangles(kept: readonly number[], values: readonly number[], size: number): Float64Array {
  const found = new Float64Array(size * kept.length)
  kept.forEach((t, i) => { for (let k = 0; k < size; k++) found[size * i + k] = values[size * t + k] })
  return found
}
