import type { FileHandle } from '../../../electron/contract.ts'
import { answerBeside, answerDoctor, answerSimpler, answerTextures } from '../../imports/beside/beside.ts'
import type { ImportAnswer, ImportQuestion } from '../../imports/doctor/question.ts'
import type { ImportReport } from '../../imports/doctor/report.ts'
import { isSame } from '../../imports/doctor/unit.ts'
import type { MissingTextures } from '../../imports/beside/missing-textures.ts'
import { listSiblings, readSibling, request } from '../../platform.ts'
import { askForTextures, askInDialog, askWhetherSimpler } from './question.ts'

/** What a reader in a worker may ask while it reads a model's file: what lies beside it, and what only its user knows. */
export function answersAbout(handle: FileHandle, signal: AbortSignal): (question: string) => Promise<Uint8Array<ArrayBuffer>> {
  const beside = answerBeside((path) => readSibling(handle, path, { signal }), () => listSiblings(handle, { signal }))
  const doctor = answerDoctor((question) => askAsBefore(question, signal), beside)
  return answerSimpler((offer) => askWhetherSimpler(offer, signal), answerTextures((missing) => askTexturesOnce(handle, missing, signal), doctor))
}

/** Where the user has no textures to show, nobody asks again until Atrium ends. */
const declined = new Set<string>()

async function askTexturesOnce(handle: FileHandle, missing: MissingTextures, signal: AbortSignal): Promise<boolean> {
  const places = missing.folders.length > 0 ? missing.folders : [missing.name]
  if (places.every((place) => declined.has(place))) return false
  const answer = await askForTextures(missing, signal)
  if (answer === 'choose' && (await request('textures:choose', { handle: handle.id }))) return true
  places.forEach((place) => declined.add(place))
  return false
}

/** What was answered for the last file of the same program is suggested first. */
async function askAsBefore(question: ImportQuestion, signal: AbortSignal): Promise<ImportAnswer> {
  const { app, units, axes } = question
  const last = app === '' ? null : await request('answers:find', { app }).catch(() => null)
  const suggested = suggesting(question, last ?? {})
  const answer = await askInDialog(suggested, signal)
  if (answer === null || app === '') return answer
  const given = { ...(units.length > 1 && { metresPerUnit: answer.metresPerUnit }), ...(axes.length > 1 && { up: answer.up }) }
  await request('answers:keep', { app, ...given }).catch(() => undefined)
  const isAsBefore = (given.metresPerUnit === undefined || (last?.metresPerUnit !== undefined && isSame(given.metresPerUnit, last.metresPerUnit))) && (given.up === undefined || given.up === last?.up)
  return isAsBefore ? { ...answer, asBefore: app } : answer
}

/** The question with what was answered before in the first place. */
export function suggesting(question: ImportQuestion, { metresPerUnit, up }: { readonly metresPerUnit?: number | undefined; readonly up?: 'y' | 'z' | undefined }): ImportQuestion {
  const asksUnit = question.units.length > 1 && metresPerUnit !== undefined
  const asksUp = question.axes.length > 1 && up !== undefined
  if (!asksUnit && !asksUp) return question
  return {
    ...question, isAsBefore: true,
    ...(asksUnit && { units: [metresPerUnit, ...question.units.filter((unit) => !isSame(unit, metresPerUnit))] }),
    ...(asksUp && { axes: [up, ...question.axes.filter((axis) => axis !== up)] }),
  }
}

/** Remembers where the file lay, so that it can be read again, and which textures it was read with. */
export async function keepSource(handle: FileHandle, report: ImportReport): Promise<ImportReport> {
  // What cannot be remembered stops nothing.
  const kept = await request('source:keep', { handle: handle.id, sha256: report.sha256 }).catch(() => undefined)
  const { textures = null } = kept ?? {}
  return textures === null ? report : { ...report, answers: { ...report.answers, textures } }
}
