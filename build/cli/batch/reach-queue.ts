import { QueueDamaged } from '../../../electron/batch/queue/folder-database.ts'
import { isOutOfReach, isServer, openQueue, type Queue } from '../../../electron/batch/queue/queue.ts'
import { say } from '../../../renderer/words/say.ts'
import { UsageError } from '../usage.ts'

/** Opens a queue; a server that cannot be reached, or does not let us in, and a damaged folder are told in a sentence. @throws UsageError @throws QueueHeld */
export async function reachQueue(at: string, version: string, onError: (error: Error) => void): Promise<Queue> {
  try {
    return await openQueue(at, version, onError)
  } catch (error) {
    if (error instanceof QueueDamaged) throw new UsageError(say('cli.batch.error.damaged', { folder: error.folder }))
    const { code = '', message } = error as { code?: string; message: string }
    if (!isServer(at) || !isOutOfReach(error)) throw error
    throw new UsageError(say('cli.batch.error.database', { reason: message === '' ? code : message }))
  }
}
