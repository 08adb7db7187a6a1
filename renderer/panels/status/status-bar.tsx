import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { DEFAULT_TRAVERSAL, type FrameReport } from '../../../gpu/index.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { shortCount, shortMs } from '../../format/figures.ts'
import { statusFigures } from '../../format/status-figures.ts'
import { METHOD_NAMES } from '../../shell/method.ts'
import { useShell } from '../../shell/shell.ts'
import { TRAVERSAL_NAMES } from '../../shell/traversal.ts'
import { say, table } from '../../words/say.ts'

function Figure({ label, short, value, hint }: { label: string; short?: string; value: string; hint?: string }): ReactElement {
  const figure = (
    <span className="figure">
      <span className="figure-label">
        {short === undefined ? label : <><span className="wide-only">{label}</span><abbr className="narrow-only" title={label}>{short}</abbr></>}
      </span>{' '}
      <span className="figure-value">{value}</span>
    </span>
  )
  return hint === undefined ? figure : <Tooltip label={hint}>{figure}</Tooltip>
}

const PASSES = { whitted: ['gbuffer', 'shade', 'reflect', 'tonemap'], hybrid: ['gbuffer', 'shade', 'irradiance', 'denoise', 'edges', 'tonemap'] } as const
const PASS_NAMES = table({
  gbuffer: 'status.pass.gbuffer', shade: 'status.pass.shade', reflect: 'status.pass.reflect', irradiance: 'status.pass.irradiance', denoise: 'status.pass.denoise', edges: 'status.pass.edges', tonemap: 'status.pass.tonemap',
})
const PASS_SHORT = { gbuffer: 'G', shade: 'S', reflect: 'R', irradiance: 'I', denoise: 'D', edges: 'E', tonemap: 'C' } as const

function Figures({ report }: { report: FrameReport }): ReactElement {
  const { passMs, rays } = report
  const method = useInteraction((state) => state.settings.method)
  return (
    <>
      <span className="figures">
        <Figure label={say('status.frame')} value={shortMs(report.frameMs)} hint={say('status.frame.hint')} />
        {PASSES[method].map((pass) => (
          <Figure key={pass} label={PASS_NAMES[pass]} short={PASS_SHORT[pass]} value={shortMs(passMs[pass])} hint={say('status.pass.hint', { pass: PASS_NAMES[pass] })} />
        ))}
      </span>
      <span className="figures">
        <Figure label={say('status.shadow')} short={say('status.shadow.short')} value={shortCount(rays.shadow)} hint={say('status.shadow.hint')} />
        <Figure label={say('status.reflection')} short={say('status.reflection.short')} value={shortCount(rays.reflection)} hint={say('status.reflection.hint')} />
      </span>
      <span className="figures">
        <Figure label={say('status.traced')} short="" value={`${report.width} × ${report.height}`} hint={say('status.traced.hint')} />
        <Figure label={say('status.samples')} short="" value={`${report.samples}/${report.samplesWanted}`} hint={say('status.samples.hint')} />
      </span>
      <span className="figures">
        <Figure label={say('status.triangles')} short="△" value={shortCount(report.triangles)} hint={say('status.triangles.hint')} />
        <Figure label={say('status.instances')} short="▣" value={shortCount(report.instances)} hint={say('status.instances.hint')} />
        <Figure label={say('status.uber')} short="Ü" value={shortMs(report.uberBuildMs)} hint={say('status.uber.hint')} />
      </span>
    </>
  )
}

function PlainFigures({ report }: { report: FrameReport }): ReactElement {
  const method = METHOD_NAMES[useInteraction((state) => state.settings.method)]
  const settled = useInteraction((state) => state.settled)
  const pieces = useDocument((state) => state.document.pieces.length)
  return (
    <span className="figures">
      {statusFigures({ report, method, settled, pieces }).map((text) => <span key={text} className="figure"><span className="figure-value">{text}</span></span>)}
    </span>
  )
}

function Executor({ adapter, isDeveloper }: { adapter: { readonly name: string; readonly software: boolean }; isDeveloper: boolean }): ReactElement {
  const kind = useInteraction((state) => state.report?.executor.kind ?? 'gpu')
  const threads = useInteraction((state) => state.report?.executor.threads ?? 0)
  const traversal = useInteraction((state) => state.report?.traversal ?? DEFAULT_TRAVERSAL)
  return (
    <span className="figures adapter">
      <Tooltip label={say('status.adapter', { name: adapter.name })}><span className="figure-value adapter-name">{adapter.name}</span></Tooltip>
      {adapter.software && (
        <Tooltip label={say('status.software.hint')}>
          <span className="badge">{say('status.software')}</span>
        </Tooltip>
      )}
      {isDeveloper && (
        <>
          <Figure label={say('status.executor')} short="" value={kind === 'gpu' ? say('command.render.executor.gpu') : say('command.render.executor.cpu', { count: threads })} hint={say('status.executor.hint')} />
          <Figure label={say('status.traversal')} short="" value={TRAVERSAL_NAMES[traversal]} hint={say('status.traversal.hint')} />
        </>
      )}
    </span>
  )
}

/** How far the picture is; behind the developer switch, what the engine did last. Every figure is also there for a screen reader. */
export function StatusBar(): ReactElement {
  const report = useInteraction((state) => state.report)
  const adapter = useInteraction((state) => state.adapter)
  const settled = useInteraction((state) => state.settled)
  const isDeveloper = useShell((state) => state.settings.developer === true)
  const Shown = isDeveloper ? Figures : PlainFigures
  return (
    <footer className="status-bar" aria-label={say('status.name')} data-testid="status-bar">
      <Tooltip label={say(settled ? 'status.settled.hint' : 'status.refining.hint')}>
        <span className="settled-dot" data-settled={settled} role="img" aria-label={say(settled ? 'status.settled' : 'status.refining')} />
      </Tooltip>
      {report === null || report.width === 0 ? <span className="figure-label">{say('status.waiting')}</span> : <Shown report={report} />}
      <span className="status-space" />
      {adapter !== null && <Executor adapter={adapter} isDeveloper={isDeveloper} />}
    </footer>
  )
}
