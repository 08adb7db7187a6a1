import { Tabs } from '@mantine/core'
import { useSyncExternalStore, type ReactElement } from 'react'
import { subscribeToState } from '../../commands/menus/use-command.ts'
import { useProjectFile } from '../../project/open/open-project.ts'
import { type Dock, showPanel, useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import type { Panel } from '../panel.ts'
import { PANELS } from '../registry.ts'
import { Contained } from './contained.tsx'

/** One panel as it is; several as tabs. */
function Sidebar({ dock, panels }: { dock: Dock; panels: readonly Panel[] }): ReactElement {
  const chosen = useShell((state) => state.docks[dock].panel)
  const opened = useProjectFile((state) => state.opened)
  const shown = panels.find(({ id }) => id === chosen) ?? panels[0]
  const page = ({ Component, isPerRoom }: Panel): ReactElement => <Component key={isPerRoom === true ? opened : 'any'} />
  return (
    <aside className={`panel ${dock}`} aria-label={panels.map(({ title }) => say(title)).join(', ')} data-testid={dock === 'left' ? undefined : shown.id}>
      {panels.length === 1 ? page(shown) : (
        <Tabs className="panel-tabs" value={shown.id} onChange={(id) => id !== null && showPanel(id)} keepMounted={false}>
          <Tabs.List grow>{panels.map(({ id, title }) => <Tabs.Tab key={id} value={id}>{say(title)}</Tabs.Tab>)}</Tabs.List>
          {panels.map((panel) => <Tabs.Panel key={panel.id} value={panel.id} className="panel-page">{page(panel)}</Tabs.Panel>)}
        </Tabs>
      )}
    </aside>
  )
}

/** What stands on one side of the room now. A panel that fails leaves the rest alone. */
export function Docked({ dock }: { dock: Dock }): ReactElement | null {
  const isOpen = useShell((state) => state.docks[dock].open)
  const called = useSyncExternalStore(subscribeToState, () => PANELS.find((panel) => panel.dock === dock && panel.isCalled?.() === true) ?? null)
  const panels = PANELS.filter((panel) => panel.dock === dock && panel.isCalled === undefined)
  if (called !== null) return <Contained key={called.id} name={say(called.title)}><called.Component /></Contained>
  if (!isOpen) return null
  if (dock === 'bottom') return <>{panels.map(({ id, title, Component }) => <Contained key={id} name={say(title)}><Component /></Contained>)}</>
  return <Contained name={panels.map(({ title }) => say(title)).join(', ')}><Sidebar dock={dock} panels={panels} /></Contained>
}
