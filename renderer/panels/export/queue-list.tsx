import { Button, Progress, Text } from '@mantine/core'
import { useEffect, useRef, type ReactElement } from 'react'
import { atHandOf, type BatchStatus, type BatchView } from '../../../electron/batch-wire.ts'
import { reportError } from '../../errors/notices.ts'
import { durationText } from '../../format/figures.ts'
import { useMachine } from '../../output/many/machine.ts'
import { changeQueue } from '../../output/many/office.ts'
import { picturesToShow, type QueuePicture } from '../../output/many/queue-pictures.ts'
import { fixed } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'
import { QueuePictures } from './queue-pictures.tsx'

type Job = BatchStatus['jobs'][number]
type Machine = BatchStatus['machines'][number]

/** Reports come every few seconds; one that stays away for several of them is telling. */
const isSilent = ({ silentSeconds, everySeconds }: Machine): boolean => silentSeconds > 3 * everySeconds + 5
const MOST_FAILED_SHOWN = 5

/** The queue beside the project: its jobs, and the machines at work on them. */
export function QueueList({ view: { folder, status: { jobs, machines, refused }, waiting, isHosted } }: { view: BatchView }): ReactElement {
  const works = useMachine((state) => state.works)
  const section = useRef<HTMLElement>(null)
  const asked = waiting.length
  // Whoever has asked for something sees what becomes of it.
  useEffect(() => { if (asked > 0) section.current?.scrollIntoView({ block: 'nearest' }) }, [asked])
  const shown = picturesToShow({ jobs, machines })
  const first = Math.min(1000, Math.max(0, ...jobs.map(({ priority }) => priority)) + 1)
  return (
    <section ref={section} aria-label={say('queue.title', { folder })}>
      <Text size="sm" fw={500}>{say('queue.title', { folder })}</Text>
      {isHosted
        ? <ul className="many-list" aria-label={say('queue.machines')}>{machines.map((machine, i) => <MachineRow key={i} machine={machine} />)}</ul>
        : !works && <p className="panel-hint" role="status">{say('queue.nobody')}</p>}
      <ul className="many-list" aria-label={say('queue.jobs')} tabIndex={0}>
        {waiting.map((name, i) => <li key={`waiting ${i}`} className="many-entry"><div className="many-name"><span>{name}</span><Text size="xs" c="dimmed">{say('queue.untaken')}</Text></div></li>)}
        {refused.map(({ name, message }, i) => <li key={`refused ${i}`} className="many-entry"><div className="many-name"><span>{name}</span><Text size="xs" className="many-failed">{message}</Text></div></li>)}
        {jobs.map((job) => <JobRow key={job.id} job={job} first={first} shown={shown.get(job.id) ?? []} />)}
      </ul>
    </section>
  )
}

function MachineRow({ machine: found }: { machine: Machine }): ReactElement {
  const { machine, adapter, tasks, trouble, silentSeconds } = found
  const silent = isSilent(found)
  return (
    <li className="many-entry">
      <div className="many-name">
        <span>{machine}</span>
        <Text size="xs" c={trouble === null ? 'dimmed' : undefined} className={trouble === null ? undefined : 'many-failed'}>
          {silent ? say('queue.silent', { seconds: Math.round(silentSeconds) }) : trouble ?? say('queue.machine', { ...atHandOf(tasks), adapter })}
        </Text>
      </div>
      {tasks.length > 0 && !silent && <Text size="xs" c="dimmed">{say('export.percent', { percent: fixed((100 * tasks.reduce((sum, { share }) => sum + share, 0)) / tasks.length, 0) })}</Text>}
    </li>
  )
}

function JobRow({ job: { id, name, state, tiles, done, secondsLeft, pictures, priority, adapters }, first, shown }: { job: Job; first: number; shown: readonly QueuePicture[] }): ReactElement {
  const isOpen = state === 'waiting' || state === 'running'
  const failed = pictures.flatMap((picture) => picture.failed.map((message) => ({ picture: picture.clip === null ? picture.name : `${picture.clip}/${picture.name}`, message })))
  const change = (asked: Parameters<typeof changeQueue>[0]): void => { changeQueue(asked).catch(reportError) }
  return (
    <li className="many-entry">
      <div className="many-name">
        <span>{name}</span>
        <Text size="xs" c="dimmed">
          {say('queue.job', { state: say(`queue.state.${state}`), done: pictures.filter(({ isThere }) => isThere).length, count: pictures.length })}
          {isOpen && ` · ${say('queue.tiles', { done, count: tiles })}`}
          {secondsLeft !== null && ` · ${say('queue.left', { time: durationText(secondsLeft) })}`}
          {priority !== 0 && ` · ${say('queue.priority', { priority })}`}
        </Text>
        {isOpen && <Progress size="xs" value={(100 * done) / Math.max(1, tiles)} aria-label={say('queue.progress', { name })} />}
        <QueuePictures job={name} pictures={shown} />
        {failed.slice(0, MOST_FAILED_SHOWN).map(({ picture, message }, i) => <Text key={i} size="xs" className="many-failed">{`${picture}: ${message}`}</Text>)}
        {failed.length > MOST_FAILED_SHOWN && <Text size="xs" className="many-failed">{say('queue.more', { count: failed.length - MOST_FAILED_SHOWN })}</Text>}
        {adapters.length > 1 && <Text size="xs" c="dimmed">{say('queue.mixed', { adapters: adapters.join(', ') })}</Text>}
      </div>
      {isOpen && priority + 1 < first && <Button size="compact-xs" variant="subtle" aria-label={say('many.first.of', { name })} onClick={() => change({ kind: 'priority', job: id, priority: first })}>{say('many.first')}</Button>}
      {isOpen && <Button size="compact-xs" variant="subtle" aria-label={say('many.drop.of', { name })} onClick={() => change({ kind: 'cancel', job: id })}>{say('many.drop')}</Button>}
      {state === 'failed' && <Button size="compact-xs" variant="subtle" aria-label={say('many.retry.of', { name })} onClick={() => change({ kind: 'submit', job: id, priority })}>{say('many.retry')}</Button>}
    </li>
  )
}
