import type { ReadSibling } from './reader.ts'

/*
 * What a reader in a worker asks the page about files beside the model: a worker sees no files.
 */

type Bytes = Uint8Array<ArrayBuffer>

const LIST = 'list'
const READ = 'read:'

/** The worker's side. */
export const besideByAsking = (ask: (question: string) => Promise<Bytes>): { readSibling: ReadSibling; listSiblings: () => Promise<readonly string[]> } => ({
  readSibling: (path) => ask(READ + path),
  listSiblings: async () => JSON.parse(new TextDecoder().decode(await ask(LIST))) as string[],
})

/** The page's side. */
export const answerBeside = (read: ReadSibling, list: () => Promise<readonly string[]>) => async (question: string): Promise<Bytes> =>
  question === LIST ? new TextEncoder().encode(JSON.stringify(await list())) : read(question.slice(READ.length))
