import type { MaterialRecord } from '../../document/types.ts'
import { reportError } from '../../errors/notices.ts'
import { type SurfaceClick, useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import type { LibraryMaterial } from '../../materials/library.ts'
import { nameOfLibrary, takeFromLibrary, type TakenMaterial } from '../../project/materials/library-materials.ts'
import { type OwnMaterial, takeOwnMaterial } from '../../project/materials/own-materials.ts'
import { flash } from '../../shell/shell.ts'
import { chosenTarget } from '../../tools/material/chosen.ts'
import { applyMaterial, targetOfHit } from '../../tools/material/surfaces.ts'
import { say } from '../../words/say.ts'

/** What a card stands for. */
export type Choice = { readonly kind: 'library'; readonly entry: LibraryMaterial } | { readonly kind: 'project'; readonly record: MaterialRecord } | { readonly kind: 'own'; readonly own: OwnMaterial }

export function nameOfChoice(choice: Choice): string {
  if (choice.kind === 'library') return nameOfLibrary(choice.entry)
  return choice.kind === 'own' ? choice.own.material.name : choice.record.name
}

export function idOfChoice(choice: Choice): string {
  if (choice.kind === 'library') return choice.entry.id
  return choice.kind === 'own' ? choice.own.id : choice.record.id
}

async function take(choice: Choice): Promise<TakenMaterial> {
  if (choice.kind === 'library') return takeFromLibrary(choice.entry)
  return choice.kind === 'own' ? takeOwnMaterial(choice.own.id) : { material: choice.record, assets: [] }
}

/** How many were asked for: the last one counts, whichever is ready first. */
let asked = 0

/** Gives the chosen surface a material; without one, the next clicks in the room say which. Says so at once: boards and tiles take a moment to be made. */
export async function applyChoice(choice: Choice): Promise<void> {
  const turn = ++asked
  try {
    flash(say('library.hud.preparing', { name: nameOfChoice(choice) }))
    const { material, assets } = await take(choice)
    if (turn !== asked) return
    const target = chosenTarget()
    if (target === null) {
      const surfaceClick: SurfaceClick = { kind: 'brush', material, assets }
      useInteraction.setState({ surfaceClick, placing: null, focusing: false, facing: false, navigation: 'orbit' })
      flash(say('library.hud.brush', { name: material.name }))
      return
    }
    applyMaterial(target, useInteraction.getState().materialScope, material, assets)
    flash(say('library.hud.applied', { name: material.name }))
  } catch (error) {
    reportError(error, nameOfChoice(choice))
  }
}

/** CSS pixels the pointer moves before a press is a drag. */
const DRAG_THRESHOLD = 4

/** A card is pressed: dragged onto a surface of the room, it gives it the material; a plain click applies it to the chosen one. */
export function beginDrag(choice: Choice, press: PointerEvent): void {
  if (press.button !== 0) return
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('pointerup', (event) => {
    stop.abort()
    if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < DRAG_THRESHOLD) void applyChoice(choice)
    else if (event.target instanceof HTMLCanvasElement && event.target.closest('.viewport-area') !== null) void dropOn(choice, event.target, event)
  }, { signal })
  window.addEventListener('pointercancel', () => stop.abort(), { signal })
}

async function dropOn(choice: Choice, canvas: HTMLCanvasElement, { clientX, clientY }: PointerEvent): Promise<void> {
  const { left, top } = canvas.getBoundingClientRect()
  const hit = findViewport()?.pick(clientX - left, clientY - top) ?? null
  const target = hit === null ? null : targetOfHit(hit)
  if (target === null) return
  try {
    const { material, assets } = await take(choice)
    applyMaterial(target, 'piece', material, assets)
    useInteraction.setState({ selection: [target.piece.id], slot: target.slot, everySlot: false, materialScope: 'piece' })
  } catch (error) {
    reportError(error, nameOfChoice(choice))
  }
}
