import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { type AskedReload, type DoubtfulPair, useReloadQuestion } from '../../project/tasks/question.ts'
import { say } from '../../words/say.ts'

/** Which things of a newer file are those that the user changed, where that is uncertain. */
export function ReloadQuestionDialog(): ReactElement {
  const asked = useReloadQuestion((state) => state.asked)
  const title = say(asked?.question.pairs.length === 0 ? 'reload.question.few.title' : 'reload.question.title')
  return (
    <Modal opened={asked !== null} onClose={() => asked?.answer(null)} title={title} size={560} closeButtonProps={{ 'aria-label': say('dialog.close') }}>
      {asked !== null && <ReloadForm {...asked} />}
    </Modal>
  )
}

function ReloadForm({ question: { name, pairs, few }, answer }: AskedReload): ReactElement {
  const [taken, setTaken] = useState<readonly boolean[]>(pairs.map(() => true))
  const all = taken.every(Boolean)
  return (
    <form onSubmit={(event) => { event.preventDefault(); answer(taken) }}>
      <Stack gap="md">
        {few !== null && <Text size="sm">{say('reload.question.few', { name, ...few })}</Text>}
        {pairs.length > 0 && <Text size="sm">{say('reload.question.text', { name })}</Text>}
        {pairs.length > 1 && <Checkbox label={say('reload.question.all')} checked={all} indeterminate={!all && taken.some(Boolean)} onChange={() => setTaken(pairs.map(() => !all))} />}
        {pairs.length > 0 && (
          <ScrollArea.Autosize mah={320} type="auto" scrollbarSize={8}>
            <Stack gap={10}>
              {pairs.map((pair, i) => (
                <Checkbox
                  key={i} label={pair.from === pair.to ? pair.from : say('reload.question.row', { from: pair.from, to: pair.to })} description={whyOf(pair)} checked={taken[i]} data-autofocus={i === 0 || undefined}
                  onChange={({ currentTarget: { checked } }) => setTaken(taken.map((value, k) => (k === i ? checked : value)))}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(null)}>{say('reload.question.cancel')}</Button>
          <Button type="submit">{say('reload.question.reload')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function whyOf({ why, distance }: DoubtfulPair): string {
  const metres = Number(distance.toPrecision(2))
  if (why === 'path') return say('reload.why.path')
  return say(why === 'alike' ? 'reload.why.alike' : why === 'nearestName' ? 'reload.why.name' : 'reload.why.shape', { distance: metres })
}
