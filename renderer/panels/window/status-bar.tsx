import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { DEFAULT_TRAVERSAL, type FrameReport } from '../../../gpu/index.ts'
import { useInteraction } from '../../interaction/store.ts'
import { shortCount, shortMs } from '../../format/figures.ts'
import { TRAVERSAL_NAMES } from '../../shell/traversal.ts'

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

const PASSES = { whitted: ['gbuffer', 'shade', 'reflect', 'tonemap'], hybrid: ['gbuffer', 'shade', 'irradiance', 'denoise', 'tonemap'] } as const
const PASS_NAMES = { gbuffer: 'G-buffer', shade: 'Shade', reflect: 'Reflect', irradiance: 'Indirect', denoise: 'Denoise', tonemap: 'Composite' } as const
const PASS_SHORT = { gbuffer: 'G', shade: 'S', reflect: 'R', irradiance: 'I', denoise: 'D', tonemap: 'C' } as const

function Figures({ report }: { report: FrameReport }): ReactElement {
  const { passMs, rays } = report
  const method = useInteraction((state) => state.settings.method)
  return (
    <>
      <span className="figures">
        <Figure label="Frame" value={shortMs(report.frameMs)} hint="The last complete frame, all passes" />
        {PASSES[method].map((pass) => (
          <Figure key={pass} label={PASS_NAMES[pass]} short={PASS_SHORT[pass]} value={shortMs(passMs[pass])} hint={`${PASS_NAMES[pass]} pass`} />
        ))}
      </span>
      <span className="figures">
        <Figure label="Shadow rays" short="Shadow" value={shortCount(rays.shadow)} hint="Shadow rays of the last complete frame" />
        <Figure label="Reflection rays" short="Reflection" value={shortCount(rays.reflection)} hint="Reflection rays of the last complete frame" />
      </span>
      <span className="figures">
        <Figure label="Traced" short="" value={`${report.width} × ${report.height}`} hint="Traced resolution" />
        <Figure label="Samples" short="" value={`${report.samples}/${report.samplesWanted}`} hint="Jittered frames accumulated for clean edges" />
      </span>
      <span className="figures">
        <Figure label="Triangles" short="△" value={shortCount(report.triangles)} hint="Triangles in the room" />
        <Figure label="Instances" short="▣" value={shortCount(report.instances)} hint="Instances in the room" />
        <Figure label="Über-kD-Tree" short="Über" value={shortMs(report.uberBuildMs)} hint="Last rebuild of the Über-kD-Tree" />
      </span>
    </>
  )
}

function Executor({ adapter }: { adapter: { readonly name: string; readonly software: boolean } }): ReactElement {
  const kind = useInteraction((state) => state.report?.executor.kind ?? 'gpu')
  const threads = useInteraction((state) => state.report?.executor.threads ?? 0)
  const traversal = useInteraction((state) => state.report?.traversal ?? DEFAULT_TRAVERSAL)
  return (
    <span className="figures adapter">
      <Tooltip label={`Adapter: ${adapter.name}`}><span className="figure-value adapter-name">{adapter.name}</span></Tooltip>
      {adapter.software && (
        <Tooltip label="No graphics card was found: the processor computes the picture, which takes longer">
          <span className="badge">software</span>
        </Tooltip>
      )}
      <Figure label="Executor" short="" value={kind === 'gpu' ? 'GPU' : `CPU (${threads} threads)`} hint="Where rays are traced: Render menu, Executor" />
      <Figure label="Traversal" short="" value={TRAVERSAL_NAMES[traversal]} hint="How rays walk the kD-trees: Render menu, Traversal" />
    </span>
  )
}

/** What the engine did last, in figures; every figure is also there for a screen reader. */
export function StatusBar(): ReactElement {
  const report = useInteraction((state) => state.report)
  const adapter = useInteraction((state) => state.adapter)
  const settled = useInteraction((state) => state.settled)
  return (
    <footer className="status-bar" aria-label="Status" data-testid="status-bar">
      <Tooltip label={settled ? 'The picture is final; the graphics card rests' : 'The picture is being refined'}>
        <span className="settled-dot" data-settled={settled} role="img" aria-label={settled ? 'Settled' : 'Refining'} />
      </Tooltip>
      {report === null || report.width === 0 ? <span className="figure-label">Waiting for the first frame</span> : <Figures report={report} />}
      <span className="status-space" />
      {adapter !== null && <Executor adapter={adapter} />}
    </footer>
  )
}

/** Over the viewport: only a part of the picture was computed, and why. */
export function RegionNote(): ReactElement | null {
  const region = useInteraction((state) => state.report?.region ?? null)
  if (region === null) return null
  return <div className="region-note" role="status">Only {region.width} × {region.height} pixels are computed: {region.reason}</div>
}
