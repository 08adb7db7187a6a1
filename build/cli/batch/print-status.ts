import { atHandOf } from '../../../electron/batch-wire.ts'
import { isSilent, type JobStatus, type QueueStatus } from '../../../electron/batch/queue/queue-status.ts'
import { durationText } from '../../../renderer/format/figures.ts'
import { fixed } from '../../../renderer/words/numbers.ts'
import { say } from '../../../renderer/words/say.ts'

/** A queue in lines: jobs, what failed of them, machines. @param version  of this Atrium */
export function printStatus({ jobs, machines, refused = [] }: QueueStatus, version: string): string {
  if (jobs.length === 0 && refused.length === 0) return `${say('cli.batch.empty')}\n`
  const lines = jobs.flatMap((job) => [lineOf(job), ...remarksOf(job, machines, version)])
  for (const { name, message } of refused) lines.push(`${name}: ${message}`)
  for (const found of machines) {
    const { machine, adapter, tasks, trouble, silentSeconds } = found
    if (isSilent(found)) lines.push(say('cli.batch.silent', { machine, seconds: Math.round(silentSeconds) }))
    else lines.push(say('cli.batch.machine', { machine, adapter, ...atHandOf(tasks) }), ...(trouble === null ? [] : [`  ${say('cli.batch.trouble', { message: trouble })}`]))
  }
  return `${lines.join('\n')}\n`
}

function lineOf({ id, name, state, tiles, done, secondsLeft, pictures }: JobStatus): string {
  const percent = fixed((100 * done) / Math.max(1, tiles), 0)
  const left = secondsLeft === null ? '' : `, ${say('cli.batch.left', { time: durationText(secondsLeft) })}`
  return `${id.slice(0, 8)}  ${name}: ${say(`cli.batch.state.${state}`)}, ${say('cli.batch.pictures', { done: pictures.filter(({ isThere }) => isThere).length, count: pictures.length })}, ${percent} %${left}`
}

function remarksOf({ pictures, adapters, version: made, state }: JobStatus, machines: QueueStatus['machines'], version: string): string[] {
  const remarks = pictures.flatMap(({ name, clip, failed }) => failed.map((message) => `  ${say('cli.batch.failed', { picture: clip === null ? name : `${clip}/${name}`, message })}`))
  for (const { name, clip, note } of pictures) if (note !== '') remarks.push(`  ${clip === null ? name : `${clip}/${name}`}: ${note}`)
  if (adapters.length > 1) remarks.push(`  ${say('cli.merge.mixed', { adapters: adapters.join(', ') })}`)
  const open = state === 'waiting' || state === 'running'
  if (open && !machines.some((machine) => machine.version === made && !isSilent(machine))) remarks.push(`  ${say(made === version ? 'cli.batch.nobody' : 'cli.batch.otherVersion', { version: made })}`)
  return remarks
}
