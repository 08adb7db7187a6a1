import type { Document as GltfDocument } from '@gltf-transform/core'
import type { MeshData, MeshKey } from '../../../gpu/index.ts'
import { composeMatrix, multiplyMatrices, transformPoint } from '../../document/transform.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { type Phrase, say } from '../../words/say.ts'
import { checkReferences } from './check.ts'
import { parseContainer } from './container.ts'
import { type ColoredSurface, CornerPaint } from './meshes/corner-colours.ts'
import { checkSize, claimedTriangles, claimsOf, tooManyTriangles } from './count.ts'
import { readSurface, type Surface } from './meshes/geometry.ts'
import type { Gltf } from './gltf-schema.ts'
import { withInstances } from './meshes/instancing.ts'
import { readLights } from './lights.ts'
import { LIMITS } from '../bytes/limits.ts'
import { DEFAULT_MATERIAL, texCoordOf, strangeMaterials, toMaterial } from './surfaces/materials.ts'
import type { Box } from '../pieces/box.ts'
import { boundsOf, mergeSurfaces, type PlacedSurface } from './meshes/merge.ts'
import { guessMount, originOf } from '../pieces/mount.ts'
import { findParts, meshesOf, type PartNode, type PartTree } from './nodes/nodes.ts'
import { findNamed, findObjects, rooted } from './nodes/objects.ts'
import { readBeside } from '../beside/read-beside.ts'
import type { ReadOptions, ReadSibling } from '../reader.ts'
import { shapeOf } from './meshes/shape.ts'
import { readMeshes } from './meshes/read-meshes.ts'
import { gatherResources, writeGlb } from './resources.ts'
import { sha256Hex, sha256OfArrays } from '../bytes/sha256.ts'
import { settle } from './nodes/settle.ts'
import { measureNodes } from './nodes/node-boxes.ts'
import { simplerModel } from '../simpler/simpler-model.ts'
import { shownGeometry } from './meshes/shown.ts'
import { loadTextures } from './surfaces/textures.ts'
import { unshown } from './meshes/unshown.ts'
import { Variants } from './surfaces/variants.ts'
import { linearOf, pieceFrame } from '../pieces/piece-frame.ts'
import { type LoadedAsset, type ParsedGroup, type ParsedPart, WHOLE_MODEL } from '../types.ts'
import { withoutExtension } from '../formats.ts'

const noSiblings: ReadSibling = (path) => Promise.reject(new AtriumError('model-missing-file', `“${path}” belongs to the model, but did not come with it.`))

/**
 * Parses a GLB or glTF into pieces, meshes and textures. The same bytes give the same parts and keys for ever.
 *
 * @returns the parsed asset, and the GLB that stands for it in a project: the file itself, or one packed with its sidecars
 * @throws AtriumError with a `model-` code or `sibling-refused`; the detail is a sentence about this file
 */
export async function importModel(bytes: Uint8Array<ArrayBuffer>, options: ReadOptions): Promise<LoadedAsset> {
  const { name, decodeImage, readSibling = noSiblings, onProgress = () => {} } = options
  const packed = await gatherResources(parseContainer(bytes), readSibling, (uri) => readBeside(uri, options))
  const { bin } = packed
  checkReferences(packed.json, packed.bufferBytes)
  const file = await withInstances(packed.json, bin, options.decoders)
  const notes = new Set<Phrase>(packed.notes)
  const { gltf: json, root } = rooted(file)
  const isWhole = options.pieces === 'single'
  const tree = cut(file, json, root, options)
  if (tree.parts.length > LIMITS.parts) throw new AtriumError('model-too-many', `The file has ${tree.parts.length} pieces; Atrium takes ${LIMITS.parts}.`)
  const meshes = new Set(tree.parts.flatMap((part) => meshesOf(json, part).map(({ mesh }) => mesh)))
  const shown = shownGeometry(json, meshes)
  const claims = claimsOf(json, shown, tree, isWhole, bytes.byteLength + (packed.changed ? bin.byteLength : 0))
  const { mostTriangles = LIMITS.triangles, offerSimpler } = options
  if (offerSimpler !== undefined && claimedTriangles(claims) > mostTriangles) {
    const { bytes: simpler, note } = await simplerModel({ file, bin, claims, tree, measured: measureNodes(json, root), most: mostTriangles, name }, offerSimpler, options)
    const asset = await importModel(simpler, { ...options, offerSimpler: undefined, onProgress: (fraction) => onProgress(0.5 + 0.5 * fraction) })
    return { ...asset, parsed: { ...asset.parsed, notes: [note, ...notes, ...asset.parsed.notes] } }
  }
  checkSize(claims, mostTriangles)
  onProgress(0.1)
  options.onStage?.('shapes')
  const source = await readMeshes(json, shown, bin, options.decoders)
  onProgress(0.3)
  if ((json.images ?? []).length > 0) options.onStage?.('textures')
  const { textures: pictures, find } = await loadTextures(json, bin, decodeImage, notes, (fraction) => onProgress(0.3 + 0.4 * fraction))
  const materials = (json.materials ?? []).map((_, i) => toMaterial(json, i, find, options.nitsOfWhite))
  const strange = strangeMaterials(json)
  if (strange !== null) notes.add(strange)
  for (const note of unshown(json)) notes.add(note)
  const textures = new Map(pictures)
  const variants = new Variants(json)
  for (const mesh of meshes) (json.meshes ?? [])[mesh].primitives.forEach((_, i) => variants.materialOf(mesh, i))
  options.onStage?.('pieces')
  const builder = new PartBuilder(json, source, new CornerPaint(variants.append(materials), textures, notes), variants, notes, options.reach ?? LIMITS.coordinate, mostTriangles)
  for (const mesh of meshes) await builder.read(mesh)
  const { parts: found, worldFromFile } = tree
  const parts: ParsedPart[] = []
  let settled = file
  if (isWhole) {
    const placedIn = (gltf: Gltf): readonly PlacedSurface[] => findParts(gltf).parts.flatMap((part) => builder.surfacesOf(part, part.worldFromNode))
    const asItCame = placedIn(file)
    const boundsWhere = (matrix: readonly number[]): Box => boundsOf(asItCame.map(({ surface, partFromMesh }) => ({ surface, partFromMesh: multiplyMatrices(matrix, partFromMesh) })))
    if (options.settle !== undefined && asItCame.length > 0) settled = settle(file, options.settle, boundsWhere)
    const placed = settled === file ? asItCame : placedIn(settled)
    if (placed.length > 0) parts.push(await builder.singlePart(placed, name))
  } else {
    for (const [i, part] of found.entries()) {
      onProgress(0.7 + (0.3 * i) / found.length)
      const made = await builder.part(part, worldFromFile)
      if (made !== null) parts.push(made)
    }
  }
  if (parts.length === 0) throw new AtriumError('model-empty', `“${name}” contains nothing that can be shown.`)
  const glb = packed.changed || settled !== file ? writeGlb(settled, bin) : bytes
  const lights = typeof options.pieces !== 'string' ? [] : isWhole ? readLights(settled, new Map(), WHOLE_MODEL, notes)
    : readLights(json, new Map(found.map(({ node, id }) => [node, id])), found.find(({ node }) => node === root)?.id ?? null, notes)
  const groups = holding(tree.groups, parts)
  const parsed = { key: await sha256Hex(glb), name, parts, meshes: builder.meshes, textures, notes: each(notes) }
  onProgress(1)
  return { bytes: glb, parsed: { ...parsed, ...(groups.length > 0 && { groups }), ...(lights.length > 0 && { lights }) } }
}

/** @param json  the same file, with a node that holds the scene */
function cut(file: Gltf, json: Gltf, root: number, { pieces, name }: ReadOptions): PartTree {
  const fileName = withoutExtension(name)
  if (pieces === 'objects') return findObjects(json, root, fileName)
  return typeof pieces === 'string' ? findParts(file) : findNamed(json, root, pieces, fileName)
}

/** Groups whose things showed nothing are none. */
function holding(groups: readonly ParsedGroup[], parts: readonly ParsedPart[]): readonly ParsedGroup[] {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const held = new Set<string>()
  for (const { group } of parts) for (let at: string | null | undefined = group; at !== undefined && at !== null && !held.has(at); at = parents.get(at)) held.add(at)
  return groups.filter(({ id }) => held.has(id))
}

/** Each once. */
const each = (notes: Iterable<Phrase>): readonly Phrase[] => [...new Map([...notes].map((note) => [JSON.stringify(note), note])).values()]

const isColored = (surface: Surface): surface is ColoredSurface => surface.colors !== undefined

/** Turns part nodes into parts; equal content is built once and shares its mesh. */
class PartBuilder {
  readonly meshes = new Map<MeshKey, MeshData>()
  private readonly surfaces = new Map<number, readonly Surface[]>()
  private readonly bounds = new Map<string, Box>()
  private readonly built = new Map<string, { key: MeshKey; slots: readonly (number | null)[] }>()
  private triangles = 0
  private vertices = 0

  constructor(
    private readonly gltf: Gltf,
    private readonly source: GltfDocument,
    private readonly paint: CornerPaint,
    private readonly variants: Variants,
    private readonly notes: Set<Phrase>,
    private readonly reach: number,
    private readonly mostTriangles: number,
  ) {}

  /**
   * @throws AtriumError `model-invalid` when it lies absurdly far away
   */
  async part(node: PartNode, worldFromFile: readonly number[]): Promise<ParsedPart | null> {
    const linear = linearOf(worldFromFile)
    const { frame, frameFromNode } = pieceFrame(node.worldFromNode, linear)
    const worldFromFrame = composeMatrix(frame)
    const placed = this.surfacesOf(node, frameFromNode)
    if (placed.length === 0) return null
    const bounds = this.boundsOfEqual(placed)
    const origin = originOf(guessMount(node.name), bounds)
    const position = transformPoint(worldFromFrame, origin)
    // Its mesh is built around its own origin: how far its numbers are from theirs does not count.
    const sides = [0, 1, 2].flatMap((axis) => [bounds.min[axis] - origin[axis], bounds.max[axis] - origin[axis]])
    if (![...position, ...sides].every((value) => Math.abs(value) <= this.reach)) {
      throw new AtriumError('model-invalid', `“${node.name}” lies or reaches farther than ${this.reach / 1000} km from the origin.`)
    }
    const { key, slots } = await this.mesh(placed, origin, node.name)
    return { id: node.id, name: node.name, mesh: key, ...this.worn(slots), ...frame, position, ...node.facts }
  }

  async singlePart(placed: readonly PlacedSurface[], name: string): Promise<ParsedPart> {
    const { key, slots } = await this.mesh(placed, [0, 0, 0], name)
    return { id: WHOLE_MODEL, name, mesh: key, ...this.worn(slots), position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }
  }

  surfacesOf(part: PartNode, frameFromNode: readonly number[]): readonly PlacedSurface[] {
    return meshesOf(this.gltf, part).flatMap(({ mesh, partFromMesh }) =>
      (this.surfaces.get(mesh) as readonly Surface[]).map((surface) => ({ surface, partFromMesh: multiplyMatrices(frameFromNode, partFromMesh) })),
    )
  }

  private worn(slots: readonly (number | null)[]): Pick<ParsedPart, 'materials' | 'variants'> {
    const materials = slots.map((slot) => (slot === null ? DEFAULT_MATERIAL : this.paint.materials[slot]))
    const variants = this.variants.of(slots, materials, this.paint.materials)
    return { materials, ...(variants !== null && { variants }) }
  }

  /** Before it is placed. */
  async read(mesh: number): Promise<void> {
    const definition = (this.gltf.meshes ?? [])[mesh]
    const primitives = this.source.getRoot().listMeshes()[mesh].listPrimitives()
    const name = definition.name?.trim() || say('import.mesh', { number: mesh + 1 })
    const surfaces: Surface[] = []
    for (const [k, primitive] of primitives.entries()) {
      const { material = null, targets = [] } = definition.primitives[k]
      const read = readSurface(primitive, { name, material, texCoord: texCoordOf(this.gltf, material), morphs: targets.length > 0, notes: this.notes })
      if (read === null) continue
      const surface = { ...read, material: this.variants.materialOf(mesh, k) }
      surfaces.push(...(isColored(surface) ? await this.paint.paint(surface, name) : [surface]))
    }
    // A shape is one surface of one material; what has more shows its triangles.
    const shape = definition.extras?.atriumShape
    const shaped = shape !== undefined && surfaces.length === 1 ? [{ ...surfaces[0], shape }] : surfaces
    this.surfaces.set(mesh, shaped)
  }

  private async mesh(placed: readonly PlacedSurface[], origin: readonly [number, number, number], name: string) {
    const recipe = `${origin.join()}|${this.recipeOf(placed)}`
    const known = this.built.get(recipe)
    if (known !== undefined) return known
    const slots = [...new Set(placed.map(({ surface }) => surface.material))]
    if (slots.length > 65_535) throw new AtriumError('model-too-large', `“${name}” wears ${slots.length} materials.`)
    this.triangles += placed.reduce((sum, { surface }) => sum + surface.indices.length / 3, 0)
    if (this.triangles > this.mostTriangles) throw tooManyTriangles(this.triangles, this.mostTriangles)
    this.vertices += placed.reduce((sum, { surface }) => sum + surface.positions.length / 3, 0)
    if (this.vertices > LIMITS.vertices) throw new AtriumError('model-too-large', `It has more than ${LIMITS.vertices / 1e6} million corners.`)
    const triangles = mergeSurfaces(placed, origin, slots)
    const shape = shapeOf(placed, triangles)
    const mesh = shape === undefined ? triangles : { ...triangles, shape }
    const content = await sha256OfArrays([mesh.positions, mesh.normals, mesh.uvs, mesh.indices, mesh.materialSlots])
    const key = shape === undefined ? content : `${content}-${shape}`
    if (!this.meshes.has(key)) this.meshes.set(key, { key, ...mesh })
    const made = { key, slots }
    this.built.set(recipe, made)
    return made
  }

  /** A thousand equal chairs are measured once. */
  private boundsOfEqual(placed: readonly PlacedSurface[]): Box {
    const recipe = this.recipeOf(placed)
    const bounds = this.bounds.get(recipe) ?? boundsOf(placed)
    this.bounds.set(recipe, bounds)
    return bounds
  }

  private recipeOf(placed: readonly PlacedSurface[]): string {
    return placed.map(({ surface, partFromMesh }) => `${this.idOf(surface)}:${partFromMesh.join()}`).join('|')
  }

  private readonly ids = new Map<Surface, number>()
  private idOf(surface: Surface): number {
    if (!this.ids.has(surface)) this.ids.set(surface, this.ids.size)
    return this.ids.get(surface) as number
  }
}
