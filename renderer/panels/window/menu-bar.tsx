import { Menu, Menubar } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { MenuEntry } from '../../../electron/contract.ts'
import { keysOf } from '../../commands/keys/bindings.ts'
import { findCommand, runCommand } from '../../commands/registry.ts'
import { displayShortcut } from '../../commands/keys/shortcuts.ts'
import { useMenuModel } from '../../commands/menus/use-command.ts'
import { isMac } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'

function shortcutOf(id: string): string | null {
  const command = findCommand(id)
  const [key] = command === null ? [] : keysOf(command)
  return key === undefined ? null : displayShortcut(key, isMac())
}

/** Once a command is chosen the keys are shortcuts again: letters do not go on walking through the menus. */
function choose(id: string): void {
  if (document.activeElement instanceof HTMLElement && document.activeElement.closest('.menu-bar') !== null) document.activeElement.blur()
  void runCommand(id)
}

function Item({ entry }: { entry: MenuEntry }): ReactElement {
  if (entry.kind === 'separator') return <Menu.Divider />
  if (entry.kind === 'submenu') {
    return (
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<span className="menu-check" />}>{entry.label}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown><MenuItems entries={entry.items ?? []} /></Menu.Sub.Dropdown>
      </Menu.Sub>
    )
  }
  const id = entry.id ?? ''
  const common = {
    disabled: entry.enabled === false,
    'data-command': id,
    rightSection: <span className="shortcut">{shortcutOf(id)}</span>,
  }
  if (entry.checked === undefined) {
    return <Menu.Item {...common} leftSection={<span className="menu-check" />} onClick={() => choose(id)}>{entry.label}</Menu.Item>
  }
  return (
    <Menu.CheckboxItem {...common} closeMenuOnClick checked={entry.checked} checkIcon={<IconCheck size={14} />} onChange={() => choose(id)}>
      {entry.label}
    </Menu.CheckboxItem>
  )
}

/** Commands, rules and menus within the menu. */
export function MenuItems({ entries }: { entries: readonly MenuEntry[] }): ReactElement {
  return <>{entries.map((entry, index) => <Item key={entry.id ?? entry.label ?? index} entry={entry} />)}</>
}

/** The menus, drawn from the command registry; on macOS the platform draws them at the top of the screen instead. */
export function MenuBar(): ReactElement {
  const menus = useMenuModel()
  return (
    <Menubar className="menu-bar" aria-label={say('window.menu')}>
      {menus.map((menu) => (
        <Menubar.Menu key={menu.label} withinPortal={false} withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }} styles={{ dropdown: { minWidth: 250 } }}>
          <Menubar.Target>{menu.label}</Menubar.Target>
          <Menubar.Dropdown><MenuItems entries={menu.items ?? []} /></Menubar.Dropdown>
        </Menubar.Menu>
      ))}
    </Menubar>
  )
}
