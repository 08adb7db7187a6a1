import type { Demo } from './demo.ts'
import { chooseFolder, chooseSource } from './files/dialogs.ts'
import type { Sources } from './files/sources.ts'
import type { Log } from './log.ts'
import { answerHere } from './window/answer-here.ts'
import type { Windows } from './window/windows.ts'

export interface SourceServices {
  readonly log: Log
  readonly windows: Windows
  readonly sources: Sources
  readonly demo: Demo | null
}

/** The channels about models that may be read again, their textures, and what was answered about them. */
export function answerSources({ log, windows, sources, demo }: SourceServices): void {
  const answer = answerHere(windows, log)
  answer('source:keep', async ({ files }, { handle, sha256 }) => {
    // An unattended run leaves nothing behind.
    if (!demo) await sources.keep(sha256, files.pathOf(handle))
    return { textures: files.texturesOf(handle) }
  })
  answer('source:find', async ({ files }, { sha256, textures }) => {
    const found = await sources.pathOf(sha256)
    return found === null ? null : files.open(found, textures)
  })
  answer('source:look', (_here, { sha256s }) => sources.changed(sha256s))
  answer('source:choose', async ({ files, window }, { name }) => {
    const chosen = await chooseSource(window, name)
    return chosen === null ? null : files.open(chosen)
  })
  answer('textures:choose', async ({ files, window }, { handle }) => {
    const folder = await chooseFolder(window, 'dialog.textures')
    if (folder === null) return false
    files.useTextures(handle, { id: await sources.keepTextures(files.pathOf(handle), folder), folder })
    return true
  })
  answer('answers:find', (_here, { app }) => sources.answersOf(app))
  answer('answers:keep', async (_here, program) => {
    if (!demo) await sources.keepAnswers(program)
  })
}
