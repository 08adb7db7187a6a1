import { Menu } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, type ReactElement } from 'react'
import { contextMenu } from '../../commands/menus/context-menu.ts'
import { useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import { MenuItems } from './menu-bar.tsx'

/** Back to the row, or the button, that had the focus. */
function close(before: Element | null): void {
  useShell.setState({ contextMenu: null })
  if (before instanceof HTMLElement) before.focus()
}

/** The menu of what is selected, where it was asked for, or as far up and to the left as it takes to be whole. */
export function ContextMenu(): ReactElement | null {
  const at = useShell((state) => state.contextMenu)
  const before = useRef<Element | null>(null)
  const entries = useMemo(() => (at === null ? [] : contextMenu()), [at])
  useLayoutEffect(() => {
    if (at === null) return
    before.current = document.activeElement
    // Once the menu is gone, Escape would mean the selection.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      close(before.current)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [at])
  if (at === null) return null
  return (
    <section aria-label={say('window.contextMenu')}>
      <Menu key={`${at.x} ${at.y}`} opened onClose={() => close(before.current)} closeOnEscape={false} position="bottom-start" offset={0} middlewares={{ flip: false, shift: { crossAxis: true, padding: 8 } }} withinPortal={false} floatingStrategy="fixed" returnFocus={false} withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }} styles={{ dropdown: { minWidth: 230 } }}>
        <Menu.Target><button type="button" tabIndex={-1} aria-label={say('window.contextMenu')} style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1, padding: 0, border: 0, opacity: 0, pointerEvents: 'none' }} /></Menu.Target>
        <Menu.Dropdown data-testid="context-menu" onContextMenu={(event) => event.preventDefault()}><MenuItems entries={entries} /></Menu.Dropdown>
      </Menu>
    </section>
  )
}
