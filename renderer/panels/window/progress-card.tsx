import { Button, Loader, Paper, Progress, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { useMany } from '../../output/many/render-many.ts'
import { useOutput } from '../../output/export/store.ts'
import { useShell } from '../../shell/shell.ts'
import { useInteraction, type Task } from '../../interaction/store.ts'
import { say } from '../../words/say.ts'

function TaskRow({ task }: { task: Task }): ReactElement {
  const percent = task.progress === null ? null : Math.round(task.progress * 100)
  return (
    <div className="task" role="group" aria-label={task.label}>
      <div className="task-head">
        <Loader size={14} />
        <Text size="sm" fw={500} className="task-label" title={task.label}>{task.label}</Text>
        {percent !== null && <Text size="xs" c="dimmed" className="figure-value">{percent} %</Text>}
        {task.cancel !== null && (
          <Button size="compact-xs" variant="default" onClick={task.cancel} aria-label={say('task.cancel.of', { task: task.label })}>{say('task.cancel')}</Button>
        )}
      </div>
      {task.stage !== undefined && task.stage !== null && <Text size="xs" c="dimmed">{task.stage}</Text>}
      <Progress value={percent ?? 100} animated={percent === null} striped={percent === null} size={4} aria-label={task.label} />
    </div>
  )
}

/** Work that takes a while: how far it is, and the way out of it. */
export function ProgressCard(): ReactElement | null {
  const dialog = useShell((state) => state.dialog)
  const running = useOutput((state) => state.running)
  // The export's dialog shows its progress itself.
  const many = useMany((state) => state.running)
  const shownThere = dialog === 'exportPicture' || dialog === 'exportClip' ? running?.label : dialog === 'renderMany' ? many?.label : undefined
  const tasks = useInteraction((state) => state.tasks).filter(({ label }) => label !== shownThere)
  if (tasks.length === 0) return null
  return (
    <Paper className="progress-card floating" role="status" aria-label={say('task.running')}>
      {tasks.map((task) => <TaskRow key={task.id} task={task} />)}
    </Paper>
  )
}
