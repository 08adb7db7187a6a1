import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { type AskedSimpler, useSimplerQuestion } from '../../project/tasks/question.ts'
import { say } from '../../words/say.ts'

/** Whether a model with too many triangles is simplified. */
export function SimplerQuestionDialog(): ReactElement {
  const asked = useSimplerQuestion((state) => state.asked)
  return (
    <Modal opened={asked !== null} onClose={() => asked?.answer(false)} title={say('simpler.title')} size={520} closeButtonProps={{ 'aria-label': say('dialog.close') }}>
      {asked !== null && <SimplerForm {...asked} />}
    </Modal>
  )
}

function SimplerForm({ offer: { name, from, to, most, count, names }, answer }: AskedSimpler): ReactElement {
  const listed = count > names.length ? say('import.list.more', { names: names.join(', '), count: count - names.length }) : names.join(', ')
  return (
    <Stack gap="md">
      <Text size="sm">{say('simpler.text', { name, from, to: roundly(to), most })}</Text>
      <Text size="sm">{say('simpler.what', { count, names: listed })}</Text>
      <Text size="sm" c="dimmed">{say('simpler.file')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => answer(false)}>{say('simpler.cancel')}</Button>
        <Button data-autofocus onClick={() => answer(true)}>{say('simpler.do')}</Button>
      </Group>
    </Stack>
  )
}

/** Three digits: nobody knows more of it beforehand. */
const roundly = (count: number): number => Number(count.toPrecision(3))
