import { AtriumError } from '../../errors/atrium-error.ts'
import { LIMITS } from '../bytes/limits.ts'
import { guessMount } from '../pieces/mount.ts'
import { linearOf, pieceFrame } from '../pieces/piece-frame.ts'
import { accessorBytes } from './check.ts'
import type { Gltf } from './gltf-schema.ts'
import { meshesOf, type PartTree } from './nodes/nodes.ts'
import type { ShownGeometry } from './meshes/shown.ts'

/** How much something takes when it is read, by what the file says of it. */
interface Claim {
  readonly triangles: number
  readonly corners: number
}

/** Position, normal and texture coordinate of a corner, as floats; three indices of a triangle. */
const [CORNER_BYTES, TRIANGLE_BYTES] = [32, 12]
const bytesOf = ({ triangles, corners }: Claim): number => corners * CORNER_BYTES + triangles * TRIANGLE_BYTES
const sum = (claims: Iterable<Claim>): Claim => {
  let [triangles, corners] = [0, 0]
  for (const claim of claims) {
    triangles += claim.triangles
    corners += claim.corners
  }
  return { triangles, corners }
}

/** What the meshes of a model claim, and how often each is built: meshes are baked into each piece that shows them, and equal pieces share what was baked. */
export interface Claims {
  readonly meshes: readonly Claim[]
  readonly uses: readonly number[]
}

/**
 * Counts what a model claims to hold, before any of it is unpacked: a few hundred bytes can name gigabytes, by accessors without
 * data, or by showing one mesh over and over.
 *
 * @param isWhole  baked into one piece
 * @param fileBytes  of the model and the files beside it
 * @throws AtriumError `model-inflated` when it claims more than such a file can hold
 */
export function claimsOf(gltf: Gltf, shown: ShownGeometry, tree: PartTree, isWhole: boolean, fileBytes: number): Claims {
  const values = (shown.accessors ?? []).reduce((total, accessor) => total + accessorBytes(accessor), 0)
  believable(values, fileBytes, LIMITS.harmlessValueBytes, LIMITS.valueRatio, 'geometry')
  const meshes = (shown.meshes ?? []).map(({ primitives }) => sum(primitives.map((primitive) => claimOf(primitive, shown))))
  believable(bytesOf(sum(meshes)), fileBytes, LIMITS.harmlessMeshBytes, LIMITS.meshRatio, 'surfaces')
  const claims = { meshes, uses: usesOf(gltf, meshes, tree, isWhole) }
  believable(bytesOf(claimOfAll(claims)), fileBytes, LIMITS.harmlessMeshBytes, LIMITS.meshRatio, 'surfaces')
  return claims
}

const claimOfAll = ({ meshes, uses }: Claims): Claim => sum(meshes.map(({ triangles, corners }, i) => ({ triangles: uses[i] * triangles, corners: uses[i] * corners })))

export const claimedTriangles = (claims: Claims): number => claimOfAll(claims).triangles

/** @throws AtriumError `model-too-large` */
export function checkSize(claims: Claims, mostTriangles: number): void {
  const { triangles, corners } = claimOfAll(claims)
  if (triangles > mostTriangles) throw tooManyTriangles(triangles, mostTriangles)
  if (corners > LIMITS.vertices) throw new AtriumError('model-too-large', `It has more than ${LIMITS.vertices / 1e6} million corners.`)
}

export const tooManyTriangles = (triangles: number, most: number): AtriumError => new AtriumError('model-too-large', `It has ${(triangles / 1e6).toFixed(1)} million triangles; Atrium takes ${most / 1e6} million.`)

function believable(claimedBytes: number, fileBytes: number, harmlessBytes: number, ratio: number, what: string): void {
  if (claimedBytes <= Math.max(harmlessBytes, fileBytes * ratio)) return
  throw new AtriumError('model-inflated', `The file has ${fileBytes} bytes, but its ${what} would take ${claimedBytes}.`)
}

/** A primitive without usable normals, or with colours at its corners, gets corners of its own for every triangle. */
function claimOf({ attributes, indices, mode = 4 }: NonNullable<ShownGeometry['meshes']>[number]['primitives'][number], { accessors = [] }: ShownGeometry): Claim {
  const vertices = attributes.POSITION === undefined ? 0 : accessors[attributes.POSITION].count
  const count = indices === undefined ? vertices : accessors[indices].count
  const triangles = vertices === 0 ? 0 : mode === 4 ? Math.floor(count / 3) : Math.max(0, count - 2)
  const isSmooth = attributes.COLOR_0 === undefined && attributes.NORMAL !== undefined && accessors[attributes.NORMAL].count === vertices
  return { triangles, corners: isSmooth ? vertices : 3 * triangles }
}

/** How often each mesh is baked. */
function usesOf(gltf: Gltf, meshes: readonly Claim[], { parts, worldFromFile }: PartTree, isWhole: boolean): readonly number[] {
  const placed = parts.map((part) => ({ part, below: meshesOf(gltf, part) }))
  const uses = meshes.map(() => 0)
  for (const { below } of placed) for (const { mesh } of below) uses[mesh]++
  // Nothing need be told apart where even everything together is little.
  if (isWhole || bytesOf(claimOfAll({ meshes, uses })) <= LIMITS.harmlessMeshBytes) return uses
  const linear = linearOf(worldFromFile)
  const distinct = new Map(placed.map(({ part, below }) =>
    [`${guessMount(part.name)}|${pieceFrame(part.worldFromNode, linear).frameFromNode.join()}|${below.map(({ mesh, partFromMesh }) => `${mesh}:${partFromMesh.join()}`).join('|')}`, below] as const))
  uses.fill(0)
  for (const below of distinct.values()) for (const { mesh } of below) uses[mesh]++
  return uses
}
