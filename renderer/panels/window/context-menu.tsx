import { Menu } from '@mantine/core'
import { useEffect, useMemo, useRef, type ReactElement } from 'react'
import { contextMenu } from '../../commands/context-menu.ts'
import { useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import { MenuItems } from './menu-bar.tsx'

/** The menu of what is selected, where it was asked for. */
export function ContextMenu(): ReactElement | null {
  const at = useShell((state) => state.contextMenu)
  const before = useRef<Element | null>(null)
  const entries = useMemo(() => (at === null ? [] : contextMenu()), [at])
  useEffect(() => {
    if (at !== null) before.current = document.activeElement
  }, [at])
  if (at === null) return null
  function close(): void {
    useShell.setState({ contextMenu: null })
    // Back to the row, or the button, that had the focus.
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return (
    <Menu key={`${at.x} ${at.y}`} opened onClose={close} position="bottom-start" offset={0} returnFocus={false} withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }} styles={{ dropdown: { minWidth: 230 } }}>
      <Menu.Target><div style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1, pointerEvents: 'none' }} /></Menu.Target>
      <Menu.Dropdown aria-label={say('window.contextMenu')} data-testid="context-menu" onContextMenu={(event) => event.preventDefault()}><MenuItems entries={entries} /></Menu.Dropdown>
    </Menu>
  )
}
