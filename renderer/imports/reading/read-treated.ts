import type { Vec3 } from '../../../gpu/index.ts'
import { quatFromAxisAngle } from '../../document/transform.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { Phrase } from '../../words/say.ts'
import type { Declared, UpAxis } from '../doctor/declared.ts'
import { type Diagnosis, diagnose, isNear, isNeeded, originInFull, treated, treatedBox, type Treatment, treatmentOf } from '../doctor/diagnose.ts'
import { findingsOf, librariesFinding, texturesFinding } from '../doctor/findings.ts'
import { healthFindings } from '../doctor/health-findings.ts'
import { type ImportAnswer, type ImportQuestion, questionOf } from '../doctor/question.ts'
import type { Finding, ImportReport } from '../doctor/report.ts'
import { findStrays } from '../doctor/strays.ts'
import { type Box, sizeOf } from '../pieces/box.ts'
import { surveyObjects } from '../doctor/survey.ts'
import { parseContainer } from '../gltf/container.ts'
import { importModel } from '../gltf/import.ts'
import { findScaledAway } from '../gltf/nodes/scaled-away.ts'
import { wrapScene } from '../gltf/wrap-scene.ts'
import { LIMITS } from '../bytes/limits.ts'
import { isPictureName, type Missing, missingLibraries, type MissingTextures, missingTextures } from '../beside/missing-textures.ts'
import type { DecodedImage, DecodeImage, ReadAsset, ReadOptions } from '../reader.ts'
import { readModel, readerOf } from '../readers.ts'
import { sha256Hex } from '../bytes/sha256.ts'
import { findSpaces, type Spaces } from '../spaces/spaces.ts'
import type { LoadedAsset } from '../types.ts'

/** What is known beforehand about a file: the command line says so, or somebody was asked, or it was read before. */
export interface Known {
  readonly metresPerUnit?: number | undefined
  /** Of the file's own axes. */
  readonly up?: UpAxis | undefined
  readonly origin?: Vec3 | undefined
  /** What was taken off models that it stands beside: the first that brings it near is taken off it, too, so that the trades of a building meet. */
  readonly beside?: readonly Vec3[] | undefined
  /** It was answered as before, for a file of this program. */
  readonly asBefore?: string | undefined
}

export interface TreatOptions extends ReadOptions {
  readonly known?: Known | undefined
  /** Also look for rooms (a model that is opened as a project of its own). */
  readonly findSpaces?: boolean | undefined
  /** Called when unit or axis is uncertain and not known; left out: the likeliest is taken, and the report says so. */
  readonly ask?: ((question: ImportQuestion) => Promise<ImportAnswer>) | undefined
  /** Called when pictures are missing; true: they may be found now. */
  readonly askTextures?: ((missing: MissingTextures) => Promise<boolean>) | undefined
}

export interface Treated {
  /** Upright, in metres, near the origin. */
  readonly asset: LoadedAsset
  readonly report: ImportReport
  /** Strays are no part of them. */
  readonly spaces: Spaces | null
}

/**
 * Reads a model of any format, examines it, and treats it: what `readModel` returns, in the right size, the right way up, near the origin. The
 * GLB of the asset is the treated one: it opens the same for ever.
 *
 * @throws AtriumError as `readModel`; `model-scaled-away` for what has no size; `cancelled` when a question is not answered
 */
export async function readTreated(bytes: Uint8Array<ArrayBuffer>, options: TreatOptions): Promise<Treated> {
  const { name } = options
  const sha256 = await sha256Hex(bytes)
  const format = readerOf(bytes, name).id
  const decodeImage = decodeOnce(options.decodeImage)
  const offerSimpler = askedOnce(options.offerSimpler)
  // As a single piece it has no names to go by; examined are its parts, wherever the file says that they are.
  const { missing, declared, ...found } = await readWithTextures(bytes, { ...options, decodeImage, offerSimpler, pieces: 'objects', settle: undefined, reach: LIMITS.coordinate * LIMITS.unitsPerMetre, onProgress: (fraction) => options.onProgress?.(FIRST * fraction) })
  options.onStage?.('examining')
  const diagnosis = diagnose(found.parsed, declared, name)
  if (diagnosis.seen.areas.total === 0) refuseScaledAway(found.bytes)
  const known = await settled(options, found, diagnosis, declared)
  const metresPerUnit = known.metresPerUnit ?? diagnosis.metresPerUnit
  const up = known.up ?? diagnosis.upTaken
  const { box } = diagnosis.seen
  const treatment = treatmentOf(box, declared, metresPerUnit, up, originFor(box, treatmentOf(box, declared, metresPerUnit, up, [0, 0, 0]), known, declared))
  const asset = await apply(found, treatment, { ...options, decodeImage })
  const size = sizeOf(treatedBox(box, treatment))
  // What is one thing goes by size: the treated model may have other parts.
  const strays = asset === found ? diagnosis.strays : findStrays(surveyObjects(asset.parsed))
  if (options.findSpaces === true) options.onStage?.('rooms')
  const spaces = options.findSpaces === true ? findSpaces(without(asset, strays)) : null
  options.onStage?.('examining')
  const report: ImportReport = {
    name, format, sha256, declared,
    answers: { metresPerUnit, up, origin: originInFull(treatment, declared) },
    size, triangles: trianglesOf(found), strays, missing: missing.pictures, missingFiles: missing.names,
    findings: [...findingsOfMissing(missing), ...findingsOf({ ...diagnosis, strays }, declared, treatment, known, size, { ...asset.parsed, notes: unsaid(asset.parsed.notes, missing) }), ...healthFindings(asset.parsed, spaces?.spaces ?? [])],
  }
  return { asset, report, spaces }
}

function findingsOfMissing({ pictures, names }: Missing): readonly Finding[] {
  const libraries = missingLibraries(names)
  return [...(libraries.length === 0 ? [] : [librariesFinding(libraries)]), ...(pictures === null ? [] : [texturesFinding(pictures)])]
}

/** Without the pictures whose absence is told of all together. */
function unsaid(notes: readonly Phrase[], { names }: Missing): readonly Phrase[] {
  const told = new Set(names.filter(isPictureName).map(fileNameOf))
  return notes.filter(({ id, args }) => id !== 'import.picture.missing' || typeof args?.['name'] !== 'string' || !told.has(fileNameOf(args['name'])))
}

const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

/** What is missing is asked for once; found, the model is read again with it. */
async function readWithTextures(bytes: Uint8Array<ArrayBuffer>, options: TreatOptions): Promise<ReadAsset & { readonly missing: Missing }> {
  const named = new Set<string>()
  const read = (): Promise<ReadAsset> => readModel(bytes, { ...options, onMissing: (name) => named.add(name) })
  const first = await read()
  const missing = missingTextures(options.name, named)
  if (missing === null || options.askTextures === undefined || !(await options.askTextures(missing))) return { ...first, missing: { pictures: missing, names: [...named] } }
  named.clear()
  return { ...(await read()), missing: { pictures: missingTextures(options.name, named), names: [...named] } }
}

/** What is known beforehand, and what somebody answers. */
async function settled({ name, known = {}, ask }: TreatOptions, { parsed }: LoadedAsset, diagnosis: Diagnosis, declared: Declared): Promise<Known> {
  const question = ask === undefined ? null : questionOf(name, parsed, diagnosis, declared, { unit: known.metresPerUnit !== undefined, up: known.up !== undefined })
  if (ask === undefined || question === null) return known
  const answer = await ask(question)
  if (answer === null) throw new AtriumError('cancelled', 'Cancelled.')
  const { units, axes } = question
  return { ...known, ...(units.length > 1 && { metresPerUnit: answer.metresPerUnit }), ...(axes.length > 1 && { up: answer.up }), asBefore: answer.asBefore }
}

/** Of the work, as long as nothing has to be treated. */
const FIRST = 0.7

/** The model as it was read, if it can stay so; otherwise read again from a GLB that has the treatment in it. */
async function apply(found: LoadedAsset, treatment: Treatment, options: ReadOptions): Promise<LoadedAsset> {
  const needed = isNeeded(treatment)
  if (!needed && options.pieces === 'objects' && isWithinReach(found)) return found
  const { factor, turn, origin } = treatment
  const glb = needed ? wrapScene(found.bytes, { translation: [-origin[0], -origin[1], -origin[2]], rotation: quatFromAxisAngle([1, 0, 0], turn), scale: factor }) : found.bytes
  const asset = await importModel(glb, { ...options, onProgress: (fraction) => options.onProgress?.(FIRST + (1 - FIRST) * fraction) })
  return { ...asset, parsed: { ...asset.parsed, notes: found.parsed.notes } }
}

/** What was saved in a project before opens still. @throws AtriumError `model-scaled-away`, naming the node */
function refuseScaledAway(glb: LoadedAsset['bytes']): void {
  const node = findScaledAway(parseContainer(glb).json)
  if (node !== null) throw new AtriumError('model-scaled-away', `“${node}” has a scale of 0. Set it to 1 in the program that made the file, and export it again.`)
}

const isWithinReach = ({ parsed }: LoadedAsset): boolean => surveyObjects(parsed).every(({ box }) => [...box.min, ...box.max].every((value) => Math.abs(value) <= LIMITS.coordinate))

const without = ({ parsed }: LoadedAsset, parts: readonly string[]): LoadedAsset['parsed'] => (parts.length === 0 ? parsed : { ...parsed, parts: parsed.parts.filter(({ id }) => !parts.includes(id)) })

const trianglesOf = ({ parsed }: LoadedAsset): number => parsed.parts.reduce((sum, { mesh }) => sum + (parsed.meshes.get(mesh)?.indices.length ?? 0) / 3, 0)

/** The doctor's share of an origin that is known; null: it is free. @param bare  the treatment without one */
function originFor(box: Box, bare: Treatment, { origin, beside = [] }: Known, declared: Declared): Vec3 | null {
  if (origin !== undefined) return ofOurs(origin, bare, declared)
  return beside.map((kept) => ofOurs(kept, bare, declared)).find((ours) => isNear(treatedBox(box, { ...bare, origin: ours }))) ?? null
}

/** The doctor's share of an origin in full. */
function ofOurs(origin: Vec3, treatment: Treatment, { origin: readers }: Declared): Vec3 {
  const [x, y, z] = treated(readers, treatment)
  return [origin[0] - x, origin[1] - y, origin[2] - z]
}

/** The file may be read twice, for the sake of its textures. */
function askedOnce(offer: ReadOptions['offerSimpler']): ReadOptions['offerSimpler'] {
  let answer: Promise<boolean> | undefined
  return offer === undefined ? undefined : (about) => (answer ??= offer(about))
}

/** Pictures are the same however often a model is read. */
function decodeOnce(decode: DecodeImage): DecodeImage {
  const decoded = new Map<string, Promise<DecodedImage>>()
  return async (bytes, mimeType, maxSide) => {
    const key = `${await sha256Hex(bytes)} ${mimeType} ${maxSide}`
    const image = decoded.get(key) ?? decode(bytes, mimeType, maxSide)
    decoded.set(key, image)
    return image
  }
}
