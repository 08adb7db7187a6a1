import type { Vec3 } from '../../../gpu/index.ts'
import { addPieces, type Arriving, removeItems } from '../../document/changes/index.ts'
import { unlockedPieces } from '../../document/flags.ts'
import { freshened } from '../../document/fragment.ts'
import { newId } from '../../document/ids.ts'
import { isPlaced } from '../../document/light-frame.ts'
import { useDocument } from '../../document/store.ts'
import type { AtriumDocument, Piece } from '../../document/types.ts'
import { reportError } from '../../errors/notices.ts'
import { pointerSpot } from '../../interaction/pointer.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { add, multiply, sub } from '../../navigation/vector.ts'
import { request } from '../../platform.ts'
import { addAssets, addLuminaires, useAssets } from '../../project/assets.ts'
import { CLIPPING_TYPE, loadClipping, readClipping, writeClipping } from '../../project/insert/clipping.ts'
import { knownAssets, useProjectFile } from '../../project/open/open-project.ts'
import { runVisibly } from '../../project/tasks/tasks.ts'
import { flash, useShell } from '../../shell/shell.ts'
import { unionOf } from '../../tools/body.ts'
import type { Ray } from '../../tools/context.ts'
import { worldBounds } from '../../tools/place/placement.ts'
import { putDown } from '../../tools/place/put-down.ts'
import { phrase, say } from '../../words/say.ts'
import { rayOf } from './bring-in.ts'
import { addOrTell } from '../edit-or-tell.ts'
import { nameOf, wayBeside } from '../edit/edit.ts'
import type { Command } from '../types.ts'

/** Where copies land: under the pointer (or beside their originals, or before the camera), or where the originals are. */
type Landing = 'free' | 'inPlace'
let landing: Landing = 'free'

/** Puts what is selected on the clipboard. @returns what was copied */
export function copyTo(data: Pick<DataTransfer, 'setData'>): readonly string[] {
  const { document } = useDocument.getState()
  const selected = new Set(useInteraction.getState().selection)
  const text = writeClipping(document, selected)
  if (text === null) {
    flash(say('hud.nothingToCopy'))
    return []
  }
  const things = [...document.pieces, ...document.lights].filter(({ id }) => selected.has(id))
  data.setData(CLIPPING_TYPE, text)
  data.setData('text/plain', things.map(({ name }) => name).join('\n'))
  flash(say('hud.copied', { count: things.length, name: things[0].name }))
  return things.map(({ id }) => id)
}

/** As copying, and takes away what is not locked. */
export function cutTo(data: Pick<DataTransfer, 'setData'>): void {
  const copied = new Set(copyTo(data))
  const { document } = useDocument.getState()
  const gone = [...unlockedPieces(document, copied), ...document.lights.filter(({ id }) => copied.has(id))]
  if (gone.length === 0) return
  useDocument.getState().edit(phrase('undo.cut', { name: nameOf(gone) }), removeItems(gone.map(({ id }) => id)))
  useInteraction.setState({ selection: [] })
}

/** Puts what was copied, here or in another project, into the room: one undo step. Rejects as `readClipping` and `loadClipping` do. */
export async function pasteFrom(text: string, where: Landing = 'free'): Promise<void> {
  const spot = pointerSpot()
  const ray = spot === null ? null : rayOf(spot)
  const clipping = await readClipping(text)
  const { opened } = useProjectFile.getState()
  const loaded = await runVisibly(say('task.pasting'), (task) => loadClipping(clipping, knownAssets(), task))
  // Another project was opened meanwhile.
  if (loaded === null || useProjectFile.getState().opened !== opened) return
  addAssets(loaded.assets)
  addLuminaires(loaded.luminaires ?? [])
  const { document } = useDocument.getState()
  const arriving = freshened(clipping.document, document, newId)
  const landed = where === 'inPlace' ? arriving : moved(arriving, clipping.document, document, ray)
  const things = landed.pieces.length > 0 ? landed.pieces : landed.lights ?? []
  if (addOrTell(phrase('undo.paste', { name: nameOf(things) }), addPieces(landed))) useInteraction.setState({ selection: things.map(({ id }) => id) })
}

/** Under the pointer; else beside the originals, where they are in this room; else before the camera. */
function moved(arriving: Arriving, { pieces: originals }: AtriumDocument, into: AtriumDocument, ray: Ray | null): Arriving {
  const { pieces, lights = [] } = arriving
  const boxes = pieces.flatMap((piece) => boxOf(piece) ?? [])
  const union = unionOf(boxes)
  const here = into.pieces.filter(({ id }) => originals.some((original) => original.id === id))
  if (union === null || (ray === null && here.length === originals.length)) return shifted(arriving, wayBeside(here))
  const mount = pieces.every((piece) => piece.mount === pieces[0].mount) ? pieces[0].mount : 'floor'
  const around = findViewport()?.surroundings() ?? null
  if (pieces.length === 1 && mount === 'wall') {
    const { min, max } = meshBoundsOf(pieces[0])!
    const size = pieces[0].scale
    const { position, rotation } = putDown(around, [{ bounds: { min: multiply(size, min), max: multiply(size, max) }, mount }], ray)[0]
    return { ...arriving, pieces: [{ ...pieces[0], position, rotation }], lights }
  }
  const foot: Vec3 = [(union.min[0] + union.max[0]) / 2, mount === 'ceiling' ? union.max[1] : union.min[1], (union.min[2] + union.max[2]) / 2]
  const { position } = putDown(around, [{ bounds: { min: sub(union.min, foot), max: sub(union.max, foot) }, mount: mount === 'wall' ? 'floor' : mount }], ray)[0]
  return shifted(arriving, mount === 'wall' ? [position[0] - foot[0], 0, position[2] - foot[2]] : sub(position, foot))
}

function shifted(arriving: Arriving, way: Vec3): Arriving {
  return {
    ...arriving,
    pieces: arriving.pieces.map((piece) => ({ ...piece, position: add(piece.position, way) })),
    lights: (arriving.lights ?? []).map((light) => (isPlaced(light) && light.attachedTo === null ? { ...light, position: add(light.position, way) } : light)),
  }
}

function meshBoundsOf({ asset, part }: Piece): Bounds | null {
  const parsed = useAssets.getState().parsed.get(asset)
  const mesh = parsed?.parts.find(({ id }) => id === part)?.mesh
  return mesh === undefined ? null : parsed?.meshes.get(mesh)?.bounds ?? null
}

function boxOf(piece: Piece): Bounds | null {
  const bounds = meshBoundsOf(piece)
  return bounds === null ? null : worldBounds({ bounds, transform: piece })
}

const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="textbox"]'

/** Copying belongs to a field, to marked words and to a dialog before it belongs to the room. */
function isForRoom(event: ClipboardEvent): boolean {
  if (event.defaultPrevented || useShell.getState().screen !== 'room' || document.querySelector('[aria-modal="true"]') !== null) return false
  if (event.target instanceof Element && event.target.closest(FIELDS) !== null) return false
  return event.type === 'paste' || (window.getSelection()?.isCollapsed ?? true)
}

/** Hears Ctrl+C, Ctrl+X and Ctrl+V as the window says them: that needs no permission. Returns the way to stop. */
export function listenForClipboard(): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  for (const type of ['copy', 'cut'] as const) {
    window.addEventListener(type, (event) => {
      if (!isForRoom(event) || event.clipboardData === null || useInteraction.getState().selection.length === 0) return
      event.preventDefault()
      if (type === 'copy') copyTo(event.clipboardData)
      else cutTo(event.clipboardData)
    }, options)
  }
  window.addEventListener('paste', (event) => {
    const where = landing
    landing = 'free'
    if (!isForRoom(event)) return
    const text = event.clipboardData?.getData(CLIPPING_TYPE) ?? ''
    if (text !== '') {
      event.preventDefault()
      void pasteFrom(text, where).catch((error: unknown) => reportError(error))
    } else if ((event.clipboardData?.files.length ?? 0) === 0) flash(say('hud.nothingToPaste'))
  }, options)
  return () => stop.abort()
}

const hasSelection = (): boolean => useInteraction.getState().selection.length > 0

/** By a menu: main makes the window say what the keys would. */
export const clipboardCommands: readonly Command[] = [
  { id: 'edit.cut', keys: ['Mod+X'], isOfWindow: true, isEnabled: hasSelection, run: () => request('clipboard:act', { verb: 'cut' }) },
  { id: 'edit.copy', keys: ['Mod+C'], isOfWindow: true, isEnabled: hasSelection, run: () => request('clipboard:act', { verb: 'copy' }) },
  { id: 'edit.paste', keys: ['Mod+V'], isOfWindow: true, run: () => request('clipboard:act', { verb: 'paste' }) },
  {
    id: 'edit.pasteInPlace',
    keys: ['Mod+Shift+V'],
    run: async () => {
      landing = 'inPlace'
      await request('clipboard:act', { verb: 'paste' })
    },
  },
]
