import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import type { ExplainedStep, PixelAnswer } from '../../../gpu/index.ts'
import type { IconComponent } from '../../ui/icon-button.tsx'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { chooseStep, useDebug, walkSteps } from '../../interaction/debug.ts'
import { exact, number } from '../../format/debug-figures.ts'
import { MODE_NAMES } from '../../commands/view/render.ts'
import { useCommand } from '../../commands/menus/use-command.ts'
import { GROUND_ID } from '../../scene/ground.ts'
import { grouped } from '../../words/numbers.ts'
import { type PlainId, say } from '../../words/say.ts'

const ROW = 22
const AXES = ['x', 'y', 'z'] as const

/** One line per step. */
function lineOf(step: ExplainedStep): { readonly what: string; readonly result: string; readonly kind: string } {
  if (step.kind === 'triangle') {
    const isHit = step.t < step.limit
    return {
      what: say('debug.step.triangle', { triangle: step.triangle }),
      result: isHit ? say('debug.step.hit', { distance: number(step.t) }) : say('debug.step.missed'),
      kind: isHit ? 'hit' : 'test',
    }
  }
  const { node } = step
  const isUber = step.tree === 'uber'
  if (step.split !== null) return { what: say(isUber ? 'debug.step.uberNode' : 'debug.step.node', { node }), result: `${AXES[step.split.axis]} = ${number(step.split.plane)}`, kind: step.tree }
  if (step.references === null) return { what: say('debug.step.node', { node }), result: say('debug.step.boxes'), kind: 'object' }
  const listed = isUber ? 'debug.step.instances' : 'debug.step.triangles'
  return {
    what: say(isUber ? 'debug.step.uberLeaf' : 'debug.step.leaf', { node }),
    result: step.references === 0 ? say('debug.step.empty') : say(listed, { count: step.references }),
    kind: `${step.tree}-leaf`,
  }
}

type Rows = readonly { readonly id: PlainId; readonly gpu: string; readonly twin: string }[]

/** What a step is, as name and value. */
function stateOf(step: ExplainedStep | null, nameOf: (id: string | null) => string): ReadonlyMap<PlainId, string> {
  if (step === null) return new Map([['debug.state.step', say('debug.state.none')]])
  if (step.kind === 'triangle') {
    return new Map<PlainId, string>([
      ['debug.state.step', say('debug.state.test')], ['debug.state.object', nameOf(step.instance)],
      ['debug.state.triangle', String(step.triangle)], ['debug.state.record', String(step.record)],
      ['debug.state.t', step.t < step.limit ? exact(step.t) : say('debug.state.noHit')], ['debug.state.before', exact(step.limit)],
    ])
  }
  const { node, depth, split } = step
  return new Map<PlainId, string>([
    ['debug.state.step', say(step.references !== null ? 'debug.state.leaf' : 'debug.state.inner')],
    ['debug.state.tree', step.tree === 'uber' ? MODE_NAMES.uber : nameOf(step.instance)],
    ['debug.state.node', say('debug.state.node.value', { node, depth })],
    split !== null ? ['debug.state.splits', `${AXES[split.axis]} = ${exact(split.plane)}`]
      : step.references === null ? ['debug.state.holds', say('debug.step.boxes')] : ['debug.state.lists', String(step.references)],
    ['debug.state.from', exact(step.low)], ['debug.state.to', exact(step.high)],
  ])
}

function bothStates(gpu: ExplainedStep | null, twin: ExplainedStep | null, nameOf: (id: string | null) => string): Rows {
  const [a, b] = [stateOf(gpu, nameOf), stateOf(twin, nameOf)]
  return [...new Set([...a.keys(), ...b.keys()])].map((id) => ({ id, gpu: a.get(id) ?? '–', twin: b.get(id) ?? '–' }))
}

function StepState({ answer }: { answer: PixelAnswer }): ReactElement | null {
  const { ray, step } = useDebug()
  const document = useDocument((state) => state.document)
  if (step === null) return null
  const nameOf = (id: string | null): string => (id === null ? '–' : id === GROUND_ID ? say('debug.ground') : findPiece(document, id)?.name ?? say('debug.state.gone'))
  const [gpu, twin] = [answer.step(ray, step, 'gpu'), answer.step(ray, step, 'twin')]
  return (
    <table className="debug-state" data-testid="debug-state">
      <thead><tr><th scope="col"><span className="debug-hidden">{say('debug.state')}</span></th><th scope="col">{say('debug.gpu')}</th><th scope="col">{say('debug.twin')}</th></tr></thead>
      <tbody>
        {bothStates(gpu, twin, nameOf).map(({ id, gpu: a, twin: b }) => (
          <tr key={id} data-differs={a !== b}><th scope="row">{say(id)}</th><td title={a}>{a}</td><td title={b}>{b}</td></tr>
        ))}
      </tbody>
    </table>
  )
}

function Walk({ icon: Icon, id, onClick }: { icon: IconComponent; id: string; onClick: () => void }): ReactElement {
  const { title: label, shortcut } = useCommand(id)
  return (
    <Tooltip label={<>{label} <span className="shortcut">{shortcut}</span></>}>
      <ActionIcon size={24} aria-label={label} onClick={onClick}><Icon size={15} stroke={1.7} /></ActionIcon>
    </Tooltip>
  )
}

/** The steps of the chosen ray, drawn as far as they are in sight: there may be a quarter of a million. */
export function DebugSteps({ answer }: { answer: PixelAnswer }): ReactElement {
  const { ray, step } = useDebug()
  const count = answer.rays[ray]?.steps ?? 0
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 200 })
  const [first, last] = [Math.max(0, Math.floor(view.top / ROW) - 4), Math.min(count, Math.ceil((view.top + view.height) / ROW) + 4)]

  useEffect(() => {
    const { current } = box
    if (current === null) return
    const look = (): void => setView({ top: current.scrollTop, height: current.clientHeight })
    look()
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const at = (step ?? 0) * ROW
    if (step === null) current.scrollTop = 0
    else if (at < current.scrollTop + ROW || at + 2 * ROW > current.scrollTop + current.clientHeight) current.scrollTop = at - current.clientHeight / 2
  }, [ray, step, answer])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') walkSteps(1)
    else if (event.key === 'ArrowUp') walkSteps(-1)
    else return
    event.preventDefault()
  }
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => {
    const index = first + i
    const shown = answer.step(ray, index, 'gpu')
    if (shown === null) return null
    const { what, result, kind } = lineOf(shown)
    const indent = shown.kind === 'triangle' || shown.tree !== 'uber' ? 1 : 0
    return (
      <div
        key={index}
        id={`debug-step-${index}`}
        role="option"
        aria-selected={index === step}
        aria-posinset={index + 1}
        aria-setsize={count}
        className="debug-step"
        data-kind={kind}
        data-first-difference={answer.divergence?.ray === ray && answer.divergence.step === index}
        style={{ top: index * ROW, height: ROW, paddingLeft: 40 + 10 * indent }}
        onClick={() => chooseStep(index)}
      >
        <span className="debug-step-number">{index + 1}</span>
        <span className="debug-step-what">{what}</span>
        <span className="debug-step-result">{result}</span>
      </div>
    )
  })
  return (
    <section className="debug-steps" aria-label={say('debug.steps')}>
      <header className="debug-steps-head">
        <h3>{say('debug.steps')}</h3>
        <span className="debug-steps-place" aria-live="polite">{count === 0 ? say('debug.steps.none') : say('debug.steps.place', { step: step === null ? '–' : grouped(step + 1), count: grouped(count) })}</span>
        <Walk icon={IconChevronLeftPipe} id="debug.firstStep" onClick={() => chooseStep(0)} />
        <Walk icon={IconChevronLeft} id="debug.previousStep" onClick={() => walkSteps(-1)} />
        <Walk icon={IconChevronRight} id="debug.nextStep" onClick={() => walkSteps(1)} />
        <Walk icon={IconChevronRightPipe} id="debug.lastStep" onClick={() => chooseStep(Infinity)} />
      </header>
      <div
        ref={box}
        className="debug-steps-list"
        role="listbox"
        aria-label={say('debug.steps.list')}
        aria-activedescendant={step === null ? undefined : `debug-step-${step}`}
        tabIndex={0}
        onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: count * ROW, position: 'relative' }}>{rows}</div>
      </div>
      <StepState answer={answer} />
    </section>
  )
}
