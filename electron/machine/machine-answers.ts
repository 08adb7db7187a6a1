import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { tilesAtOnce } from '../batch/worker/at-once.ts'
import { chooseFolder } from '../files/dialogs.ts'
import { answer } from '../ipc.ts'
import type { Settings } from '../../renderer/settings.ts'
import type { JsonFile } from '../files/json-file.ts'
import type { Log } from '../log.ts'
import { answerHere } from '../window/answer-here.ts'
import type { Windows } from '../window/windows.ts'
import type { Machine } from './machine.ts'
import type { TileWindow } from './tile-window.ts'

/** Of windows, what this computer does; of the page without a window, what it has done. */
export function answerMachine({ log, windows, machine, tiles, settings }: { readonly log: Log; readonly windows: Windows; readonly machine: Machine; readonly tiles: TileWindow; readonly settings: JsonFile<Settings> }): void {
  const here = answerHere(windows, log)
  here('machine:get', () => machine.state)
  here('machine:work', (_window, { on }) => machine.work(on))
  const folders = new Map<string, string>()
  here('machine:folder', async ({ window }) => {
    const chosen = await chooseFolder(window, 'dialog.office.folder')
    if (chosen === null) return null
    const id = randomBytes(16).toString('hex')
    folders.set(id, chosen)
    return { id, name: path.basename(chosen) || chosen }
  })
  here('machine:office', (_window, asked) => machine.setOffice(asked && { ...asked, folder: asked.folder === null ? null : folders.get(asked.folder) ?? null }))
  here('machine:person', () => machine.person())
  answer('tiles:ready', log, async (_request, sender) => {
    tiles.check(sender)
    tiles.ready()
    return { settings: await settings.read(), atOnce: tilesAtOnce() }
  })
  answer('tiles:told', log, ({ id, share }, sender) => {
    tiles.check(sender)
    tiles.told(id, share)
  })
  answer('tiles:done', log, ({ id, reply }, sender) => {
    tiles.check(sender)
    tiles.done(id, reply)
  })
}
