import type { BrowserWindow } from 'electron'
import type { Demo } from './demo.ts'
import { chooseFolder, chooseSource } from './files/dialogs.ts'
import type { Files } from './files/files.ts'
import type { Sources } from './files/sources.ts'
import { answer } from './ipc.ts'
import type { Log } from './log.ts'

export interface SourceServices {
  readonly log: Log
  readonly files: Files
  readonly sources: Sources
  readonly demo: Demo | null
}

/** The channels about models that may be read again, their textures, and what was answered about them. */
export function answerSources({ log, files, sources, demo }: SourceServices, window: BrowserWindow): void {
  answer('source:keep', log, async ({ handle, sha256 }) => {
    // An unattended run leaves nothing behind.
    if (!demo) await sources.keep(sha256, files.pathOf(handle))
    return { textures: files.texturesOf(handle) }
  })
  answer('source:find', log, async ({ sha256, textures }) => {
    const found = await sources.pathOf(sha256)
    return found === null ? null : files.open(found, textures)
  })
  answer('source:look', log, ({ sha256s }) => sources.changed(sha256s))
  answer('source:choose', log, async ({ name }) => {
    const chosen = await chooseSource(window, name)
    return chosen === null ? null : files.open(chosen)
  })
  answer('textures:choose', log, async ({ handle }) => {
    const folder = await chooseFolder(window, 'dialog.textures')
    if (folder === null) return false
    files.useTextures(handle, { id: await sources.keepTextures(files.pathOf(handle), folder), folder })
    return true
  })
  answer('answers:find', log, ({ app }) => sources.answersOf(app))
  answer('answers:keep', log, async (program) => {
    if (!demo) await sources.keepAnswers(program)
  })
}
