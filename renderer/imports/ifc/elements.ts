import type { Buffer, Document, Material, Mesh, Node } from '@gltf-transform/core'
import type { FlatMesh, IfcAPI, PlacedGeometry } from 'web-ifc'
import { invertAffine, multiplyMatrices } from '../../document/transform.ts'
import type { Building } from './building.ts'
import { type Lines, textOf } from './lines.ts'
import { lookOf, type Size } from './looks.ts'
import { IfcMaterials } from './materials.ts'
import type { Surfaces } from './surfaces.ts'

/** web-ifc builds shapes with z up, and turns them last into a world with y up; taken back here, and kept in the mesh, elements stand upright. */
const Z_UP_FROM_Y_UP = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]
/** Placements that differ by less are the same, metres. */
const SAME_PLACE = 1e-5

/** Volumes that nobody builds. */
const UNSEEN = /^Ifc(?:Space|SpatialZone|OpeningElement|VirtualElement|Annotation|Grid)$/i

interface Shape {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly indices: Uint32Array
  /** Along its axes, in its unit. */
  readonly size: Size
}

/** One shape of an element: which, how it lies in the element, what it wears. */
interface Part {
  readonly shape: number
  readonly elementFromShape: readonly number[]
  readonly material: Material
}

/** What a node of an element says of itself, for reading the model again and for its place in the outline. */
export interface ElementExtras {
  readonly key: string
  readonly class: string
  readonly type?: string
}

/** Builds one node per element; elements of equal shapes, colours and relative placements share their mesh. */
export class ElementBuilder {
  /** Elements of which the file declares no surface: they look as their class does. */
  readonly bare = new Set<number>()
  private readonly materials: IfcMaterials
  private readonly shapes = new Map<number, Shape>()
  private readonly meshes = new Map<string, Mesh | null>()
  private readonly materialIds = new Map<Material, number>()

  constructor(
    private readonly api: IfcAPI, private readonly model: number, private readonly lines: Lines, private readonly building: Building,
    private readonly surfaces: Surfaces, private readonly document: Document, private readonly buffer: Buffer,
  ) {
    this.materials = new IfcMaterials(document)
  }

  /** @returns null when it shows nothing, or is flattened by its placement */
  element(flat: FlatMesh): Node | null {
    const { expressID: id, geometries } = flat
    if (geometries.size() === 0) return null
    const ifcClass = this.lines.classOf(id)
    if (UNSEEN.test(ifcClass)) return null
    const worldFromElement = withoutScale(multiplyMatrices(geometries.get(0).flatTransformation, Z_UP_FROM_Y_UP))
    const elementFromWorld = invertAffine(worldFromElement)
    if (elementFromWorld === null) return null
    const parts: Part[] = []
    for (let i = 0; i < geometries.size(); i++) {
      const { geometryExpressID: shape, flatTransformation } = geometries.get(i)
      parts.push({
        shape, elementFromShape: multiplyMatrices(elementFromWorld, flatTransformation),
        material: this.materialOf(id, ifcClass, geometries.get(i), geometries.size() === 1),
      })
    }
    const type = this.building.typeNames.get(id)
    const mesh = this.mesh(parts, type || ifcClass)
    if (mesh === null) return null
    const line = this.lines.at(id)
    const extras: ElementExtras = { key: textOf(line?.GlobalId) || String(id), class: ifcClass, ...(type ? { type } : {}) }
    return this.document.createNode(textOf(line?.Name) || ifcClass).setMesh(mesh).setMatrix(worldFromElement as unknown as Parameters<Node['setMatrix']>[0]).setExtras({ atrium: extras })
  }

  private materialOf(id: number, ifcClass: string, { geometryExpressID: shape, color, flatTransformation: m }: PlacedGeometry, isAlone: boolean): Material {
    const surface = this.surfaces.of(id, shape, color)
    if (surface !== null) return this.materials.of(surface, ifcClass)
    this.bare.add(id)
    const scale = Math.hypot(m[0], m[1], m[2])
    const [x, y, z] = this.shape(shape).size
    const type = textOf(this.lines.at(id)?.PredefinedType)
    return this.materials.like(lookOf(ifcClass, type, this.lines.classOf(this.building.wholeOf(id)), [x * scale, y * scale, z * scale], isAlone))
  }

  private mesh(parts: readonly Part[], name: string): Mesh | null {
    const key = parts.map(({ shape, elementFromShape, material }) => `${shape} ${elementFromShape.map((value) => Math.round(value / SAME_PLACE)).join()} ${this.idOf(material)}`).join('|')
    if (!this.meshes.has(key)) this.meshes.set(key, this.buildMesh(parts, name))
    return this.meshes.get(key) as Mesh | null
  }

  private idOf(material: Material): number {
    if (!this.materialIds.has(material)) this.materialIds.set(material, this.materialIds.size)
    return this.materialIds.get(material) as number
  }

  /** Shapes of one material become one primitive. */
  private buildMesh(parts: readonly Part[], name: string): Mesh | null {
    const mesh = this.document.createMesh(name)
    for (const material of new Set(parts.map((part) => part.material))) {
      const worn = parts.filter((part) => part.material === material).map(({ shape, elementFromShape }) => ({ ...this.shape(shape), elementFromShape }))
      const [corners, indexCount] = [sum(worn.map(({ positions }) => positions.length)), sum(worn.map(({ indices }) => indices.length))]
      if (indexCount === 0) continue
      const positions = new Float32Array(corners)
      const normals = new Float32Array(corners)
      const indices = new Uint32Array(indexCount)
      let [corner, index] = [0, 0]
      for (const part of worn) {
        placePositions(part.positions, part.elementFromShape, positions, corner)
        placeNormals(part.normals, part.elementFromShape, normals, corner)
        for (const i of part.indices) indices[index++] = i + corner / 3
        corner += part.positions.length
      }
      const accessor = (type: 'SCALAR' | 'VEC3', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) => this.document.createAccessor().setType(type).setArray(array).setBuffer(this.buffer)
      mesh.addPrimitive(this.document.createPrimitive().setMaterial(material).setIndices(accessor('SCALAR', indices))
        .setAttribute('POSITION', accessor('VEC3', positions)).setAttribute('NORMAL', accessor('VEC3', normals)))
    }
    return mesh.listPrimitives().length === 0 ? null : mesh
  }

  private shape(id: number): Shape {
    const known = this.shapes.get(id)
    if (known !== undefined) return known
    const geometry = this.api.GetGeometry(this.model, id)
    // Six floats a corner, position and normal; copies of the kernel's memory.
    const corners = this.api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
    const indices = Uint32Array.from(this.api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()))
    geometry.delete()
    const count = corners.length / 6
    const positions = new Float32Array(count * 3)
    const normals = new Float32Array(count * 3)
    for (let i = 0; i < count; i++) {
      positions.set(corners.subarray(i * 6, i * 6 + 3), i * 3)
      normals.set(corners.subarray(i * 6 + 3, i * 6 + 6), i * 3)
    }
    const shape = { positions, normals, indices, size: sizeOf(positions) }
    this.shapes.set(id, shape)
    return shape
  }
}

/** The unit of the file's lengths goes into the mesh: a piece is as large as it says. */
function withoutScale(m: readonly number[]): number[] {
  const scale = Math.hypot(m[0], m[1], m[2])
  return m.map((value, i) => (i < 12 && scale > 0 ? value / scale : value))
}

function sizeOf(positions: Float32Array): Size {
  const [min, max] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], positions[i])
    max[i % 3] = Math.max(max[i % 3], positions[i])
  }
  return [Math.max(0, max[0] - min[0]), Math.max(0, max[1] - min[1]), Math.max(0, max[2] - min[2])]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function placePositions(from: Float32Array, m: readonly number[], to: Float32Array, at: number): void {
  for (let i = 0; i < from.length; i += 3) {
    for (let row = 0; row < 3; row++) to[at + i + row] = m[row] * from[i] + m[4 + row] * from[i + 1] + m[8 + row] * from[i + 2] + m[12 + row]
  }
}

/** By the matrix itself: placements in IFC turn, move and mirror, but do not shear. */
function placeNormals(from: Float32Array, m: readonly number[], to: Float32Array, at: number): void {
  for (let i = 0; i < from.length; i += 3) {
    const turned = [0, 1, 2].map((row) => m[row] * from[i] + m[4 + row] * from[i + 1] + m[8 + row] * from[i + 2])
    const length = Math.hypot(turned[0], turned[1], turned[2])
    for (let row = 0; row < 3; row++) to[at + i + row] = length > 0 ? turned[row] / length : Number(row === 1)
  }
}
