import type { MeshKey } from '../../../gpu/index.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import type { Space } from '../spaces/spaces.ts'
import type { ParsedAsset, ParsedPart } from '../types.ts'
import { healthOf, type MeshHealth } from './health.ts'
import type { Finding } from './report.ts'
import { type Box, boxAround, sizeOf } from '../pieces/box.ts'
import { surveyObjects } from './survey.ts'
import { isOpenToTheSky } from './sky.ts'

/** More are not examined: the model opens sooner. */
const MOST_TRIANGLES = 2_000_000
/** Share of a mesh's triangles against their normals that is no accident. */
const AGAINST_SHARE = 0.02
/** An object smaller than this, metres, is no building; with so many triangles and so much of the file it costs more than it shows. */
const [DENSE_SIZE, DENSE_TRIANGLES, DENSE_SHARE] = [1, 200_000, 0.3]

/** What is wrong with the surfaces of a model, and which of its rooms has no ceiling. */
export function healthFindings(parsed: Pick<ParsedAsset, 'parts' | 'meshes'>, spaces: readonly Space[]): readonly Finding[] {
  const worn = new Map<MeshKey, ParsedPart[]>()
  for (const part of parsed.parts) worn.set(part.mesh, [...(worn.get(part.mesh) ?? []).slice(0, 99), part])
  return [...surfaceFindings(parsed, worn, spaces), ...doubleFindings(parsed), ...uvFindings(parsed), ...denseFindings(parsed, worn), ...skyFindings(parsed, spaces)]
}

type Worn = ReadonlyMap<MeshKey, readonly ParsedPart[]>

function surfaceFindings(parsed: Pick<ParsedAsset, 'parts' | 'meshes'>, worn: Worn, spaces: readonly Space[]): readonly Finding[] {
  const { meshes } = parsed
  const healths = new Map<MeshKey, MeshHealth>()
  let examined = 0
  for (const key of worn.keys()) {
    const mesh = meshes.get(key)
    examined += (mesh?.indices.length ?? 0) / 3
    if (mesh === undefined || examined > MOST_TRIANGLES) continue
    healths.set(key, healthOf(mesh))
  }
  const partsWhere = (isSo: (health: MeshHealth) => boolean): readonly ParsedPart[] => [...healths].flatMap(([key, health]) => (isSo(health) ? worn.get(key) ?? [] : []))
  const sum = (count: (health: MeshHealth) => number): number => [...healths.values()].reduce((total, health) => total + count(health), 0)
  const found = (kind: Finding['kind'], parts: readonly ParsedPart[], sentence: Phrase): readonly Finding[] => (parts.length === 0 ? [] : [{ kind, severity: 'info', sentence, parts: parts.map(({ id }) => id) }])
  const around = new Set(surveyObjects(parsed).filter(({ box }) => spaces.some((space) => isAround(box, space))).map(({ part }) => part))
  // What a room lies in looks into it by right.
  const insideOut = partsWhere((health) => health.insideOut).filter(({ id }) => !around.has(id))
  const against = partsWhere((health) => !health.insideOut && health.against > AGAINST_SHARE * health.triangles)
  return [
    ...found('triangles', partsWhere(({ duplicate }) => duplicate > 0), phrase('doctor.duplicate', { count: sum(({ duplicate }) => duplicate) })),
    ...found('triangles', partsWhere(({ degenerate }) => degenerate > 0), phrase('doctor.degenerate', { count: sum(({ degenerate }) => degenerate) })),
    ...found('insideOut', insideOut, phrase('doctor.insideOut', { count: insideOut.length, names: namesOf(insideOut) })),
    ...found('normals', against, phrase('doctor.normals', { count: against.length, names: namesOf(against) })),
  ]
}

const isAround = ({ min, max }: Box, { center: [x, , z], floor, ceiling }: Space): boolean =>
  min[0] < x && max[0] > x && min[2] < z && max[2] > z && min[1] < (floor + ceiling) / 2 && max[1] > (floor + ceiling) / 2

/** Parts that stand exactly where another with the same surface stands. */
function doubleFindings({ parts }: Pick<ParsedAsset, 'parts'>): readonly Finding[] {
  const seen = new Set<string>()
  const doubles = parts.filter(({ mesh, position, rotation, scale }) => {
    const place = [mesh, ...[...position, ...rotation, ...scale].map((value) => Math.fround(value) + 0)].join(' ')
    if (!seen.has(place)) return void seen.add(place)
    return true
  })
  return doubles.length === 0 ? [] : [{ kind: 'doubles', severity: 'info', sentence: phrase('doctor.doubles', { count: doubles.length, names: namesOf(doubles) }), parts: doubles.map(({ id }) => id) }]
}

/** Parts whose material has a picture that nobody can lay onto them. */
function uvFindings({ parts, meshes }: Pick<ParsedAsset, 'parts' | 'meshes'>): readonly Finding[] {
  const bare = parts.filter(({ mesh, materials }) => meshes.get(mesh)?.uvs === null && materials.some(({ baseColorTexture, normalTexture, mapping }) => mapping === undefined && (baseColorTexture !== null || normalTexture !== null)))
  return bare.length === 0 ? [] : [{ kind: 'uvs', severity: 'info', sentence: phrase('doctor.uvs', { count: bare.length, names: namesOf(bare) }), parts: bare.map(({ id }) => id) }]
}

function denseFindings(parsed: Pick<ParsedAsset, 'parts' | 'meshes'>, worn: Worn): readonly Finding[] {
  const triangles = (key: MeshKey): number => (parsed.meshes.get(key)?.indices.length ?? 0) / 3
  const all = [...worn.keys()].reduce((sum, key) => sum + triangles(key), 0)
  const boxes = new Map(surveyObjects(parsed).map(({ part, box }) => [part, box]))
  return [...worn].flatMap(([key, [part]]): readonly Finding[] => {
    const count = triangles(key)
    const size = Math.max(...sizeOf(boxes.get(part.id) ?? boxAround([])))
    if (count < DENSE_TRIANGLES || count < DENSE_SHARE * all || size > DENSE_SIZE) return []
    return [{ kind: 'dense', severity: 'info', sentence: phrase('doctor.dense', { name: part.name, triangles: count, centimetres: Number((100 * size).toPrecision(2)) }), parts: [part.id] }]
  })
}

/** A terrace and a court have no ceiling to miss. */
function skyFindings(parsed: Pick<ParsedAsset, 'parts' | 'meshes'>, spaces: readonly Space[]): readonly Finding[] {
  const open = spaces.filter((space) => space.enclosed && isOpenToTheSky(parsed, space))
  return open.length === 0 ? [] : [{ kind: 'roof', severity: 'info', sentence: phrase('doctor.roof', { count: open.length }) }]
}

const MOST_NAMES = 3

/** `Wall, Sofa, Lamp and 4 more` */
export function namesOf(parts: readonly Pick<ParsedPart, 'name'>[]): string | Phrase {
  const names = parts.slice(0, MOST_NAMES).map(({ name }) => name).join(', ')
  return parts.length > MOST_NAMES ? phrase('import.list.more', { names, count: parts.length - MOST_NAMES }) : names
}
