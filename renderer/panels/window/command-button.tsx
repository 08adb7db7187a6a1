import type { ReactElement } from 'react'
import { runCommand } from '../../commands/registry.ts'
import { useCommand } from '../../commands/menus/use-command.ts'
import { IconButton, type IconComponent } from '../../ui/icon-button.tsx'

/** A toolbar button for a command: its name, key, state and availability come from the registry. */
export function CommandButton({ id, icon, label, size }: { id: string; icon: IconComponent; label?: string; size?: number }): ReactElement {
  const { title, shortcut, enabled, checked } = useCommand(id)
  return (
    <IconButton
      icon={icon}
      label={label ?? title}
      shortcut={shortcut}
      pressed={checked}
      disabled={!enabled}
      size={size ?? 28}
      onClick={() => void runCommand(id)}
    />
  )
}
