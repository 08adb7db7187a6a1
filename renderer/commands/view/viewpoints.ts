import { addView, lightAsInView, moveView, removeView, rename, setView, type ViewFields } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { settingsOfView } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { VIEW_SETTINGS, type ViewRecord } from '../../document/types.ts'
import { destination, flyTo } from '../../navigation/flight.ts'
import { lensOfPose } from '../../navigation/lens.ts'
import { useInteraction } from '../../interaction/store.ts'
import { poseOfView } from '../../navigation/view-pose.ts'
import { showPanel, useShell } from '../../shell/shell.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { phrase, say } from '../../words/say.ts'
import { setRender } from './render.ts'
import { addOrTell } from '../edit-or-tell.ts'
import type { Command } from '../types.ts'

const views = (): readonly ViewRecord[] => useDocument.getState().document.views
const viewAt = (index: number): ViewRecord | undefined => views()[index]

/** The view that was saved or applied last, or is looked at in the panel: what the commands below mean. */
export function currentView(): ViewRecord | undefined {
  const { view } = useShell.getState()
  return views().find(({ id }) => id === view)
}

/** Camera, light switches and brightness as they are now. */
function viewNow(): ViewFields {
  const { settings } = useInteraction.getState()
  const pose = destination()
  const { position, target, verticalFov, straighten = 0 } = pose
  return {
    position, target, verticalFov, straighten: Math.round(straighten), lens: lensOfPose(pose),
    lights: Object.fromEntries(useDocument.getState().document.lights.map(({ id, on }) => [id, on])),
    settings: Object.fromEntries(VIEW_SETTINGS.map((key) => [key, settings[key]])),
  }
}

/** The picture on screen, small; a view without one is whole. */
const takeThumbnail = async (): Promise<string | undefined> => findViewport()?.viewThumbnail().catch(() => undefined)

/** Notes what is to be kept at once, then takes its picture; nothing when another project was opened meanwhile. */
async function noted(keep: (fields: ViewFields) => void): Promise<void> {
  const fields = viewNow()
  const { replaced } = useDocument.getState()
  const thumbnail = await takeThumbnail()
  if (useDocument.getState().replaced === replaced) keep({ ...fields, thumbnail })
}

function freeViewName(): string {
  const taken = new Set(views().map(({ name }) => name))
  let number = 1
  while (taken.has(say('view.name', { number }))) number++
  return say('view.name', { number })
}

export const saveView = (): Promise<void> =>
  noted((fields) => {
    const id = newId()
    const name = freeViewName()
    if (addOrTell(phrase('undo.view.save', { name }), addView({ ...(fields as Required<ViewFields>), id, name }))) useShell.setState({ view: id })
  })

export const updateView = ({ id, name }: ViewRecord): Promise<void> =>
  noted((fields) => useDocument.getState().edit(phrase('undo.view.update', { name }), setView(id, fields)))

/**
 * Puts camera, lights and brightness as they were when the view was saved. The lights are the document's: their switches are one step
 * that can be undone.
 */
export function applyView(view: ViewRecord): void {
  useDocument.getState().edit(phrase('undo.view.light', { name: view.name }), lightAsInView(view))
  setRender(settingsOfView(view))
  useShell.setState({ view: view.id })
  // Who walks has a body that cannot fly.
  if (useInteraction.getState().navigation === 'walk') findViewport()?.setPose(poseOfView(view))
  else flyTo(poseOfView(view))
}

export function deleteView(view: ViewRecord): void {
  const index = views().findIndex(({ id }) => id === view.id)
  useDocument.getState().edit(phrase('undo.view.remove', { name: view.name }), removeView(view.id))
  // Its neighbour is next.
  useShell.setState({ view: (viewAt(index) ?? viewAt(index - 1))?.id ?? null })
}

export function renameView(view: ViewRecord, name: string): void {
  if (name.trim() !== '' && name !== view.name) useDocument.getState().edit(phrase('undo.rename', { name: view.name }), rename(view.id, name))
}

export function reorderView(view: ViewRecord, to: number): void {
  useDocument.getState().edit(phrase('undo.move', { name: view.name }), moveView(view.id, to))
}

function recall(number: number): Command {
  return {
    id: `view.recall.${number}`,
    title: () => viewAt(number - 1)?.name ?? say('view.name', { number }),
    keys: [`Alt+${number}`],
    isAbsent: () => viewAt(number - 1) === undefined,
    run: () => {
      const view = viewAt(number - 1)
      if (view !== undefined) applyView(view)
    },
    says: () => viewAt(number - 1)?.name ?? '',
  }
}

/** The next or previous view, around the end of the list. */
function step(id: string, key: string, by: 1 | -1): Command {
  return {
    id,
    keys: [key],
    isEnabled: () => views().length > 0,
    run: () => {
      const all = views()
      const at = all.findIndex(({ id: other }) => other === useShell.getState().view)
      applyView(all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length])
    },
    says: () => currentView()?.name ?? '',
  }
}

type CurrentTitle = 'command.view.goTo' | 'command.view.update' | 'command.view.rename' | 'command.view.remove' | 'command.view.moveUp' | 'command.view.moveDown'
const nameOfCurrent = (): string => currentView()?.name ?? say('view.any')

function ofCurrent(id: string, title: CurrentTitle, run: (view: ViewRecord) => void | Promise<void>, more: Partial<Command> = {}): Command {
  return {
    id,
    title: () => say(title, { name: nameOfCurrent() }),
    isEnabled: () => currentView() !== undefined,
    run: () => {
      const view = currentView()
      return view === undefined ? undefined : run(view)
    },
    ...more,
  }
}

const indexOf = (view: ViewRecord | undefined): number => views().findIndex(({ id }) => id === view?.id)

/** Cameras the user saves under a name and comes back to, with their light. */
export const viewpointCommands: readonly Command[] = [
  { id: 'view.save', keys: ['Alt+V'], run: saveView, says: () => say('hud.view.saved', { name: nameOfCurrent() }) },
  ofCurrent('view.update', 'command.view.update', updateView, { keys: ['Alt+Shift+V'], says: () => say('hud.view.updated', { name: nameOfCurrent() }) }),
  ofCurrent('view.goTo', 'command.view.goTo', applyView),
  ofCurrent('view.rename', 'command.view.rename', ({ id }) => {
    showPanel('views')
    useShell.setState({ renaming: id })
  }),
  ofCurrent('view.remove', 'command.view.remove', deleteView),
  ofCurrent('view.moveUp', 'command.view.moveUp', (view) => reorderView(view, indexOf(view) - 1), { isEnabled: () => indexOf(currentView()) > 0 }),
  ofCurrent('view.moveDown', 'command.view.moveDown', (view) => reorderView(view, indexOf(view) + 1), {
    isEnabled: () => currentView() !== undefined && indexOf(currentView()) < views().length - 1,
  }),
  step('view.next', 'Mod+PageDown', 1),
  step('view.previous', 'Mod+PageUp', -1),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(recall),
]
