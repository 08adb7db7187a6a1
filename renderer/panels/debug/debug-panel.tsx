import { ActionIcon, Button, ScrollArea, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCrosshair, IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactElement, useEffect } from 'react'
import type { PixelAnswer } from '../../../gpu/index.ts'
import { MODE_NAMES } from '../../commands/view/render.ts'
import { askAgain, askPixel, closeDebug, type DebugQuestion, useDebug } from '../../interaction/debug.ts'
import { useInteraction } from '../../interaction/store.ts'
import { ValueField } from '../../ui/value-field.tsx'
import { findViewport } from '../../interaction/viewport.ts'
import { radianceText } from '../../format/debug-figures.ts'
import { DebugRays } from './debug-rays.tsx'
import { DebugSteps } from './debug-steps.tsx'
import { shortCount, shortMs } from '../../format/figures.ts'
import { useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'

/** A whole number, or null. */
const parsePixel = (text: string): number | null => (/^\s*\d{1,5}\s*$/.test(text) ? Number(text) : null)

function Coordinates({ question, picking }: { question: DebugQuestion | null; picking: boolean }): ReactElement {
  function ask(change: { x?: number; y?: number }): void {
    // Of the picture as it is seen now; while a lost device is replaced, of the one before: the next device answers.
    const size = findViewport()?.pictureSize() ?? question
    if (size === null) return
    const { x, y } = { x: question?.x ?? 0, y: question?.y ?? 0, ...change }
    askPixel({ x, y, width: size.width, height: size.height, pose: useInteraction.getState().pose })
  }
  const size = findViewport()?.pictureSize() ?? question
  const field = (axis: 'x' | 'y', most: number): ReactElement => (
    <ValueField
      label={say(`debug.pixel.${axis}`)}
      prefix={<span className="axis" data-axis={axis.toUpperCase()}>{axis}</span>}
      value={question?.[axis] ?? 0}
      format={String}
      parse={parsePixel}
      step={1}
      min={0}
      max={most}
      onCommit={(value) => ask({ [axis]: value })}
    />
  )
  return (
    <div className="debug-coordinates">
      {field('x', (size?.width ?? 1) - 1)}
      {field('y', (size?.height ?? 1) - 1)}
      <span className="debug-size">{size === null ? say('debug.pixel.ofUnknown') : say('debug.pixel.of', { width: size.width, height: size.height })}</span>
      <Tooltip label={say('debug.pick.hint')}>
        <ActionIcon aria-label={say('debug.pick')} aria-pressed={picking} onClick={() => useDebug.setState({ picking: !picking })}>
          <IconCrosshair size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

function Verdict({ answer }: { answer: PixelAnswer }): ReactElement {
  const { divergence, missing, equalSteps } = answer
  const isEqual = divergence === null
  const Icon = isEqual ? IconCircleCheck : IconAlertTriangle
  return (
    <div className="debug-verdict" data-equal={isEqual} role="status" data-testid="debug-verdict">
      <Icon size={18} stroke={1.7} />
      <div>
        <p className="debug-verdict-words">
          {say(isEqual ? 'debug.equal' : 'debug.differ', { count: equalSteps })}
        </p>
        {!isEqual && <p>{say('debug.differ.where', { step: divergence.step + 1, ray: divergence.ray + 1 })}</p>}
        {missing > 0 && <p>{say('debug.full', { steps: shortCount(equalSteps) })}</p>}
      </div>
    </div>
  )
}

function Origin({ answer }: { answer: PixelAnswer }): ReactElement {
  const mode = useInteraction((state) => state.settings.mode)
  const total = answer.rays.reduce((sum, { counts }) => sum + counts.uberNodes + counts.objectNodes, 0)
  const tests = answer.rays.reduce((sum, { counts }) => sum + counts.triangleTests, 0)
  return (
    <dl className="debug-figures">
      <div><dt>{say('debug.figure.rays')}</dt><dd>{answer.rays.length}</dd></div>
      <div><dt>{say('debug.figure.nodes')}</dt><dd>{shortCount(total)}</dd></div>
      <div><dt>{say('debug.figure.tests')}</dt><dd>{shortCount(tests)}</dd></div>
      <div><dt>{say('debug.gpu')}</dt><dd>{shortMs(answer.gpuMs)}</dd></div>
      <div><dt>{say('debug.twin')}</dt><dd>{shortMs(answer.twinMs)}</dd></div>
      <div className="debug-figures-wide"><dt>{say('debug.figure.pixel')}</dt><dd>{radianceText(answer.radiance)}</dd></div>
      <div className="debug-figures-wide"><dt>{say('debug.figure.traversal')}</dt><dd>{MODE_NAMES[mode]}{mode === 'brute-force' ? '' : ` · ${answer.traversal}`}</dd></div>
    </dl>
  )
}

/** Esc closes the panel, unless something in front of it wants the key. */
function useEscape(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || useShell.getState().dialog !== null) return
      if (document.querySelector('[aria-modal="true"], [role="menu"]') !== null) return
      if (event.target instanceof Element && event.target.matches('[data-applied="false"], [aria-expanded="true"]')) return
      const { picking, question } = useDebug.getState()
      if (picking && question !== null) useDebug.setState({ picking: false })
      else closeDebug()
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the shortcuts: Esc would otherwise empty the selection.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

/** What one pixel's rays did, step by step, on the GPU and in the twin. */
export function DebugPanel(): ReactElement {
  const { question, answer, state, picking } = useDebug()
  useEscape()
  return (
    <aside className="panel right debug-panel" aria-label={say('debug.title')} data-testid="debug-panel" data-state={state}>
      <header className="debug-head">
        <h2>{say('debug.title')}</h2>
        <Tooltip label={<>{say('debug.close')} <span className="shortcut">Esc</span></>}>
          <ActionIcon aria-label={say('debug.close.name')} onClick={closeDebug}><IconX size={16} stroke={1.6} /></ActionIcon>
        </Tooltip>
      </header>
      <Coordinates question={question} picking={picking} />
      {state === 'tracing' && <p className="debug-note" role="status">{say('debug.tracing')}</p>}
      {state === 'failed' && <p className="debug-note" role="status">{say('debug.failed')} <button type="button" className="link" onClick={askAgain}>{say('debug.failed.again')}</button></p>}
      {state === 'stale' && (
        <div className="debug-note" role="status">
          <span>{say('debug.stale')}</span>
          <Button size="compact-xs" variant="default" leftSection={<IconRefresh size={13} stroke={1.6} />} onClick={askAgain}>{say('debug.stale.again')}</Button>
        </div>
      )}
      {answer === null
        ? state === 'idle' && <p className="panel-hint">{say('debug.hint')}</p>
        : (
          <>
            <Verdict answer={answer} />
            <Origin answer={answer} />
            <ScrollArea className="debug-rays-scroll" scrollbarSize={8} type="auto"><DebugRays answer={answer} /></ScrollArea>
            <DebugSteps answer={answer} />
          </>
        )}
    </aside>
  )
}
