import { Button, PasswordInput, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { reportError } from '../../errors/notices.ts'
import { setOffice, useMachine } from '../../output/many/machine.ts'
import { request } from '../../platform.ts'
import { Row } from '../../ui/section.tsx'
import { say } from '../../words/say.ts'

/** Which queue: that beside the project, or an office's on PostgreSQL. */
export function OfficeRows(): ReactElement {
  const office = useMachine((state) => state.office)
  const [isAsked, setAsked] = useState(false)
  const isOffice = office !== null || isAsked
  const choose = (value: string): void => {
    setAsked(value === 'office')
    if (value === 'project' && office !== null) setOffice(null).catch(reportError)
  }
  return (
    <>
      <Row label={say('machine.queue')}>
        <SegmentedControl
          aria-label={say('machine.queue')} size="xs" value={isOffice ? 'office' : 'project'} onChange={choose}
          data={(['project', 'office'] as const).map((value) => ({ value, label: say(`machine.queue.${value}`) }))}
        />
      </Row>
      {isOffice && <OfficeForm key={office?.address ?? ''} />}
    </>
  )
}

function OfficeForm(): ReactElement {
  const office = useMachine((state) => state.office)
  const [address, setAddress] = useState(office?.address ?? '')
  const [password, setPassword] = useState('')
  const [folder, setFolder] = useState<{ readonly id: string | null; readonly name: string } | null>(office === null ? null : { id: null, name: office.folder })
  const browse = (): void => { request('machine:folder').then((chosen) => { if (chosen !== null) setFolder(chosen) }, reportError) }
  const connect = (): void => {
    setOffice({ address, folder: folder?.id ?? null, password: password === '' ? null : password }).then(() => setPassword(''), reportError)
  }
  return (
    <>
      <Row label={say('machine.office.address')} hint={say('machine.office.address.hint')}>
        <TextInput aria-label={say('machine.office.address')} size="xs" value={address} spellCheck={false} placeholder="postgres://atrium@server/render" onChange={({ currentTarget: { value } }) => setAddress(value)} />
      </Row>
      <Row label={say('machine.office.password')} hint={say('machine.office.password.hint')}>
        <PasswordInput aria-label={say('machine.office.password')} size="xs" value={password} autoComplete="off" placeholder={office?.hasPassword === true ? say('machine.office.password.kept') : ''} onChange={({ currentTarget: { value } }) => setPassword(value)} />
      </Row>
      <Row label={say('machine.office.folder')} hint={say('machine.office.folder.hint')}>
        <Text size="xs" c="dimmed">{folder?.name ?? ''}</Text>
        <Button size="compact-xs" variant="default" onClick={browse}>{say('machine.office.choose')}</Button>
      </Row>
      <div className="export-actions"><Button size="xs" variant="default" disabled={address === '' || folder === null} onClick={connect}>{say('machine.office.connect')}</Button></div>
    </>
  )
}
