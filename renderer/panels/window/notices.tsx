import { ActionIcon, Button, Code, Paper, Spoiler, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { accept, dismiss, useNotices, type Notice } from '../../errors/notices.ts'
import { say } from '../../words/say.ts'

function NoticeCard({ notice }: { notice: Notice }): ReactElement {
  const [open, setOpen] = useState(false)
  const Icon = notice.tone === 'error' ? IconAlertTriangle : IconInfoCircle
  const hasDetail = notice.code !== null || notice.detail !== ''
  return (
    <Paper className="notice floating" data-tone={notice.tone} role={notice.tone === 'error' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.6} className="notice-icon" aria-hidden />
      <div className="notice-body">
        <Text size="sm" fw={600}>{notice.title}</Text>
        <Text size="sm" c="dimmed">{notice.text}</Text>
        {notice.action !== undefined && <Button size="compact-sm" variant="light" mt={6} onClick={() => accept(notice)}>{notice.action.label}</Button>}
        {hasDetail && (
          <UnstyledButton className="notice-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {say(open ? 'notice.details.hide' : 'notice.details')}
          </UnstyledButton>
        )}
        {open && (
          <Spoiler maxHeight={160} showLabel={say('notice.all')} hideLabel={say('notice.less')}>
            <Code block>{[notice.code, notice.detail].filter(Boolean).join('\n')}</Code>
          </Spoiler>
        )}
      </div>
      <ActionIcon size="sm" aria-label={say('notice.dismiss')} onClick={() => dismiss(notice.id)}><IconX size={14} /></ActionIcon>
    </Paper>
  )
}

export function Notices(): ReactElement {
  const notices = useNotices((state) => state.notices)
  return <div className="notices">{notices.map((notice) => <NoticeCard key={notice.id} notice={notice} />)}</div>
}
