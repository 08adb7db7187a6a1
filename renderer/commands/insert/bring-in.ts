import type { FileHandle, Response } from '../../../electron/contract.ts'
import { addPieces, type Arriving } from '../../document/changes/index.ts'
import { freeNames } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import { reportError, tell } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { rayThrough, type Size } from '../../navigation/projection.ts'
import { request } from '../../platform.ts'
import { type Arrival, asParts, asPicture, asPiece, atItsPlace, countApart, landed, LARGEST_PIECE, longestSideOf, type ModelAtHand, readForRoom } from '../../project/insert/bring-models.ts'
import { useProjectFile } from '../../project/open/open-project.ts'
import { type RunningTask, runVisibly } from '../../project/tasks/tasks.ts'
import { useShell } from '../../shell/shell.ts'
import type { Point, Ray } from '../../tools/context.ts'
import { putDown } from '../../tools/place/put-down.ts'
import { phrase, say, textOf } from '../../words/say.ts'
import { addOrTell } from '../edit-or-tell.ts'
import { offerToKeep } from './own-catalogue.ts'
import type { Command } from '../types.ts'

/** Where on the canvas files were dropped. */
export interface Spot {
  readonly point: Point
  readonly size: Size
}

export function rayOf({ point, size }: Spot): Ray {
  const { pose } = useInteraction.getState()
  return { origin: pose.position, direction: rayThrough(pose, size, point.x, point.y) }
}

/** Does something for each file; one that fails is told, by its name, and the others go on. Cancelling ends all. */
async function forEach<T>(handles: readonly FileHandle[], run: (handle: FileHandle, task: RunningTask) => Promise<T>): Promise<readonly T[]> {
  const label = say('task.reading', { name: handles[0].name, others: handles.length - 1 })
  const { opened } = useProjectFile.getState()
  const done = await runVisibly(label, async (task) => {
    const results: T[] = []
    for (const [i, handle] of handles.entries()) {
      const own: RunningTask = { ...task, progress: (fraction) => task.progress(fraction === null ? null : (i + fraction) / handles.length) }
      try {
        results.push(await run(handle, own))
      } catch (error) {
        if (toAtriumError(error).code === 'cancelled') throw error
        reportError(error, handle.name)
      }
    }
    return results
  })
  // Another project was opened meanwhile: these were meant for the one before.
  return done === null || useProjectFile.getState().opened !== opened ? [] : done
}

/** Puts what arrived into the room, as one undo step, and selects it. Pieces get names of their own. @returns false when there is no room */
function addArrivals(arrivals: readonly Arriving[]): boolean {
  const nameFor = freeNames(useDocument.getState().document)
  const pieces = arrivals.flatMap((arrival) => arrival.pieces).map((piece) => ({ ...piece, name: nameFor(piece.name) }))
  if (pieces.length === 0) return false
  const name = pieces.length === 1 ? pieces[0].name : phrase('undo.items', { count: pieces.length })
  const together: Arriving = {
    pieces,
    assets: arrivals.flatMap(({ assets }) => assets),
    lights: arrivals.flatMap(({ lights = [] }) => lights),
    groups: arrivals.flatMap(({ groups = [] }) => groups),
  }
  if (!addOrTell(phrase('undo.bringIn', { name }), addPieces(together))) return false
  useInteraction.setState({ selection: pieces.map(({ id }) => id) })
  return true
}

/** What reading mended, guessed, left out or replaced, in one card a file. */
function tellNotes(models: readonly ModelAtHand[]): void {
  for (const { handle, said } of models) if (said.length > 0) tell(say('notice.brought', { name: handle.name }), said.map(textOf), { isOfProject: true })
}

/** One piece, or its parts where they stand apart and the user wants them. Throws `cancelled`. */
async function arrivalOf(model: ModelAtHand, task: RunningTask): Promise<Arrival> {
  const count = countApart(model)
  const answer = count < 2 ? 'one' : await request('dialog:parts', { name: model.handle.name, count: model.asset.parsed.parts.length })
  if (answer === 'cancel') throw new AtriumError('cancelled', 'The user keeps the model out.')
  return answer === 'parts' ? asParts(model) : asPiece(model, task)
}

/** @returns false when there is no room */
function land(arrivals: readonly Arrival[], spot: Spot | null): boolean {
  const places = putDown(findViewport()?.surroundings() ?? null, arrivals, spot === null ? null : rayOf(spot))
  if (!addArrivals(arrivals.map((arrival, i) => ({ ...arrival, pieces: landed(arrival, places[i]) })))) return false
  const inAir = arrivals.filter((_, i) => places[i].isInAir)
  if (inAir.length > 0) tell(say('notice.inAir', { count: inAir.length, name: inAir[0].name }), [say('notice.inAir.detail', { count: inAir.length })], { isOfProject: true })
  return true
}

/** Pictures hang framed on the wall where they were dropped, or on the one ahead; where there is none in the air, and a card says so. */
export async function hangPictures(handles: readonly FileHandle[], spot: Spot | null): Promise<void> {
  if (handles.length > 0) land(await forEach(handles, asPicture), spot)
}

/** The models as pieces of the open room, beside each other. */
async function bringModels(models: readonly ModelAtHand[], spot: Spot | null): Promise<void> {
  if (models.length === 0) return
  const byHandle = new Map(models.map((model) => [model.handle, model]))
  const arrivals = await forEach([...byHandle.keys()], (handle, task) => arrivalOf(byHandle.get(handle) as ModelAtHand, task))
  if (!land(arrivals, spot)) return
  tellNotes(models)
  const { pieces } = useDocument.getState().document
  const [alone, ...others] = useInteraction.getState().selection
  const piece = others.length === 0 ? pieces.find(({ id }) => id === alone) : undefined
  if (piece !== undefined) offerToKeep(piece)
}

/** Models and pictures of the user's own come into the open room. */
async function bringIn(handles: readonly FileHandle[]): Promise<void> {
  const [pictures, models] = [handles.filter(isPicture), handles.filter((handle) => !isPicture(handle))]
  if (models.length > 0) await bringModels(await forEach(models, readForRoom), null)
  await hangPictures(pictures, null)
}

const isPicture = ({ kind }: FileHandle): boolean => kind === 'picture'

/** The trades of one building come in where their files place them. */
export async function bringInPlace(handles: readonly FileHandle[]): Promise<void> {
  if (handles.length === 0) return
  const origins = useDocument.getState().document.assets.flatMap(({ source }) => (source === undefined ? [] : [source.answers.origin]))
  addArrivals(await forEach(handles, async (handle, task) => {
    const trade = await atItsPlace(handle, origins, task)
    origins.push(...trade.assets.flatMap(({ source }) => (source === undefined ? [] : [source.answers.origin])))
    return trade
  }))
}

/** What a model dropped on the room is meant for. Where there is nothing to lose, its size says it. */
async function meaningOf(models: readonly ModelAtHand[]): Promise<Response<'dialog:dropped'>> {
  const { document, saved } = useDocument.getState()
  const isSmall = models.every(({ bounds }) => longestSideOf(bounds) < LARGEST_PIECE)
  if (isSmall && models.length > 1) return 'bring'
  if (models.length === 1 && document === saved && document.pieces.length === 0) return isSmall ? 'bring' : 'open'
  return request('dialog:dropped', { model: models[0].handle.name, count: models.length, name: document.name, isSmall })
}

/**
 * Models dropped on the open room come in, after asking.
 *
 * @param open  called where the user wants the model in place of the room
 */
export async function bringDropped(handles: readonly FileHandle[], spot: Spot | null, open: (handle: FileHandle) => Promise<void>): Promise<void> {
  const models = handles.length === 0 ? [] : await forEach(handles, readForRoom)
  if (models.length === 0) return
  const meaning = await meaningOf(models)
  if (meaning === 'open') await open(models[0].handle)
  if (meaning === 'place') await bringInPlace(models.map(({ handle }) => handle))
  if (meaning === 'bring') await bringModels(models, spot)
}

const inRoom = (): boolean => useShell.getState().screen === 'room'

export const bringInCommands: readonly Command[] = [
  { id: 'file.bringIn', keys: ['Mod+Shift+O'], isEnabled: inRoom, run: async () => bringIn(await request('file:choose-models')) },
  { id: 'file.bringInPlace', isEnabled: inRoom, run: async () => bringInPlace((await request('file:choose-models')).filter((handle) => !isPicture(handle))) },
]
