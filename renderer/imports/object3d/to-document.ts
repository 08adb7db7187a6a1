import { Document, type Material as GltfMaterial, type Node as GltfNode, type Texture as GltfTexture, type TextureInfo } from '@gltf-transform/core'
import {
  type IOR, KHRLightsPunctual, KHRMaterialsEmissiveStrength, KHRMaterialsIOR, KHRMaterialsTransmission, KHRTextureTransform, Light, type Transmission,
} from '@gltf-transform/extensions'
import type * as THREE from 'three'
import { AtriumError } from '../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import { LIMITS, nestedTooDeep } from '../bytes/limits.ts'
import { mimeTypeOf } from '../pictures/picture-type.ts'
import type { Converted } from '../conversion.ts'
import type { DecodeImage } from '../reader.ts'
import { cutOut } from './cut-out.ts'
import { metalAndRoughness } from './metal-and-roughness.ts'
import { type NamedPicture, pictureOfImage } from './named-textures.ts'
import { createMeshes } from './to-mesh.ts'

/** Bytes of a picture by the name that a file has for it; null: it is not to be had. */
export type FindPicture = (name: string) => Promise<Uint8Array<ArrayBuffer> | null>

/** Below it a surface that lets light through is taken for clear glass, above it for one that covers in part. */
const GLASS_OPACITY = 0.6
/** A household bulb: files of modelling programs give lamps numbers without a unit. Lumens over the whole sphere, as candela. */
const BULB_CANDELA = 800 / (4 * Math.PI)

interface Extensions {
  readonly transmission: KHRMaterialsTransmission
  readonly ior: KHRMaterialsIOR
  readonly emission: KHRMaterialsEmissiveStrength
  readonly transform: KHRTextureTransform
  readonly lights: KHRLightsPunctual
}

/**
 * An object of three.js as glTF, its tree of nodes kept: for what three's loaders read.
 *
 * @param root  in metres, y up
 * @param find  pictures that the file names; those that it brought along need none
 * @param decodeImage  for masks, which glTF keeps in the alpha of a colour
 * @throws AtriumError `model-too-many` when it is nested too deep
 */
export async function toDocument(root: THREE.Object3D, find: FindPicture, decodeImage: DecodeImage): Promise<Omit<Converted, 'declared'>> {
  const document = new Document()
  const buffer = document.createBuffer()
  const extensions: Extensions = {
    transmission: document.createExtension(KHRMaterialsTransmission), ior: document.createExtension(KHRMaterialsIOR),
    emission: document.createExtension(KHRMaterialsEmissiveStrength), transform: document.createExtension(KHRTextureTransform), lights: document.createExtension(KHRLightsPunctual),
  }
  const pictures = new Pictures(document, find, decodeImage)
  const materials = new Map<THREE.Material, GltfMaterial>()
  const left = { hidden: 0, lights: 0, lines: 0 }
  const depths = new Map<THREE.Object3D, number>([[root, 0]])
  // Loaders make what other programs call a material anew for each mesh: all are made before the tree, so that pictures are found once.
  const shown: THREE.Object3D[] = []
  const stack = [root]
  for (let object = stack.pop(); object !== undefined; object = stack.pop()) {
    const depth = depths.get(object) as number
    if (depth > LIMITS.nesting) throw nestedTooDeep()
    if (shown.length > LIMITS.nodes) throw new AtriumError('model-too-many', `It has more than ${LIMITS.nodes} objects.`)
    shown.push(object)
    for (const child of object.children.toReversed()) { depths.set(child, depth + 1); stack.push(child) }
    if (isMesh(object)) for (const material of [object.material].flat()) if (!materials.has(material)) materials.set(material, await toGltfMaterial(document, material, extensions, pictures))
  }

  const meshOf = createMeshes(document, buffer, materials)
  const nodes = new Map<THREE.Object3D, GltfNode>()
  for (const object of shown) {
    const parent = object.parent === null || object === root ? null : nodes.get(object.parent)
    if (parent === undefined) continue
    if (!object.visible) { left.hidden++; continue }
    object.updateMatrix()
    const matrix = object.matrix.toArray() as unknown as Parameters<GltfNode['setMatrix']>[0]
    const node = document.createNode(nameOf(object)).setMatrix(matrix)
    nodes.set(object, node)
    parent?.addChild(node)
    if (isMesh(object)) node.setMesh(meshOf(object))
    else if (isLine(object)) left.lines++
    else if (isBulb(object)) {
      left.lights++
      node.setExtension('KHR_lights_punctual', extensions.lights.createLight(object.name).setType(Light.Type.POINT).setColor([object.color.r, object.color.g, object.color.b]).setIntensity(BULB_CANDELA))
    }
  }
  // Colours and masks that became one picture.
  for (const texture of document.getRoot().listTextures()) if (texture.listParents().every((parent) => parent === document.getRoot())) texture.dispose()
  const top = nodes.get(root)
  const scene = document.createScene()
  if (top !== undefined) scene.addChild(top)
  return {
    document,
    notes: [
      ...pictures.notes,
      ...(left.hidden > 0 ? [phrase('import.left.hidden', { count: left.hidden })] : []),
      ...(left.lines > 0 ? [phrase('import.left.lines', { count: left.lines })] : []),
      ...(left.lights > 0 ? [phrase('import.lights.bulbs', { count: left.lights })] : []),
    ],
  }
}

const isMesh = (object: THREE.Object3D): object is THREE.Mesh => (object as Partial<THREE.Mesh>).isMesh === true
const isLine = (object: THREE.Object3D): boolean => (object as Partial<THREE.Line>).isLine === true || (object as Partial<THREE.Points>).isPoints === true
const isBulb = (object: THREE.Object3D): object is THREE.PointLight | THREE.SpotLight =>
  (object as Partial<THREE.PointLight>).isPointLight === true || (object as Partial<THREE.SpotLight>).isSpotLight === true

/** Loaders clean names for their animations; what the file says is kept beside. */
const nameOf = ({ name, userData }: THREE.Object3D): string => {
  const { originalName } = userData as { readonly originalName?: unknown }
  return typeof originalName === 'string' && originalName !== '' ? originalName : name
}

/** What of three's materials has a place in glTF. */
type AnyMaterial = THREE.Material & Partial<Pick<
  THREE.MeshPhysicalMaterial & THREE.MeshPhongMaterial,
  'color' | 'map' | 'emissive' | 'emissiveMap' | 'emissiveIntensity' | 'normalMap' | 'alphaMap' | 'roughness' | 'metalness' | 'roughnessMap' | 'metalnessMap' | 'shininess' | 'transmission' | 'ior'
>>

async function toGltfMaterial(document: Document, material: AnyMaterial, extensions: Extensions, pictures: Pictures): Promise<GltfMaterial> {
  const { color, opacity } = material
  const made = document.createMaterial(material.name)
  const isPhysical = material.roughness !== undefined
  // Programs that know no sides draw both.
  made.setDoubleSided(!isPhysical || material.side === 2)
  const map = material.alphaMap ? await pictures.addCutOut(material.map, material.alphaMap) : await pictures.add(material.map)
  // Modelling programs keep the colour that a picture covers.
  made.setBaseColorFactor(color === undefined || (map !== null && !isPhysical) ? [1, 1, 1, 1] : [color.r, color.g, color.b, 1]).setBaseColorTexture(map)
  placeTexture(material.map ?? material.alphaMap, made.getBaseColorTextureInfo(), extensions)
  made.setMetallicFactor(material.metalness ?? 0).setRoughnessFactor(material.roughness ?? roughnessOf(material.shininess))
  if (isPhysical && material.roughnessMap && material.roughnessMap === material.metalnessMap) made.setMetallicRoughnessTexture(await pictures.add(material.roughnessMap))
  else await addMetalAndRoughness(made, material, extensions, pictures)
  await addEmission(made, material, extensions, pictures)
  made.setNormalTexture(await pictures.add(material.normalMap))
  placeTexture(material.normalMap, made.getNormalTextureInfo(), extensions)
  const clear = (factor: number): Transmission => extensions.transmission.createTransmission().setTransmissionFactor(factor)
  const refracts = (ior: number): IOR => extensions.ior.createIOR().setIOR(ior)
  if ((material.transmission ?? 0) > 0) {
    made.setExtension('KHR_materials_transmission', clear(material.transmission as number)).setExtension('KHR_materials_ior', refracts(material.ior ?? 1.5))
  } else if (material.transparent && opacity < GLASS_OPACITY && map === null && !material.alphaMap) {
    made.setRoughnessFactor(Math.min(made.getRoughnessFactor(), 0.05))
    made.setExtension('KHR_materials_transmission', clear(1 - 0.5 * opacity)).setExtension('KHR_materials_ior', refracts(1.5))
  } else if (material.alphaTest > 0 || material.alphaMap) made.setAlphaMode('MASK').setAlphaCutoff(material.alphaTest > 0 ? material.alphaTest : 0.5)
  else if (material.transparent && opacity < 0.99) made.setAlphaMode('BLEND').setAlpha(opacity)
  // Said to be seen through in part, and not by how much: its picture's alpha says where.
  else if (material.transparent && map !== null && map.getMimeType() !== 'image/jpeg') made.setAlphaMode('BLEND')
  return made
}

/** Of a GGX lobe as wide as that of Blinn and Phong: Walter et al. 2007, "Microfacet models for refraction", section 5.2, with roughness squared. */
const roughnessOf = (shininess: number | undefined): number => (shininess === undefined ? 0.9 : Math.min(1, Math.max(0, (2 / (shininess + 2)) ** 0.25)))

/** Where pictures say it, what the old way of shading says beside them does not count. */
async function addMetalAndRoughness(made: GltfMaterial, { roughnessMap, metalnessMap, roughness }: AnyMaterial, extensions: Extensions, pictures: Pictures): Promise<void> {
  const [rough, metal] = [await pictures.add(roughnessMap), await pictures.add(metalnessMap)]
  // Of a picture that is nowhere, the factor says nothing.
  if (roughness !== undefined && roughnessMap && rough === null) made.setRoughnessFactor(UNKNOWN_ROUGHNESS)
  if (metalnessMap && metal === null) made.setMetallicFactor(0)
  const packed = await pictures.packed(rough, metal, roughness === undefined ? undefined : AS_THREE)
  if (packed === null) return
  made.setMetallicRoughnessTexture(packed)
  if (metal !== null) made.setMetallicFactor(1)
  if (rough !== null) made.setRoughnessFactor(1)
  placeTexture(rough === null ? metalnessMap : roughnessMap, made.getMetallicRoughnessTextureInfo(), extensions)
}

type Channels = Parameters<typeof metalAndRoughness>[3]
/** Where three reads them from pictures of its own materials. */
const AS_THREE = { roughness: 1, metal: 2 }
/** As a UsdPreviewSurface has it where it says nothing. */
const UNKNOWN_ROUGHNESS = 0.5

async function addEmission(made: GltfMaterial, { emissive, emissiveMap, emissiveIntensity = 1 }: AnyMaterial, { emission }: Extensions, pictures: Pictures): Promise<void> {
  if (emissive === undefined) return
  const rgb = [emissive.r, emissive.g, emissive.b].map((value) => value * emissiveIntensity) as [number, number, number]
  const most = Math.max(...rgb)
  if (most > 1) made.setExtension('KHR_materials_emissive_strength', emission.createEmissiveStrength().setEmissiveStrength(most))
  made.setEmissiveFactor(most > 1 ? [rgb[0] / most, rgb[1] / most, rgb[2] / most] : rgb).setEmissiveTexture(await pictures.add(emissiveMap))
}

/** Wrapping, repeats and offset of a picture on its surface; `info` is null where there is no picture. */
function placeTexture(texture: THREE.Texture | null | undefined, info: TextureInfo | null, { transform }: Extensions): void {
  if (!texture || info === null) return
  const REPEAT = 1000
  if (texture.wrapS !== REPEAT) info.setWrapS(33071)
  if (texture.wrapT !== REPEAT) info.setWrapT(33071)
  const { repeat, offset } = texture
  if (repeat.x === 1 && repeat.y === 1 && offset.x === 0 && offset.y === 0) return
  // v runs the other way: 1 - (r (1 - v) + o) = r v + (1 - r - o).
  info.setExtension('KHR_texture_transform', transform.createTransform().setScale([repeat.x, repeat.y]).setOffset([offset.x, 1 - repeat.y - offset.y]))
}

/** The pictures of a file, each once. */
class Pictures {
  private readonly known = new Map<string, Promise<GltfTexture | null>>()
  readonly notes: Phrase[] = []

  constructor(private readonly document: Document, private readonly find: FindPicture, private readonly decodeImage: DecodeImage) {}

  async add(texture: THREE.Texture | null | undefined): Promise<GltfTexture | null> {
    const picture = texture ? pictureOfImage(texture) : null
    if (picture === null || picture.name === '') return null
    const known = this.known.get(picture.name) ?? this.load(picture)
    this.known.set(picture.name, known)
    return known
  }

  /** The colour where the mask lets it be; without the mask's picture, the colour alone. */
  async addCutOut(color: THREE.Texture | null | undefined, mask: THREE.Texture): Promise<GltfTexture | null> {
    const [shown, cut] = [await this.add(color), await this.add(mask)]
    if (cut === null || cut === shown) return shown
    const key = `${color ? pictureOfImage(color)?.name : ''}\n${pictureOfImage(mask)?.name}`
    const known = this.known.get(key) ?? this.cut(shown, cut)
    this.known.set(key, known)
    return known
  }

  /** The one picture that holds roughness and metal, or one made of two. */
  async packed(rough: GltfTexture | null, metal: GltfTexture | null, from?: Channels): Promise<GltfTexture | null> {
    if (rough === metal) return rough
    const all = this.document.getRoot().listTextures()
    const key = `metal ${[rough, metal].map((texture) => (texture === null ? '' : all.indexOf(texture))).join(' ')} ${from?.roughness ?? ''} ${from?.metal ?? ''}`
    const known = this.known.get(key) ?? this.pack(rough, metal, from)
    this.known.set(key, known)
    return known
  }

  private async pack(rough: GltfTexture | null, metal: GltfTexture | null, from?: Channels): Promise<GltfTexture | null> {
    const imageOf = (texture: GltfTexture | null): Uint8Array<ArrayBuffer> | null => (texture?.getImage() as Uint8Array<ArrayBuffer> | undefined) ?? null
    const bytes = await metalAndRoughness(imageOf(rough), imageOf(metal), this.decodeImage, from)
    return bytes === null ? null : this.document.createTexture((rough ?? metal as GltfTexture).getName()).setImage(bytes).setMimeType('image/png')
  }

  private async cut(shown: GltfTexture | null, mask: GltfTexture): Promise<GltfTexture | null> {
    const bytes = await cutOut(shown?.getImage() as Uint8Array<ArrayBuffer> | undefined ?? null, mask.getImage() as Uint8Array<ArrayBuffer>, this.decodeImage)
    return bytes === null ? shown : this.document.createTexture((shown ?? mask).getName()).setImage(bytes).setMimeType('image/png')
  }

  private async load({ name, blob }: NamedPicture): Promise<GltfTexture | null> {
    const bytes = await bytesOf(name, blob, this.find)
    const shortName = name.startsWith('data:') || name.startsWith('blob:') ? phrase('import.picture.number', { number: this.known.size + 1 }) : name.split(/[\\/]/).at(-1) ?? name
    if (bytes === null) {
      this.notes.push(phrase('import.picture.missing', { name: shortName }))
      return null
    }
    return this.document.createTexture(typeof shortName === 'string' ? shortName : '').setImage(bytes).setMimeType(mimeTypeOf(bytes))
  }
}

async function bytesOf(name: string, blob: Blob | null, find: FindPicture): Promise<Uint8Array<ArrayBuffer> | null> {
  if (blob !== null) return new Uint8Array(await blob.arrayBuffer())
  if (!name.startsWith('data:')) return find(name)
  const binary = atob(name.slice(name.indexOf(',') + 1))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
