import { Tabs } from '@mantine/core'
import type { ReactElement } from 'react'
import { useSession } from '../../project/open-project.ts'
import { Catalogue } from '../catalogue/catalogue.tsx'
import { Outline } from '../outline/outline.tsx'
import { useShell, type LeftTab } from '../../shell/shell.ts'
import { ViewsPanel } from '../views/views-panel.tsx'
import { say } from '../../words/say.ts'

/** Left: what can come into the room, what is in it, and how it is looked at. */
export function LeftPanel(): ReactElement {
  const tab = useShell((state) => state.leftTab)
  const opened = useSession((state) => state.opened)
  return (
    <aside className="panel left" aria-label={say('window.left')}>
      <Tabs className="panel-tabs" value={tab} onChange={(value) => useShell.setState({ leftTab: value as LeftTab })} keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="catalogue">{say('window.tab.catalogue')}</Tabs.Tab>
          <Tabs.Tab value="outline">{say('window.tab.outline')}</Tabs.Tab>
          <Tabs.Tab value="views">{say('window.tab.views')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="catalogue" className="panel-page"><Catalogue /></Tabs.Panel>
        {/* Another room is not searched for what was looked for in the last one. */}
        <Tabs.Panel value="outline" className="panel-page"><Outline key={opened} /></Tabs.Panel>
        <Tabs.Panel value="views" className="panel-page"><ViewsPanel key={opened} /></Tabs.Panel>
      </Tabs>
    </aside>
  )
}
