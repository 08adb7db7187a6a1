import { serveTask } from '../workers/serve-task.ts'
import { type Replayed, replayJournal } from './replay.ts'

export interface ReplayRequest {
  readonly journal: string
}

serveTask<ReplayRequest, Replayed>(({ journal }) => Promise.resolve({ result: replayJournal(journal), transfer: [] }))
