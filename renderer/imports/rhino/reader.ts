import { Document, type Material as GltfMaterial, type Mesh as GltfMesh, type Node as GltfNode } from '@gltf-transform/core'
import { KHRMaterialsIOR, KHRMaterialsTransmission } from '@gltf-transform/extensions'
import { AtriumError } from '../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import { type Converted, type ConvertingReader, convertingReader } from '../conversion.ts'
import { declares } from '../doctor/declared.ts'
import { LIMITS } from '../bytes/limits.ts'
import { readBeside } from '../beside/read-beside.ts'
import { mimeTypeOf } from '../pictures/picture-type.ts'
import type { ReadOptions } from '../reader.ts'
import { startsWith } from '../bytes/text.ts'
import { checkChunks } from './chunks.ts'
import type { RhinoMaterial, RhinoModel, RhinoObject } from './model.ts'

/** Below it a material is clear glass. */
const GLASS_OPACITY = 0.6
/** Of the work, done when the kernel has handed over its objects. */
const EXTRACTED = 0.7
/** Quarter turn that stands z up. */
const UPRIGHT = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const

/** Rhino 3DM: its meshes, and those that Rhino saved of surfaces and solids; layers are groups, blocks share their meshes. */
const rhino: ConvertingReader = {
  id: '3dm',
  sniff: (bytes) => startsWith(bytes, '3D Geometry File Format'),
  async convert(bytes, options) {
    if (options.decoders?.rhino === undefined) throw new AtriumError('internal', 'Files of Rhino need their kernel.')
    checkChunks(bytes)
    const model = await options.decoders.rhino(bytes, (fraction) => options.onProgress?.(EXTRACTED * fraction))
    if (model.unmeshed > 0 && model.objects.every(({ meshes }) => meshes.length === 0)) throw new AtriumError('model-unmeshed', `“${options.name}” holds ${model.unmeshed} surfaces or solids, and no mesh of any.`)
    options.onProgress?.(EXTRACTED)
    return new Builder(model, options).convert()
  },
}

class Builder {
  private readonly document = new Document()
  private readonly buffer = this.document.createBuffer()
  private readonly transmission = this.document.createExtension(KHRMaterialsTransmission)
  private readonly ior = this.document.createExtension(KHRMaterialsIOR)
  private readonly objects: ReadonlyMap<string, RhinoObject>
  private readonly blocks: ReadonlyMap<string, RhinoModel['blocks'][number]>
  private readonly meshes = new Map<RhinoObject, GltfMesh>()
  private readonly materials = new Map<string, Promise<GltfMaterial>>()
  private readonly missing = new Set<string>()
  private nodes = 0

  constructor(private readonly model: RhinoModel, private readonly options: ReadOptions) {
    this.objects = new Map(model.objects.map((object) => [object.id, object]))
    this.blocks = new Map(model.blocks.map((block) => [block.id, block]))
  }

  async convert(): Promise<Converted> {
    const { model, document } = this
    const size = model.metresPerUnit ?? 1
    const root = document.createNode().setRotation([...UPRIGHT]).setScale([size, size, size])
    document.createScene().addChild(root)
    const groups = this.layersBelow(root)
    for (const object of model.objects) {
      if (object.isInBlock) continue
      const node = await this.node(object, [])
      if (node !== null) (groups.get(object.layer) ?? root).addChild(node.setExtras({ atrium: { key: object.id } }))
    }
    for (const group of groups.values()) if (group.listChildren().length === 0) group.setExtras({})
    const notes: Phrase[] = [...this.missing].map((name) => phrase('import.picture.missing', { name }))
    if (model.unmeshed > 0) notes.push(phrase('import.left.unmeshed', { count: model.unmeshed }))
    if (model.hidden > 0) notes.push(phrase('import.left.hidden', { count: model.hidden }))
    return { document, notes, declared: declares(model.metresPerUnit, 'z', model.app) }
  }

  /** By index; layers form trees, and one that names a layer around it that is not there, or itself, stands at the top. */
  private layersBelow(root: GltfNode): ReadonlyMap<number, GltfNode> {
    const { layers } = this.model
    const places = new Map(layers.map(({ id }, i) => [id, i]))
    const nodes = new Map(layers.map(({ name }, i) => [i, this.document.createNode(name).setExtras({ atrium: { group: 'class' } })]))
    for (const [i, node] of nodes) {
      const seen = new Set([i])
      let above = places.get(layers[i].parent)
      const parent = above
      while (above !== undefined && !seen.has(above)) { seen.add(above); above = places.get(layers[above].parent) }
      const isTop = parent === undefined || above !== undefined
      ;(isTop ? root : nodes.get(parent) as GltfNode).addChild(node)
    }
    return nodes
  }

  private async node(object: RhinoObject, around: readonly string[]): Promise<GltfNode | null> {
    if (++this.nodes > LIMITS.nodes) throw new AtriumError('model-too-many', `Its blocks make more than ${LIMITS.nodes} objects.`)
    if (object.instance === null) return this.document.createNode(object.name).setMesh(await this.meshOf(object))
    const block = this.blocks.get(object.instance.block)
    // A block cannot hold itself.
    if (block === undefined || around.includes(block.id) || around.length > LIMITS.groupNesting || object.instance.matrix.length !== 16 || !object.instance.matrix.every(Number.isFinite)) return null
    const node = this.document.createNode(object.name || block.name).setMatrix([...object.instance.matrix] as unknown as Parameters<GltfNode['setMatrix']>[0])
    for (const id of block.objects) {
      const member = this.objects.get(id)
      const child = member === undefined ? null : await this.node(member, [...around, block.id])
      if (child !== null) node.addChild(child)
    }
    return node.listChildren().length === 0 ? null : node
  }

  private async meshOf(object: RhinoObject): Promise<GltfMesh> {
    const known = this.meshes.get(object)
    if (known !== undefined) return known
    const mesh = this.document.createMesh(object.name)
    const material = await this.materialOf(object.material)
    const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) => this.document.createAccessor().setType(type).setArray(array).setBuffer(this.buffer)
    for (const { position, normal, uv, index } of object.meshes) {
      const primitive = this.document.createPrimitive().setIndices(accessor('SCALAR', index)).setAttribute('POSITION', accessor('VEC3', position)).setMaterial(material)
      if (normal.length === position.length) primitive.setAttribute('NORMAL', accessor('VEC3', normal))
      // v counts from below.
      if (uv !== null && uv.length / 2 === position.length / 3) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', uv.map((value, i) => (i % 2 === 0 ? value : 1 - value))))
      mesh.addPrimitive(primitive)
    }
    this.meshes.set(object, mesh)
    return mesh
  }

  private materialOf(material: RhinoMaterial): Promise<GltfMaterial> {
    const recipe = JSON.stringify(material)
    const known = this.materials.get(recipe) ?? this.create(material)
    this.materials.set(recipe, known)
    return known
  }

  private async create({ name, color, opacity, metallic, roughness, picture }: RhinoMaterial): Promise<GltfMaterial> {
    const [r, g, b] = color.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    const made = this.document.createMaterial(name).setDoubleSided(true).setBaseColorFactor([r, g, b, 1]).setMetallicFactor(metallic).setRoughnessFactor(roughness)
    if (opacity < GLASS_OPACITY) {
      made.setRoughnessFactor(Math.min(roughness, 0.05))
      made.setExtension('KHR_materials_transmission', this.transmission.createTransmission().setTransmissionFactor(1 - 0.5 * opacity)).setExtension('KHR_materials_ior', this.ior.createIOR().setIOR(1.5))
    } else if (opacity < 0.99) made.setAlphaMode('BLEND').setAlpha(opacity)
    if (picture === '') return made
    const bytes = await readBeside(picture, this.options)
    const short = picture.split(/[\\/]/).at(-1) ?? picture
    if (bytes === null) this.missing.add(short)
    else made.setBaseColorFactor([1, 1, 1, 1]).setBaseColorTexture(this.document.createTexture(short).setImage(bytes).setMimeType(mimeTypeOf(bytes)))
    return made
  }
}

export const rhinoReader = convertingReader(rhino)
