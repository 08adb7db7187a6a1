import { Button, ScrollArea } from '@mantine/core'
import { IconCameraPlus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { runCommand } from '../../commands/registry.ts'
import { useCommand } from '../../commands/menus/use-command.ts'
import { CameraSection } from './camera-section.tsx'
import { ViewList } from './view-list.tsx'

/** The camera, and the views that were saved of it. */
export function ViewsPanel(): ReactElement {
  const { title, shortcut } = useCommand('view.save')
  return (
    <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto">
      <CameraSection />
      <div className="view-tools">
        <Button fullWidth variant="default" leftSection={<IconCameraPlus size={16} stroke={1.6} />} rightSection={<span className="row-key">{shortcut}</span>} onClick={() => void runCommand('view.save')}>
          {title}
        </Button>
      </div>
      <ViewList />
    </ScrollArea>
  )
}
