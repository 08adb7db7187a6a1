import { useInteraction } from '../../interaction/store.ts'
import { flash, isMac, useShell } from '../../shell/shell.ts'
import { isFixed, keysOf } from './bindings.ts'
import { allCommands, isAbsent, isEnabled, runCommand } from '../registry.ts'
import { matches, type KeyPress } from './shortcuts.ts'
import type { Command } from '../types.ts'
import { whyNot } from './why-not.ts'

const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable="true"], [role="textbox"]'

/** Whether the key press is being typed into something. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELDS) !== null
}

/** What no field uses; and, in a field whose value is applied, undo and redo of the room: there is no typing to take back. */
function worksInField(id: string, { target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  // Whatever keys the user gave it: plain letters are typed.
  if (!ctrlKey && !metaKey && !/^F\d/.test(key)) return false
  if (/^(file\.(new|newWindow|open|save|saveAs|close|closeWindow|settings)|help\.palette|view\.(fullscreen|nextPart|previousPart))$/.test(id)) return true
  return /^edit\.(undo|redo)$/.test(id) && target instanceof Element && target.matches('[data-applied="true"]')
}

/** Controls and lists that are walked with arrow keys and pages. */
const WALKED = 'input, [role="slider"], [role="tree"], [role="treeitem"], [role="listbox"], [role="option"], [role="tab"], [role="radiogroup"], [role="grid"], [tabindex="0"]:not(canvas, body)'

/** Keys that the focused control uses itself: Space presses a button, Enter too; arrows walk a list or a slider. */
function isForControl(press: KeyPress, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (/^(Arrow|Page|Home|End)/.test(press.key)) return target.closest(WALKED) !== null
  if (press.code !== 'Space') return false
  return target.closest('button, input, [role="menuitem"], [role="treeitem"], [role="slider"], [role="switch"], summary, a[href]') !== null
}

/** Walking owns the plain letters and arrows; its own key and Escape lead out of it, digits and function keys still toggle. */
function isForWalking(text: string, id: string): boolean {
  return /^(Shift\+)?([A-Z]|Space)$/.test(text) && (id !== 'view.walk' || /[WASD]$/.test(text))
}

/** Which command a key press means, if it means one. */
export function findByKey(press: KeyPress, isWalking: boolean, mac: boolean): Command | null {
  for (const command of allCommands()) {
    if (isAbsent(command)) continue
    const key = keysOf(command).find((text) => matches(press, text, mac))
    if (key !== undefined) return isWalking && isForWalking(key, command.id) ? null : command
  }
  return null
}

/** A dialog or a menu keeps the keys to itself. */
const isModal = (): boolean => useShell.getState().dialog !== null || document.querySelector('[aria-modal="true"], [role="menu"]') !== null

/** Presses that found one open: the Escape that closed it on its way here does not deselect as well. */
const forModal = new WeakSet<KeyboardEvent>()

function onKeyOnItsWay(event: KeyboardEvent): void {
  if (isModal()) forModal.add(event)
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || forModal.has(event) || isModal()) return
  const command = findByKey(event, useInteraction.getState().navigation === 'walk', isMac())
  if (command === null || isFixed(command)) return
  // A field, too, but for what no field uses.
  if (isTyping(event.target) && !worksInField(command.id, event)) return
  if (isForControl(event, event.target)) return
  // A held key repeats steps (bounces, exposure), never toggles.
  if (event.repeat && command.isChecked !== undefined) return event.preventDefault()
  if (!isEnabled(command)) {
    const why = whyNot(command)
    if (why !== null) flash(why)
    return
  }
  event.preventDefault()
  void runCommand(command.id)
}

/** Listens for shortcuts, before a dialog is there that could; returns the way to stop. */
export function listenForKeys(): () => void {
  window.addEventListener('keydown', onKeyOnItsWay, { capture: true })
  window.addEventListener('keydown', onKeyDown)
  return () => {
    window.removeEventListener('keydown', onKeyOnItsWay, { capture: true })
    window.removeEventListener('keydown', onKeyDown)
  }
}
