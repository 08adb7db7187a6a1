import { create } from 'zustand'
import type { FileHandle } from '../../../electron/contract.ts'
import { freeName } from '../../catalogue/catalogue-items.ts'
import { fetchOwnCatalogue, isOwn, keyOfOwn, ownId, useOwnCatalogue } from '../../catalogue/own-store.ts'
import { useDocument } from '../../document/store.ts'
import type { Piece } from '../../document/types.ts'
import { toAtriumError } from '../../errors/atrium-error.ts'
import { offer, reportError, tell } from '../../errors/notices.ts'
import type { CatalogueItem } from '../../imports/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { takePiecePicture } from '../../output/export/piece-picture.ts'
import { request } from '../../platform.ts'
import { forgetItem } from '../../project/insert/bring-in.ts'
import { keepOwn, makeOwnModel, type OwnFacts, type OwnSource, sourceOfItem, sourceOfPiece } from '../../project/insert/own-piece.ts'
import { runVisibly } from '../../project/tasks/tasks.ts'
import { closeDialog, flash, openDialog, useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import type { Command } from '../types.ts'

/** What the dialog is about; null: it is closed. */
export const useOwnDraft = create<{ readonly source: OwnSource | null }>()(() => ({ source: null }))

function ask(source: OwnSource): void {
  useOwnDraft.setState({ source })
  openDialog('ownPiece')
}

/** A piece of the room goes into the catalogue, after the dialog. */
export function addToCatalogue(piece: Piece): void {
  const source = sourceOfPiece(piece)
  if (source !== null) ask(source)
}

export const editOwn = (item: CatalogueItem): void => ask(sourceOfItem(item))

/** The dialog's answer: model, picture and facts are kept, under a name that no other piece has. A full disk leaves the catalogue as it was. */
export async function keepDraft(source: OwnSource, facts: OwnFacts): Promise<void> {
  closeDialog()
  try {
    const item = await runVisibly(say('task.keeping', { name: facts.name }), async (task) => {
      const asset = await makeOwnModel(source, facts, task)
      const { items } = useOwnCatalogue.getState()
      const isThere = items.some(({ id, mount }) => id === ownId(asset.parsed.key) && mount === facts.mount)
      const name = freeName(facts.name, items.filter(({ id }) => id !== ownId(asset.parsed.key) && keyOfOwn(id) !== source.replaces))
      const picture = isThere ? null : await takePiecePicture(asset, facts.mount, task.signal, (share) => task.progress(0.4 + 0.6 * share))
      task.commit()
      return keepOwn(asset, { ...facts, name }, picture, source.replaces)
    })
    if (item === null) return
    forgetItem(ownId(item.id))
    await fetchOwnCatalogue()
    flash(say('own.hud.kept', { name: item.name }))
  } catch (error) {
    if (toAtriumError(error).code === 'disk-full') offer(say('own.full', { name: facts.name }), say('own.full.detail'), { label: say('own.full.again'), run: () => ask(source) }, () => {})
    else reportError(error, facts.name)
  }
}

/** Takes a piece out of the catalogue; pieces in rooms stay. It can be taken back until Atrium ends. */
export async function removeOwn({ id, name }: CatalogueItem): Promise<void> {
  const key = keyOfOwn(id)
  try {
    await request('own:remove', { id: key })
    await fetchOwnCatalogue()
    const undo = (): void => void request('own:restore', { id: key }).then(fetchOwnCatalogue).catch((error: unknown) => reportError(error, name))
    offer(say('own.removed', { name }), say('own.removed.detail'), { label: say('own.removed.undo'), run: undo }, () => {})
  } catch (error) {
    reportError(error, name)
  }
}

/** @param handle  of a folder that was dropped; null: the user is asked for one */
export async function importOwn(handle: FileHandle | null): Promise<void> {
  const came = await request('own:import', { handle: handle?.id ?? null })
  if (came === null) return
  await fetchOwnCatalogue()
  tell(say('own.imported', { count: came.added }), came.added + came.known + came.left.length === 0 ? [say('own.imported.none')] : [
    say('own.imported.detail', { known: came.known, broken: came.left.length }),
    ...came.left.slice(0, MOST_LEFT).map(({ file, why }) => say(`own.left.${why}`, { file: shortened(file) })),
    ...(came.left.length > MOST_LEFT ? [say('own.left.more', { count: came.left.length - MOST_LEFT })] : []),
  ])
}

/** Lines that a card shows of what was left out. */
const MOST_LEFT = 5

/** Folders of an export are named by 64 digits that nobody reads. */
const shortened = (file: string): string => file.replace(/^([a-f0-9]{8})[a-f0-9]{56}(?=\/)/, '$1…')

async function exportOwn(): Promise<void> {
  const went = await request('own:export')
  if (went !== null) tell(say('own.exported', { count: went.count }), [say('own.exported.detail')])
}

/** The one piece that is selected. */
function selectedPiece(): Piece | undefined {
  const { selection } = useInteraction.getState()
  return selection.length === 1 ? useDocument.getState().document.pieces.find(({ id }) => id === selection[0]) : undefined
}

/** What the catalogue has, its own or the user's, is not added to it once more. */
function isNew({ asset }: Piece): boolean {
  const record = useDocument.getState().document.assets.find(({ key }) => key === asset)
  return record !== undefined && (record.catalogueId === null || record.form !== undefined || isOwn(record.catalogueId))
}

export const ownCatalogueCommands: readonly Command[] = [
  {
    id: 'edit.addToCatalogue',
    isEnabled: () => {
      const piece = selectedPiece()
      return piece !== undefined && isNew(piece)
    },
    run: () => {
      const piece = selectedPiece()
      if (piece !== undefined) addToCatalogue(piece)
    },
  },
  { id: 'file.exportCatalogue', anywhere: true, isEnabled: () => useOwnCatalogue.getState().items.length > 0, run: exportOwn },
  { id: 'file.importCatalogue', anywhere: true, run: () => importOwn(null) },
]

/** Once a model came in as one piece: the catalogue takes it, too, if the user likes. */
export function offerToKeep(piece: Piece): void {
  if (useOwnCatalogue.getState().items.some(({ id }) => keyOfOwn(id) === piece.asset)) return
  const { screen } = useShell.getState()
  if (screen === 'room') offer(say('own.offer', { name: piece.name }), say('own.offer.detail'), { label: say('own.offer.yes'), run: () => addToCatalogue(piece) }, () => {}, { isOfProject: true })
}
