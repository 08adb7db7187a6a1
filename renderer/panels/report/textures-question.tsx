import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { type AskedTextures, useTexturesQuestion } from '../../project/tasks/question.ts'
import { say } from '../../words/say.ts'

/** Where the textures of a model lie that are not beside it. */
export function TexturesQuestionDialog(): ReactElement {
  const asked = useTexturesQuestion((state) => state.asked)
  return (
    <Modal opened={asked !== null} onClose={() => asked?.answer('without')} title={say('textures.title')} size={520} closeButtonProps={{ 'aria-label': say('dialog.close') }}>
      {asked !== null && <TexturesForm {...asked} />}
    </Modal>
  )
}

function TexturesForm({ missing: { name, count, names, folders }, answer }: AskedTextures): ReactElement {
  return (
    <Stack gap="md">
      <Text size="sm">{say(count > names.length ? 'textures.text.more' : 'textures.text', { name, count, names: names.join(', ') })}</Text>
      {folders.length > 0 && <Text size="sm" className="question-paths">{say('textures.expected', { folders: folders.join(', ') })}</Text>}
      <Text size="sm" c="dimmed">{say('textures.remembered')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => answer('without')}>{say('textures.without')}</Button>
        <Button data-autofocus onClick={() => answer('choose')}>{say('textures.choose')}</Button>
      </Group>
    </Stack>
  )
}
