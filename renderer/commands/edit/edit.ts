import type { Vec3 } from '../../../gpu/index.ts'
import { duplicate, removeItems, setHidden, setLocked } from '../../document/changes/index.ts'
import { isLocked, selectablePieces, unlockedPieces } from '../../document/flags.ts'
import { wholeGroups } from '../../document/fragment.ts'
import { groupOfPieces } from '../../document/groups.ts'
import { newId } from '../../document/ids.ts'
import { carrierOf } from '../../document/light-frame.ts'
import { redoLabel, undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AtriumDocument, DocumentLight, GroupRecord, Piece } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { focusPlacement } from '../../shell/regions.ts'
import { flash, showPanel, useShell } from '../../shell/shell.ts'
import { phrase, type PlainId, say, type Words } from '../../words/say.ts'
import { leaveGroup } from '../../tools/select/unit.ts'
import { addOrTell } from '../edit-or-tell.ts'
import { bodyOf, looseIds } from '../../tools/body.ts'
import { wayToCopies } from '../../tools/place/keep-out.ts'
import type { Command } from '../types.ts'

/** Metres: far enough to see that there are two now, where nothing says how far. */
const DUPLICATE_OFFSET: Vec3 = [0.3, 0, 0.3]

function selectedPieces(): readonly Piece[] {
  const ids = new Set(useInteraction.getState().selection)
  return ids.size === 0 ? [] : useDocument.getState().document.pieces.filter((piece) => ids.has(piece.id))
}

function selectedLights(): readonly DocumentLight[] {
  const ids = new Set(useInteraction.getState().selection)
  return ids.size === 0 ? [] : useDocument.getState().document.lights.filter((light) => ids.has(light.id))
}

/** What an undo step calls the things it changed: the name of one, the number of several. */
export function nameOf(things: readonly { readonly name: string }[]): Words {
  return things.length === 1 ? things[0].name : phrase('undo.items', { count: things.length })
}

/** From pieces to their copies: beside them, where walls and mounts let them be. */
export function wayBeside(pieces: readonly Piece[]): Vec3 {
  const around = findViewport()?.surroundings() ?? null
  if (around === null) return DUPLICATE_OFFSET
  return wayToCopies(around.query, pieces.flatMap((piece) => bodyOf(around.snapshot, piece) ?? []), looseIds()) ?? DUPLICATE_OFFSET
}

/** A light is copied with the lamp it hangs on; the sun, loose lights and a lamp's light alone are copied for themselves. */
function duplicateSelection(): void {
  const pieces = new Set(selectedPieces().map(({ id }) => id))
  const originals = [...selectedPieces(), ...selectedLights().filter((light) => carrierOf(light) === null || !pieces.has(carrierOf(light)!))]
  if (originals.length === 0) return
  const copies = new Map(originals.map(({ id }) => [id, newId()]))
  const groups = [...wholeGroups(useDocument.getState().document, pieces)].map((id) => [id, newId()] as const)
  if (addOrTell(phrase('undo.duplicate', { name: nameOf(originals) }), duplicate(new Map([...copies, ...groups]), wayBeside(selectedPieces())))) useInteraction.setState({ selection: [...copies.values()] })
}

/** Deletes pieces and lights as one step. Locked pieces (the room itself) stay: unlock them first. */
export function deleteItems(ids: readonly string[]): void {
  const wanted = new Set(ids)
  const { document } = useDocument.getState()
  const doomed = [...unlockedPieces(document, wanted), ...document.lights.filter(({ id }) => wanted.has(id))]
  if (doomed.length === 0) return
  useDocument.getState().edit(phrase('undo.delete', { name: nameOf(doomed) }), removeItems(doomed.map(({ id }) => id)))
}

/** @param name  what the step says was changed */
export function setPiecesHidden(pieces: readonly Piece[], hidden: boolean, name = nameOf(pieces)): void {
  useDocument.getState().edit(phrase(hidden ? 'undo.hide' : 'undo.show', { name }), setHidden(pieces.map(({ id }) => id), hidden))
}

export function setPiecesLocked(pieces: readonly Piece[], locked: boolean, name = nameOf(pieces)): void {
  useDocument.getState().edit(phrase(locked ? 'undo.lock' : 'undo.unlock', { name }), setLocked(pieces.map(({ id }) => id), locked))
}

const isWalking = (): boolean => useInteraction.getState().navigation === 'walk'
const hasSelection = (): boolean => useInteraction.getState().selection.length > 0
const hiddenPieces = (): readonly Piece[] => useDocument.getState().document.pieces.filter((piece) => piece.hidden)
const areAll = (flag: 'hidden' | 'locked') => (): boolean => {
  const pieces = selectedPieces()
  return pieces.length > 0 && pieces.every((piece) => piece[flag])
}
const [areHidden, areLocked] = [areAll('hidden'), areAll('locked')]

const selectable = (): readonly Piece[] => selectablePieces(useDocument.getState().document)

/** All pieces of the same models, and all lights of the same kinds. */
function selectSimilar(): void {
  const modelOf = ({ asset, part }: Piece): string => `${asset} ${part}`
  const models = new Set(selectedPieces().map(modelOf))
  const kinds = new Set(selectedLights().map(({ kind }) => kind))
  const selected = new Set(useInteraction.getState().selection)
  const { document } = useDocument.getState()
  const free = new Set(selectable())
  const alike = [
    ...document.pieces.filter((piece) => models.has(modelOf(piece)) && (selected.has(piece.id) || free.has(piece))),
    ...document.lights.filter(({ kind }) => kinds.has(kind)),
  ].map(({ id }) => id)
  useInteraction.setState({ selection: alike })
  flash(say('hud.selected', { count: alike.length }))
}

const idsIn = ({ pieces, lights }: AtriumDocument): ReadonlySet<string> => new Set([...pieces, ...lights].map(({ id }) => id))

/** Only what still exists stays selected. */
function deselectGone(): void {
  const ids = idsIn(useDocument.getState().document)
  useInteraction.setState(({ selection }) => ({ selection: selection.filter((id) => ids.has(id)) }))
}

/** What was selected when a document was last left by a step. */
const selectedIn = new WeakMap<AtriumDocument, readonly string[]>()
useDocument.subscribe(({ document }, before) => {
  if (document !== before.document) selectedIn.set(before.document, useInteraction.getState().selection)
})

/** A step back or forth. Where things come or go by it, what was selected then is selected again. */
function step(go: () => void): void {
  const before = idsIn(useDocument.getState().document)
  go()
  const { document } = useDocument.getState()
  const ids = idsIn(document)
  const then = selectedIn.get(document)
  if (then !== undefined && (ids.size !== before.size || [...ids].some((id) => !before.has(id)))) useInteraction.setState({ selection: then })
  deselectGone()
}

const undoTitle = (step: string | null): string => (step === null ? say('command.edit.undo') : say('command.edit.undo.step', { step }))
const redoTitle = (step: string | null): string => (step === null ? say('command.edit.redo') : say('command.edit.redo.step', { step }))

/** The user's group that is selected, all of it and nothing else. */
const selectedGroup = (): GroupRecord | null => groupOfPieces(useDocument.getState().document, useInteraction.getState().selection)

/** What Escape would end now. */
function escapeMeaning(): PlainId {
  const { focusing, facing, placing, replacing, surfaceClick, entered } = useInteraction.getState()
  if (isWalking()) return 'command.edit.deselect.walking'
  if (focusing) return 'command.edit.deselect.focusing'
  if (facing) return 'command.edit.deselect.facing'
  if (surfaceClick !== null) return 'command.edit.deselect.material'
  if (placing !== null) return 'command.edit.deselect.placing'
  if (replacing) return 'command.edit.deselect.replacing'
  return entered === null ? 'command.edit.deselect' : 'command.edit.deselect.group'
}

function escape(): void {
  const { navigation, placing, replacing, focusing, facing, surfaceClick, entered } = useInteraction.getState()
  if (navigation === 'walk') useInteraction.setState({ navigation: 'orbit' })
  else if (focusing) useInteraction.setState({ focusing: false })
  else if (facing) useInteraction.setState({ facing: false })
  else if (surfaceClick !== null) useInteraction.setState({ surfaceClick: null })
  else if (placing !== null) useInteraction.setState({ placing: null })
  else if (replacing) useInteraction.setState({ replacing: false })
  else if (entered !== null) leaveGroup()
  else useInteraction.setState({ selection: [] })
}

export const editCommands: readonly Command[] = [
  {
    id: 'edit.undo',
    title: () => undoTitle(undoLabel(useDocument.getState())),
    keys: ['Mod+Z'],
    isEnabled: () => undoLabel(useDocument.getState()) !== null,
    run: () => step(() => useDocument.getState().undo()),
    says: () => say('hud.undid', { step: redoLabel(useDocument.getState()) ?? '' }),
  },
  {
    id: 'edit.redo',
    title: () => redoTitle(redoLabel(useDocument.getState())),
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    isEnabled: () => redoLabel(useDocument.getState()) !== null,
    run: () => step(() => useDocument.getState().redo()),
    says: () => say('hud.redid', { step: undoLabel(useDocument.getState()) ?? '' }),
  },
  { id: 'edit.duplicate', keys: ['Mod+D'], isEnabled: hasSelection, run: duplicateSelection },
  {
    id: 'edit.delete',
    keys: ['Delete', 'Backspace'],
    isEnabled: hasSelection,
    run: () => {
      const locked = selectedPieces().filter((piece) => isLocked(useDocument.getState().document, piece))
      deleteItems(useInteraction.getState().selection)
      deselectGone()
      if (locked.length > 0) flash(say(locked.every((piece) => piece.locked) ? 'hud.locked' : 'hud.locked.layer', { count: locked.length, name: locked[0].name }))
    },
  },
  {
    id: 'edit.rename',
    keys: ['F2'],
    isEnabled: () => useInteraction.getState().selection.length === 1 || selectedGroup() !== null,
    run: () => {
      showPanel('outline')
      useShell.setState({ renaming: selectedGroup()?.id ?? useInteraction.getState().selection[0] })
    },
  },
  { id: 'edit.typePosition', keys: ['Shift+P'], isEnabled: hasSelection, run: focusPlacement },
  {
    id: 'edit.hide',
    title: () => say(areHidden() ? 'command.edit.show' : 'command.edit.hide'),
    keys: ['H'],
    isEnabled: () => selectedPieces().length > 0,
    run: () => setPiecesHidden(selectedPieces(), !areHidden()),
  },
  {
    id: 'edit.unhideAll',
    keys: ['Alt+H'],
    isEnabled: () => hiddenPieces().length > 0,
    run: () => setPiecesHidden(hiddenPieces(), false),
  },
  {
    id: 'edit.lock',
    title: () => say(areLocked() ? 'command.edit.unlock' : 'command.edit.lock'),
    keys: ['L'],
    isEnabled: () => selectedPieces().length > 0,
    run: () => setPiecesLocked(selectedPieces(), !areLocked()),
  },
  {
    id: 'edit.selectAll',
    keys: ['Mod+A'],
    run: () => useInteraction.setState({ selection: selectable().map(({ id }) => id) }),
  },
  { id: 'edit.selectSimilar', keys: ['Mod+Shift+A'], isEnabled: hasSelection, run: selectSimilar },
  {
    id: 'edit.invertSelection',
    run: () => {
      const selected = new Set(useInteraction.getState().selection)
      useInteraction.setState({ selection: selectable().flatMap(({ id }) => (selected.has(id) ? [] : [id])) })
    },
  },
  {
    id: 'edit.deselect',
    title: () => say(escapeMeaning()),
    keys: ['Escape'],
    isEnabled: () => isWalking() || hasSelection() || useInteraction.getState().placing !== null || useInteraction.getState().focusing || useInteraction.getState().facing || useInteraction.getState().surfaceClick !== null || useInteraction.getState().entered !== null,
    run: escape,
  },
]
