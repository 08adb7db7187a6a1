import type { ImportAnswer, ImportQuestion } from './doctor/question.ts'
import type { ReadSibling } from './reader.ts'

/*
 * What a reader in a worker asks the page about files beside the model: a worker sees no files.
 */

type Bytes = Uint8Array<ArrayBuffer>

const LIST = 'list'
const READ = 'read:'
const DOCTOR = 'doctor:'

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

/** The page's side. */
export const answerBeside = (read: ReadSibling, list: () => Promise<readonly string[]>) => async (question: string): Promise<Bytes> =>
  question === LIST ? new TextEncoder().encode(JSON.stringify(await list())) : read(question.slice(READ.length))
