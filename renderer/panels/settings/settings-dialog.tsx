import { Tabs } from '@mantine/core'
import type { ReactElement } from 'react'
import { SETTINGS_PAGES } from '../../settings.ts'
import { say } from '../../words/say.ts'
import { KeysPage } from './keys-page.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Everything that belongs to this computer and to no project, in one place. */
export function SettingsDialog(): ReactElement {
  return (
    <Tabs className="settings-pages" orientation="vertical" defaultValue="general" keepMounted={false}>
      <Tabs.List aria-label={say('settings.pages')}>
        {SETTINGS_PAGES.map((page) => <Tabs.Tab key={page} value={page}>{say(`settings.page.${page}`)}</Tabs.Tab>)}
      </Tabs.List>
      {SETTINGS_PAGES.map((page) => (
        <Tabs.Panel key={page} value={page} className="settings-page" data-page={page}>
          {page === 'keys' ? <KeysPage /> : <SettingsForm page={page} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
