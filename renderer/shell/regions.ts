import { openDock } from './shell.ts'

/** Bar, left panels, room, right panel: the landmarks of the window that hold controls, in their order. */
const REGIONS = 'header, aside, main'
/** What Tab reaches. */
const CONTROLS = 'canvas, input, textarea, select, button, a[href], [tabindex]'

function firstControl(region: Element): HTMLElement | undefined {
  const controls = [...region.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility())
  // Tabs have keys of their own: what they lead to is meant.
  return controls.find((control) => control.getAttribute('role') !== 'tab') ?? controls[0]
}

/** Opens the inspector, if it is closed, with the focus in the first of the figures that say where the selection stands. */
export function focusPlacement(): void {
  openDock('right', true)
  // As soon as it is there.
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('aside.right .vector-field input:not(:disabled)')?.focus())
}

/** Moves the focus to the next part of the window, around its end, or to the one before. */
export function focusRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll(REGIONS)].flatMap((region) => {
    const control = firstControl(region)
    return control === undefined ? [] : [{ region, control }]
  })
  const at = regions.findIndex(({ region }) => region.contains(document.activeElement))
  // From nowhere, the room counts as where the user is.
  const from = at >= 0 ? at : regions.findIndex(({ region }) => region.matches('main'))
  regions.at((from + by) % regions.length)?.control.focus()
}
