import type { BrepFace, Extrusion, File3dm, GeometryBase, InstanceReference, Material, Mesh, ObjectAttributes, RhinoModule } from 'rhino3dm'
import { AtriumError } from '../../errors/atrium-error.ts'
import { LIMITS } from '../bytes/limits.ts'
import type { RhinoMaterial, RhinoMesh, RhinoModel, RhinoObject } from './model.ts'

const METRES = {
  Angstroms: 1e-10, Nanometers: 1e-9, Microns: 1e-6, Millimeters: 1e-3, Centimeters: 1e-2, Decimeters: 0.1, Meters: 1, Dekameters: 10, Hectometers: 100, Kilometers: 1000,
  Microinches: 2.54e-8, Mils: 2.54e-5, Inches: 0.0254, Feet: 0.3048, Yards: 0.9144, Miles: 1609.344,
} as const

/** Of the work, done when the kernel has read the file. */
const OPENED = 0.4

interface Color { readonly r: number; readonly g: number; readonly b: number; readonly a: number }

/**
 * Copies what is shown of a Rhino file out of the kernel: meshes, and those that Rhino saved of solids and surfaces. Nothing is meshed here.
 *
 * @param onProgress  0..1, object by object; the first when the kernel has read the file
 * @throws AtriumError `model-invalid`, `model-too-many`, `model-too-large`
 */
export function extractRhino(rhino: RhinoModule, bytes: Uint8Array, onProgress: (fraction: number) => void = () => {}): RhinoModel {
  const file = rhino.File3dm.fromByteArray(bytes) as (File3dm & { delete(): void }) | null
  if (file === null) throw new AtriumError('model-invalid', 'It is no file that Rhino could read.')
  try {
    return new Extractor(rhino, file, onProgress).model()
  } finally {
    file.delete()
  }
}

class Extractor {
  private unmeshed = 0
  private hidden = 0
  private triangles = 0
  private readonly shownLayers: readonly boolean[]

  constructor(private readonly rhino: RhinoModule, private readonly file: File3dm, private readonly onProgress: (fraction: number) => void) {
    const table = file.layers()
    this.shownLayers = Array.from({ length: table.count }, (_, i) => table.get(i).visible)
  }

  model(): RhinoModel {
    const { file, rhino } = this
    const table = file.objects()
    if (table.count > LIMITS.nodes) throw new AtriumError('model-too-many', `The file has ${table.count} objects; Atrium takes ${LIMITS.nodes}.`)
    const objects = Array.from({ length: table.count }, (_, i) => i).flatMap((i) => {
      this.onProgress(OPENED + ((1 - OPENED) * i) / table.count)
      const object = table.get(i)
      return this.object(object.geometry(), object.attributes())
    })
    const layers = file.layers()
    const blocks = file.instanceDefinitions()
    const unit = file.settings().modelUnitSystem
    const named = (Object.keys(METRES) as (keyof typeof METRES)[]).find((name) => rhino.UnitSystem[name] === unit)
    return {
      metresPerUnit: named === undefined ? null : METRES[named],
      app: file.applicationName,
      layers: Array.from({ length: layers.count }, (_, i) => layers.get(i)).map(({ id, parentLayerId, name }) => ({ id, parent: parentLayerId, name })),
      objects,
      blocks: Array.from({ length: blocks.count }, (_, i) => blocks.get(i)).map((block) => ({ id: block.id, name: block.name, objects: [...(block.getObjectIds() as unknown as Iterable<string>)] })),
      unmeshed: this.unmeshed, hidden: this.hidden,
    }
  }

  private object(geometry: GeometryBase, attributes: ObjectAttributes): RhinoObject[] {
    const { ObjectType } = this.rhino
    const type = geometry.objectType
    const isInstance = type === ObjectType.InstanceReference
    const isSurface = [ObjectType.Mesh, ObjectType.Brep, ObjectType.Extrusion, ObjectType.SubD, ObjectType.Surface].includes(type)
    if (!isInstance && !isSurface) return []
    if (!attributes.visible || this.shownLayers[attributes.layerIndex] === false) {
      this.hidden++
      return []
    }
    const meshes = isInstance ? [] : this.meshesOf(geometry)
    if (isSurface && meshes.length === 0) {
      this.unmeshed++
      return []
    }
    return [{
      id: attributes.id, name: attributes.name, layer: attributes.layerIndex, isInBlock: attributes.isInstanceDefinitionObject, material: this.materialOf(attributes), meshes,
      instance: isInstance ? { block: (geometry as InstanceReference).parentIdefId, matrix: [...((geometry as InstanceReference).xform.toFloatArray(false) as unknown as Iterable<number>)] } : null,
    }]
  }

  private meshesOf(geometry: GeometryBase): RhinoMesh[] {
    const { ObjectType, MeshType } = this.rhino
    if (geometry.objectType === ObjectType.Mesh) return this.mesh(geometry as Mesh)
    if (geometry.objectType === ObjectType.Extrusion) return this.mesh((geometry as Extrusion).getMesh(MeshType.Any) as Mesh | null)
    if (geometry.objectType !== ObjectType.Brep) return []
    const faces = (geometry as unknown as { faces(): { readonly count: number; get(i: number): BrepFace } }).faces()
    return Array.from({ length: faces.count }, (_, i) => this.mesh(faces.get(i).getMesh(MeshType.Any) as Mesh | null)).flat()
  }

  private mesh(mesh: Mesh | null): RhinoMesh[] {
    if (mesh === null) return []
    const { position, normal, uv, index } = mesh.toThreejsBuffers(false) as { position: Float32Array; normal: Float32Array; uv?: Float32Array; index: Uint32Array }
    this.triangles += index.length / 3
    if (this.triangles > LIMITS.simplifiable) throw new AtriumError('model-too-large', `It has more than ${LIMITS.simplifiable / 1e6} million triangles.`)
    // Copies: the kernel's memory may move, or go.
    return index.length === 0 ? [] : [{ position: position.slice(), normal: normal.slice(), uv: uv?.slice() ?? null, index: index.slice() }]
  }

  private materialOf(attributes: ObjectAttributes): RhinoMaterial {
    const { file, rhino: { ObjectMaterialSource } } = this
    const layer = attributes.layerIndex >= 0 && attributes.layerIndex < this.shownLayers.length ? file.layers().get(attributes.layerIndex) : null
    const index = attributes.materialSource === ObjectMaterialSource.MaterialFromObject ? attributes.materialIndex : layer?.renderMaterialIndex ?? -1
    if (index >= 0 && index < file.materials().count) return read(file.materials().get(index))
    const color = rgb((attributes as unknown as { drawColor(file: File3dm): Color }).drawColor(file))
    // Black is what a layer is that nobody gave a colour.
    return { name: layer?.name ?? '', color: color.every((value) => value === 0) ? [0.9, 0.9, 0.9] : color, opacity: 1, metallic: 0, roughness: 0.8, picture: '' }
  }
}

const rgb = ({ r, g, b }: Color): readonly [number, number, number] => [r / 255, g / 255, b / 255]

function read(material: Material): RhinoMaterial {
  const picture = (material.getBitmapTexture() as unknown as { readonly fileName?: string } | null)?.fileName ?? ''
  const physical = material.physicallyBased() as unknown as { readonly supported: boolean; readonly metallic: number; readonly roughness: number; readonly opacity: number; readonly baseColor: unknown } | null
  const color = rgb(material.diffuseColor as unknown as Color)
  if (physical?.supported === true) return { name: material.name, color, opacity: physical.opacity, metallic: physical.metallic, roughness: physical.roughness, picture }
  return { name: material.name, color, opacity: 1 - material.transparency, metallic: 0, roughness: 0.6, picture }
}
