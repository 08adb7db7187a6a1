import type { ImportAnswer, ImportQuestion } from '../doctor/question.ts'
import type { MissingTextures } from './missing-textures.ts'
import type { ReadSibling, SimplerOffer } from '../reader.ts'

/*
 * What a reader in a worker asks the page about files beside the model: a worker sees no files.
 */

type Bytes = Uint8Array<ArrayBuffer>

const LIST = 'list'
const READ = 'read:'
const DOCTOR = 'doctor:'
const TEXTURES = 'textures:'
const SIMPLER = 'simpler:'

/** The worker's side. */
export const besideByAsking = (ask: (question: string) => Promise<Bytes>): { readSibling: ReadSibling; listSiblings: () => Promise<readonly string[]> } => ({
  readSibling: (path) => ask(READ + path),
  listSiblings: async () => JSON.parse(new TextDecoder().decode(await ask(LIST))) as string[],
})

/** The worker's side of what the user is asked. */
export const doctorByAsking = (ask: (question: string) => Promise<Bytes>) => async (question: ImportQuestion): Promise<ImportAnswer> =>
  JSON.parse(new TextDecoder().decode(await ask(DOCTOR + JSON.stringify(question)))) as ImportAnswer

/** The page's side of it; anything else goes on to `others`. */
export const answerDoctor = (answer: (question: ImportQuestion) => Promise<ImportAnswer>, others: (question: string) => Promise<Bytes>) => async (question: string): Promise<Bytes> =>
  question.startsWith(DOCTOR) ? new TextEncoder().encode(JSON.stringify(await answer(JSON.parse(question.slice(DOCTOR.length)) as ImportQuestion))) : others(question)

/** The worker's side of textures that are missing. */
export const texturesByAsking = (ask: (question: string) => Promise<Bytes>) => async (missing: MissingTextures): Promise<boolean> => (await ask(TEXTURES + JSON.stringify(missing)))[0] === 1

/** The page's side of it; anything else goes on to `others`. */
export const answerTextures = (answer: (missing: MissingTextures) => Promise<boolean>, others: (question: string) => Promise<Bytes>) => async (question: string): Promise<Bytes> =>
  question.startsWith(TEXTURES) ? new Uint8Array([Number(await answer(JSON.parse(question.slice(TEXTURES.length)) as MissingTextures))]) : others(question)

/** The worker's side of a model with too many triangles. */
export const simplerByAsking = (ask: (question: string) => Promise<Bytes>) => async (offer: SimplerOffer): Promise<boolean> => (await ask(SIMPLER + JSON.stringify(offer)))[0] === 1

/** The page's side of it; anything else goes on to `others`. */
export const answerSimpler = (answer: (offer: SimplerOffer) => Promise<boolean>, others: (question: string) => Promise<Bytes>) => async (question: string): Promise<Bytes> =>
  question.startsWith(SIMPLER) ? new Uint8Array([Number(await answer(JSON.parse(question.slice(SIMPLER.length)) as SimplerOffer))]) : others(question)

/** The page's side. */
export const answerBeside = (read: ReadSibling, list: () => Promise<readonly string[]>) => async (question: string): Promise<Bytes> =>
  question === LIST ? new TextEncoder().encode(JSON.stringify(await list())) : read(question.slice(READ.length))
