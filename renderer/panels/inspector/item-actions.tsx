import { IconCopy, IconEye, IconEyeOff, IconLock, IconLockOpen, IconTrash, IconZoomScan } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useCommand } from '../../commands/menus/use-command.ts'
import { CommandButton } from '../window/command-button.tsx'
import { say } from '../../words/say.ts'

/** What can be done with anything selected. */
export function ItemActions(): ReactElement {
  const isHidden = useCommand('edit.hide').title === say('command.edit.show')
  const isLocked = useCommand('edit.lock').title === say('command.edit.unlock')
  return (
    <div className="item-actions" role="toolbar" aria-label={say('inspector.actions')}>
      <CommandButton id="edit.hide" icon={isHidden ? IconEyeOff : IconEye} />
      <CommandButton id="edit.lock" icon={isLocked ? IconLock : IconLockOpen} />
      <CommandButton id="view.fitSelection" icon={IconZoomScan} />
      <CommandButton id="edit.duplicate" icon={IconCopy} />
      <CommandButton id="edit.delete" icon={IconTrash} />
    </div>
  )
}
