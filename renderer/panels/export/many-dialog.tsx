import { Button, Checkbox, MultiSelect, Progress, SegmentedControl, Switch, Text, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState, type ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { reportError } from '../../errors/notices.ts'
import { durationText } from '../../format/figures.ts'
import { formatSizes, formatTimes, type ManyWish, MOST_MANY, parseSizes, parseTimes, planMany } from '../../output/many/many-plan.ts'
import type { ManyEntry } from '../../output/many/many-run.ts'
import { countQueued, DEFAULT_CLIP_OF_QUEUE, lookAtQueue, MOST_QUEUED, submitToQueue, useOffice } from '../../output/many/office.ts'
import { DEFAULT_PANORAMA, DEFAULT_PICTURE, FORMAT_NAMES, isDenoised, MOST_SAMPLES } from '../../output/options.ts'
import { followsSun, renderMany, type RunningMany, useMany } from '../../output/many/render-many.ts'
import { useAssets } from '../../project/assets.ts'
import { variantsOfRoom } from '../../scene/variants.ts'
import { closeDialog } from '../../shell/shell.ts'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { fixed } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'
import { MachineRow } from './machine-row.tsx'
import { QueueList } from './queue-list.tsx'
import './export.css'

/** A list that is typed: kept when it can be read, told when it cannot. */
function ListField<T>({ label, values, format, parse, wrong, disabled = false, placeholder, onChange }: {
  readonly label: string; readonly values: T; readonly format: (values: T) => string; readonly parse: (text: string) => T | null; readonly wrong: string; readonly disabled?: boolean; readonly placeholder?: string
  readonly onChange: (values: T) => void
}): ReactElement {
  const [text, setText] = useState<string | null>(null)
  const isWrong = text !== null && parse(text) === null
  return (
    <TextInput
      aria-label={label} size="xs" value={text ?? format(values)} disabled={disabled} placeholder={placeholder} error={isWrong ? wrong : undefined}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        const parsed = parse(value)
        if (parsed !== null) onChange(parsed)
      }}
      onBlur={() => { if (!isWrong) setText(null) }}
    />
  )
}

const parsePositive = (text: string): number | null => (Number.isFinite(parseFloat(text)) && parseFloat(text) > 0 ? parseFloat(text) : null)
const parseSigned = (text: string): number | null => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : null)
const parseWhole = (text: string): number | null => (/^\s*\d+\s*$/.test(text) ? Number(text) : null)

/** File > Render Many: views, sizes and times of day, and then how far their pictures are. */
export function ManyDialog(): ReactElement {
  const running = useMany((state) => state.running)
  return running === null ? <Wishes /> : <Running running={running} />
}

const LOOK_MS = 1000
type Where = 'window' | 'queue'

/** What machines have written down of the queue, as long as it is shown. */
function useQueueView(): ReturnType<typeof useOffice.getState>['view'] {
  useEffect(() => {
    // What keeps it from being read is told when something is asked for.
    const look = (): void => { lookAtQueue().catch(() => useOffice.setState({ view: null })) }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return useOffice((state) => state.view)
}

function QueueRows({ canMove }: { canMove: boolean }): ReactElement {
  const { clip, priority } = useOffice((state) => state.wish)
  const change = (fields: Partial<{ clip: typeof clip; priority: number }>): void => useOffice.setState(({ wish }) => ({ wish: { ...wish, ...fields } }))
  return (
    <>
      <Row label={say('many.clip')} hint={say('many.clip.hint')}>
        <Switch aria-label={say('many.clip')} checked={clip !== null} disabled={!canMove} onChange={({ currentTarget: { checked } }) => change({ clip: checked ? DEFAULT_CLIP_OF_QUEUE : null })} />
      </Row>
      {clip !== null && (
        <>
          <Row label={say('export.seconds')}><ValueField label={say('export.seconds')} value={clip.seconds} format={String} parse={parsePositive} step={1} min={0.1} max={3600} onCommit={(seconds) => change({ clip: { ...clip, seconds } })} /></Row>
          <Row label={say('export.fps')}><ValueField label={say('export.fps')} value={clip.framesPerSecond} format={String} parse={parseWhole} step={1} min={1} max={120} onCommit={(framesPerSecond) => change({ clip: { ...clip, framesPerSecond } })} /></Row>
        </>
      )}
      <Row label={say('many.priority')} hint={say('many.priority.hint')}><ValueField label={say('many.priority')} value={priority} format={String} parse={parseSigned} step={1} min={-1000} max={1000} onCommit={(value) => change({ priority: value })} /></Row>
    </>
  )
}

function Wishes(): ReactElement {
  const [where, setWhere] = useState<Where>('window')
  const queue = useQueueView()
  const office = useOffice((state) => state.wish)
  const wish = useMany((state) => state.wish)
  const document = useDocument((state) => state.document)
  const { views } = document
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const change = (fields: Partial<typeof wish>): void => useMany.setState((state) => ({ wish: { ...state.wish, ...fields } }))
  const hasSun = followsSun(document)
  const parsed = useAssets((state) => state.parsed)
  const offered = useMemo(() => variantsOfRoom(document, parsed), [document, parsed])
  const asked: ManyWish = { ...wish, times: hasSun ? wish.times : [], variants: wish.variants.filter((name) => offered.includes(name)), views: views.map(({ id }) => id).filter((id) => !left.has(id)) }
  const isQueue = where === 'queue'
  const clip = views.length < 2 ? null : office.clip
  const count = isQueue ? countQueued(asked, clip) : planMany(asked, views).length
  const most = isQueue ? MOST_QUEUED : MOST_MANY
  const start = (): void => { (isQueue ? submitToQueue(asked, { ...office, clip }) : renderMany(asked)).catch(reportError) }
  const leave = (id: string, isLeft: boolean): void => setLeft(new Set(isLeft ? [...left, id] : [...left].filter((each) => each !== id)))
  if (views.length === 0) return <p className="panel-hint">{say('many.noViews')}</p>
  return (
    <div className="settings-form">
      <fieldset className="many-views">
        <legend>{say('many.views')}</legend>
        {views.map(({ id, name }) => <Checkbox key={id} size="xs" label={name} checked={!left.has(id)} onChange={({ currentTarget: { checked } }) => leave(id, !checked)} />)}
      </fieldset>
      <Row label={say('export.panorama')} hint={say('export.panorama.hint')}>
        <Switch aria-label={say('export.panorama')} checked={wish.panorama} onChange={({ currentTarget: { checked } }) => change({ panorama: checked, sizes: [checked ? DEFAULT_PANORAMA : { width: DEFAULT_PICTURE.width, height: DEFAULT_PICTURE.height }] })} />
      </Row>
      <Row label={say('many.sizes')} hint={say('many.sizes.hint')}>
        <ListField key={String(wish.panorama)} label={say('many.sizes')} values={wish.sizes} format={formatSizes} parse={parseSizes} wrong={say('many.sizes.wrong')} onChange={(sizes) => change({ sizes })} />
      </Row>
      <Row label={say('many.times')} hint={say(hasSun ? 'many.times.hint' : 'many.times.none')}>
        <ListField label={say('many.times')} values={wish.times} format={formatTimes} parse={parseTimes} wrong={say('many.times.wrong')} disabled={!hasSun} placeholder={say('many.times.own')} onChange={(times) => change({ times })} />
      </Row>
      {offered.length > 0 && (
        <Row label={say('many.variants')} hint={say('many.variants.hint')}>
          <MultiSelect aria-label={say('many.variants')} size="xs" data={offered} value={[...asked.variants]} placeholder={asked.variants.length === 0 ? say('many.times.own') : undefined} onChange={(variants) => change({ variants })} />
        </Row>
      )}
      <Row label={say('export.format')} hint={say('export.format.hint')}>
        <SegmentedControl
          aria-label={say('export.format')} size="xs" value={wish.format} onChange={(value) => change({ format: value as ManyWish['format'] })}
          data={(['png', 'jpg', 'exr'] as const).map((value) => ({ value, label: FORMAT_NAMES[value] }))}
        />
      </Row>
      <Row label={say('export.samples')} hint={say('export.samples.hint')}>
        <ValueField label={say('export.samples')} value={wish.samples} format={String} parse={parseWhole} step={1} min={1} max={MOST_SAMPLES} onCommit={(samples) => change({ samples })} />
      </Row>
      <Row label={say('export.denoise')} hint={say('export.denoise.hint')}>
        <Switch aria-label={say('export.denoise')} checked={isDenoised({ ...wish, method: 'reference' })} onChange={({ currentTarget: { checked } }) => change({ denoise: checked })} />
      </Row>
      <Row label={say('many.where')} hint={say('many.where.hint')}>
        <SegmentedControl
          aria-label={say('many.where')} size="xs" value={where} onChange={(value) => setWhere(value as Where)}
          data={(['window', 'queue'] as const).map((value) => ({ value, label: say(`many.where.${value}`) }))}
        />
      </Row>
      {isQueue && <QueueRows canMove={views.length > 1} />}
      {isQueue && <MachineRow />}
      <div className="export-actions">
        <Text size="xs" c="dimmed" className="export-left" role="status">{count > most ? say('many.tooMany', { count, most }) : say('many.count', { count })}</Text>
        <Button size="xs" variant="default" onClick={closeDialog}>{say('export.dismiss')}</Button>
        <Button size="xs" data-autofocus disabled={count === 0 || count > most} onClick={start}>{say(isQueue ? 'many.submit' : 'many.start')}</Button>
      </div>
      {isQueue && <p className="panel-hint">{say('many.submit.hint')}</p>}
      {queue !== null && (isQueue || queue.status.jobs.length > 0) && <QueueList view={queue} />}
    </div>
  )
}

function Running({ running: { folder, entries, share, secondsLeft, denoisingSeconds, isOver, run } }: { running: RunningMany }): ReactElement {
  const percent = fixed(share * 100, share < 0.1 ? 1 : 0)
  const done = entries.filter(({ state }) => state.kind === 'done').length
  return (
    <div className="settings-form" role="group" aria-label={say('many.running', { folder })}>
      <Text size="sm" fw={500}>{say('many.done', { done, count: entries.length, folder })}</Text>
      <Progress value={share * 100} aria-label={say('many.progress')} />
      <ul className="many-list" aria-label={say('many.pictures')} tabIndex={0}>
        {entries.map((entry) => <EntryRow key={entry.name} entry={entry} denoisingSeconds={denoisingSeconds} run={run} />)}
      </ul>
      <div className="export-actions">
        <Text size="xs" c="dimmed" className="export-left">{secondsLeft === null ? say('export.percent', { percent }) : say('export.left', { percent, time: durationText(secondsLeft) })}</Text>
        {isOver
          ? <Button size="xs" variant="default" onClick={() => useMany.setState({ running: null })}>{say('many.again')}</Button>
          : <Button size="xs" variant="default" onClick={run.stop}>{say('many.cancel')}</Button>}
        <Button size="xs" onClick={closeDialog}>{say(isOver ? 'many.close' : 'export.keepWorking')}</Button>
      </div>
      {!isOver && <p className="panel-hint">{say('many.meanwhile')}</p>}
    </div>
  )
}

function EntryRow({ entry: { name, state }, denoisingSeconds, run }: { entry: ManyEntry } & Pick<RunningMany, 'denoisingSeconds' | 'run'>): ReactElement {
  const { kind } = state
  return (
    <li className="many-entry">
      <div className="many-name">
        <span>{name}</span>
        <Text size="xs" c={kind === 'failed' ? undefined : 'dimmed'} className={kind === 'failed' ? 'many-failed' : undefined}>
          {kind === 'failed' ? state.message : kind === 'running' ? say('many.state.running', { percent: fixed(100 * state.share, 0) }) : say(`many.state.${kind}`)}
          {kind === 'running' && denoisingSeconds !== null && ` · ${say('many.denoising', { time: durationText(denoisingSeconds) })}`}
        </Text>
      </div>
      {kind === 'waiting' && <Button size="compact-xs" variant="subtle" aria-label={say('many.first.of', { name })} onClick={() => run.first(name)}>{say('many.first')}</Button>}
      {(kind === 'waiting' || kind === 'running') && <Button size="compact-xs" variant="subtle" aria-label={say('many.drop.of', { name })} onClick={() => run.cancel(name)}>{say('many.drop')}</Button>}
      {(kind === 'failed' || kind === 'cancelled') && <Button size="compact-xs" variant="subtle" aria-label={say('many.retry.of', { name })} onClick={() => run.retry(name)}>{say('many.retry')}</Button>}
    </li>
  )
}
