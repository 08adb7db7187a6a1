import { SegmentedControl, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { type Control, type SettingId, SETTINGS, type SettingsPage } from '../../settings.ts'
import { changeSettings } from '../../shell/settings.ts'
import { useShell } from '../../shell/shell.ts'
import { Row } from '../../ui/section.tsx'
import { MouseHelp } from '../window/mouse-help.tsx'
import { SpaceMouseRow } from './space-mouse-row.tsx'
import { isId, say, textOf } from '../../words/say.ts'

const wordOf = (id: string): string => textOf({ id })

function SettingControl({ id, label, control }: { id: SettingId; label: string; control: Control }): ReactElement {
  const value = useShell((state) => state.settings[id])
  if (control.kind === 'switch') {
    return <Switch aria-label={label} checked={value === true} onChange={({ currentTarget: { checked } }) => changeSettings({ [id]: checked ? true : undefined })} />
  }
  const { values, unset, names = {} } = control
  return (
    <SegmentedControl
      aria-label={label}
      data={values.map((name) => ({ value: name, label: names[name] ?? wordOf(`settings.${id}.${name}`) }))}
      value={typeof value === 'string' ? value : unset}
      onChange={(name) => changeSettings({ [id]: name === unset ? undefined : name })}
    />
  )
}

/** The settings of a page of the dialog that have a control, from their records. */
export function SettingsForm({ page }: { page: SettingsPage }): ReactElement {
  // What is said of the mouse follows the choice.
  useShell((state) => state.settings)
  return (
    <div className="settings-form">
      {(Object.keys(SETTINGS) as SettingId[]).map((id) => {
        const { control, page: home = 'general' } = SETTINGS[id]
        if (control === undefined || home !== page) return null
        const label = wordOf(`settings.${id}`)
        const hint = `settings.${id}.hint`
        return <Row key={id} label={label} hint={isId(hint) ? wordOf(hint) : undefined}><SettingControl id={id} label={label} control={control} /></Row>
      })}
      {page === 'mouse' && <SpaceMouseRow />}
      {page === 'mouse' && <dl className="mouse-help"><MouseHelp /></dl>}
      {page === 'general' && <p className="panel-hint">{say('settings.unit.any')}</p>}
    </div>
  )
}
