import type { FileHandle } from '../../../electron/contract.ts'
import { useDocument } from '../../document/store.ts'
import { tell } from '../../errors/notices.ts'
import { createChunkSink } from '../../output/encoders/chunk-sink.ts'
import { putExport, request } from '../../platform.ts'
import { playScript, sessionAtHand } from '../../recovery/play-script.ts'
import { linesOfScript } from '../../recovery/script.ts'
import { say } from '../../words/say.ts'
import type { Command } from '../types.ts'

/** Asks where to, and writes what was done since the project was opened. @throws AtriumError; nothing is left of the file then */
async function saveScript(): Promise<void> {
  const session = sessionAtHand()
  const { name } = useDocument.getState().document
  const chosen = await request('export:choose', { suggestedName: name.slice(0, 200), format: 'script' })
  if (chosen === null) return
  const { id } = chosen
  const sink = createChunkSink((at, bytes) => putExport(id, at, bytes))
  try {
    const encoder = new TextEncoder()
    for (const line of linesOfScript(session)) await sink.write(encoder.encode(`${line}\n`))
    await request('export:commit', { id, sizeBytes: await sink.end() })
  } catch (error) {
    await request('export:discard', { id })
    throw error
  }
  tell(say('notice.scriptSaved', { name: chosen.name, count: session.labels.length }), [say('notice.scriptSaved.detail')])
}

/** @returns false when the user cancelled @throws AtriumError */
export async function openScript(handle: FileHandle): Promise<boolean> {
  const count = await playScript(handle)
  if (count === null) return false
  tell(say('notice.scriptPlayed', { name: handle.name, count }), [say('notice.scriptPlayed.detail')])
  return true
}

export const scriptCommands: readonly Command[] = [
  { id: 'help.saveScript', isEnabled: () => useDocument.getState().undos.length > 0, run: saveScript },
]
