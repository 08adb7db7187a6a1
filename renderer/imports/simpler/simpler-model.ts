import { AtriumError } from '../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import { namesOf } from '../doctor/health-findings.ts'
import { simplified } from '../doctor/mend-surfaces.ts'
import { type Claims, claimedTriangles, tooManyTriangles } from '../gltf/count.ts'
import { readSurface, type Surface } from '../gltf/meshes/geometry.ts'
import type { Gltf } from '../gltf/gltf-schema.ts'
import { texCoordOf } from '../gltf/surfaces/materials.ts'
import { type MeasuredNode, sizeOf } from '../gltf/nodes/node-boxes.ts'
import { meshesOf, type PartTree } from '../gltf/nodes/nodes.ts'
import { withoutUnused } from '../gltf/packing.ts'
import { readMeshes } from '../gltf/meshes/read-meshes.ts'
import { writeGlb } from '../gltf/resources.ts'
import { shownGeometry } from '../gltf/meshes/shown.ts'
import { SurfaceWriter } from '../gltf/meshes/surface-writer.ts'
import { LIMITS } from '../bytes/limits.ts'
import type { ReadOptions, SimplerOffer } from '../reader.ts'
import { planSimpler } from './plan.ts'

/** A model that claims more triangles than Atrium takes. */
export interface TooDense {
  readonly file: Gltf
  readonly bin: Uint8Array<ArrayBuffer>
  readonly claims: Claims
  readonly tree: PartTree
  readonly measured: ReadonlyMap<number, MeasuredNode>
  /** Triangles. */
  readonly most: number
  readonly name: string
}

const MOST_NAMES = 3
/** Of the work, done when everything is simplified. */
const SIMPLIFIED = 0.5

/**
 * A GLB of the same nodes, names and materials, whose small and dense surfaces are simpler. One mesh is unpacked at a time.
 *
 * @param offer  asked first; false: nothing is done
 * @throws AtriumError `model-too-large` when that would not help, or did not; `cancelled` when it is declined
 */
export async function simplerModel(model: TooDense, offer: (offer: SimplerOffer) => Promise<boolean>, { decoders, onProgress, onStage }: Pick<ReadOptions, 'decoders' | 'onProgress' | 'onStage'>): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly note: Phrase }> {
  const { file, bin, claims, most, name } = model
  const from = claimedTriangles(claims)
  const kept = from > LIMITS.simplifiable ? null : planSimpler(claims.meshes.map(({ triangles }, i) => ({ triangles, uses: claims.uses[i], size: sizeOfMesh(model, i) })), most)
  if (kept === null) throw tooManyTriangles(from, most)
  const chosen = kept.flatMap((triangles, i) => (triangles < claims.meshes[i].triangles ? [i] : []))
  const worn = partsThatWear(model, new Set(chosen))
  const to = kept.reduce((sum, triangles, i) => sum + triangles * claims.uses[i], 0)
  if (!(await offer({ name, from, to, most, count: worn.length, names: worn.slice(0, MOST_NAMES).map((part) => part.name) }))) throw new AtriumError('cancelled', 'Not simplified.')
  onStage?.('simplifying')
  const writer = new SurfaceWriter(file, bin)
  const meshes = [...(file.meshes ?? [])]
  const all = chosen.reduce((sum, i) => sum + claims.meshes[i].triangles, 0)
  let done = 0
  for (const index of chosen) {
    const { triangles } = claims.meshes[index]
    meshes[index] = writer.withSurfaces(meshes[index], await simplerSurfaces(model, index, kept[index] / triangles, decoders))
    done += triangles
    onProgress?.((SIMPLIFIED * done) / all)
  }
  const whole = writer.finish({ ...file, meshes })
  const { json, bin: left } = withoutUnused(whole.json, whole.bin, noLongerUsed(file, whole.json))
  return { bytes: writeGlb(json, left), note: phrase('import.simplified', { names: namesOf(worn), from, to: from - chosen.reduce((sum, i) => sum + claims.uses[i] * (claims.meshes[i].triangles - trianglesOf(json, i)), 0) }) }
}

/** In the places of its primitives; null: what has shapes to change into stays. */
async function simplerSurfaces({ file, bin }: TooDense, index: number, share: number, decoders: ReadOptions['decoders']): Promise<readonly (Surface | null)[]> {
  const source = await readMeshes(file, shownGeometry(file, new Set([index])), bin, decoders)
  const primitives = source.getRoot().listMeshes()[index].listPrimitives()
  const surfaces: (Surface | null)[] = []
  for (const [k, primitive] of primitives.entries()) {
    const { material = null, targets = [] } = (file.meshes ?? [])[index].primitives[k]
    const surface = targets.length > 0 ? null : readSurface(primitive, { name: '', material, texCoord: texCoordOf(file, material), morphs: false, notes: new Set() })
    surfaces.push(surface === null ? null : await simplified(surface, share, null))
  }
  return surfaces
}

function sizeOfMesh({ file, measured }: TooDense, mesh: number): number {
  const boxes = [...measured].flatMap(([node, { own }]) => (own !== null && file.nodes?.[node]?.mesh === mesh ? [own] : []))
  // What does not say how large it is counts as coarse.
  return boxes.reduce((largest, box) => (box[0] > box[3] ? Infinity : Math.max(largest, Math.hypot(...sizeOf(box)))), 0)
}

function partsThatWear({ file, tree }: TooDense, meshes: ReadonlySet<number>): PartTree['parts'] {
  return tree.parts.filter((part) => part.node < (file.nodes ?? []).length ? meshesOf(file, part).some(({ mesh }) => meshes.has(mesh)) : true)
}

const trianglesOf = ({ meshes = [], accessors = [] }: Gltf, index: number): number =>
  meshes[index].primitives.reduce((sum, { indices, attributes, mode = 4 }) => {
    const count = indices !== undefined ? accessors[indices].count : attributes.POSITION === undefined ? 0 : accessors[attributes.POSITION].count
    return sum + (mode < 4 ? 0 : mode === 4 ? Math.floor(count / 3) : Math.max(0, count - 2))
  }, 0)

/** Accessors that primitives of the file used, and that nothing in what it became does. */
function noLongerUsed(before: Gltf, after: Gltf): ReadonlySet<number> {
  const used = ({ meshes = [] }: Gltf): Set<number> => new Set(meshes.flatMap(({ primitives }) =>
    primitives.flatMap(({ attributes, indices, targets = [] }) => [...[attributes, ...(targets as Readonly<Record<string, number>>[])].flatMap((values) => Object.values(values)), ...(indices === undefined ? [] : [indices])])))
  const still = used(after)
  return new Set([...used(before)].filter((index) => !still.has(index)))
}
