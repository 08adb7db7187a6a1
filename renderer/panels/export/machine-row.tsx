import { Switch, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { MachineState } from '../../../electron/batch-wire.ts'
import { reportError } from '../../errors/notices.ts'
import { setWorks, useMachine } from '../../output/many/machine.ts'
import { Row } from '../../ui/section.tsx'
import { say } from '../../words/say.ts'
import { OfficeRows } from './office-rows.tsx'

/** Whether this computer renders, and what it does right now. */
export function MachineRow(): ReactElement {
  const machine = useMachine()
  return (
    <>
      <OfficeRows />
      <Row label={say('machine.works')} hint={say('machine.works.hint')}>
        <Switch aria-label={say('machine.works')} checked={machine.works} onChange={({ currentTarget: { checked } }) => { setWorks(checked).catch(reportError) }} />
      </Row>
      <Text size="xs" role="status" aria-label={say('machine.title')} c={machine.trouble === '' ? 'dimmed' : undefined} className={machine.trouble === '' ? undefined : 'many-failed'}>{sentenceOf(machine)}</Text>
    </>
  )
}

function sentenceOf({ kind, atHand, isHeld, trouble, works, office }: MachineState): string {
  if (trouble !== '') return trouble
  if (office !== null && !office.hasPassword) return say('machine.office.password.needed')
  if (office !== null && !works && kind !== 'off') return say('machine.office.connected')
  if (kind === 'working') return isHeld ? say('machine.held') : say('machine.working', { ...atHand })
  return say(kind === 'off' ? 'machine.off' : 'machine.idle')
}
