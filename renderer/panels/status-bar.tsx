import { Badge, Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import type { FrameReport } from '../../gpu/index.ts'
import { useInteraction } from '../interaction/store.ts'

/** 1234567 → '1.23 M': three figures are enough to compare. */
export function shortCount(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toPrecision(3)} M`
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`
  return count.toLocaleString('en')
}

export function shortMs(ms: number): string {
  return ms >= 100 ? `${Math.round(ms)} ms` : ms >= 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(2)} ms`
}

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }): ReactElement {
  const figure = (
    <span className="figure">
      <span className="figure-label">{label}</span> <span className="figure-value">{value}</span>
    </span>
  )
  return hint === undefined ? figure : <Tooltip label={hint}>{figure}</Tooltip>
}

const PASSES = ['gbuffer', 'shade', 'reflect', 'tonemap'] as const
const PASS_NAMES = { gbuffer: 'G-buffer', shade: 'Shade', reflect: 'Reflect', tonemap: 'Composite' } as const

function Figures({ report }: { report: FrameReport }): ReactElement {
  const { passMs, rays } = report
  return (
    <>
      <Figure label="Frame" value={shortMs(report.frameMs)} hint="Last complete frame, all passes" />
      <span className="figure-group wide-only">
        {PASSES.map((pass) => <Figure key={pass} label={PASS_NAMES[pass]} value={shortMs(passMs[pass])} />)}
      </span>
      <Figure label="Shadow rays" value={shortCount(rays.shadow)} hint="Rays of the last complete frame" />
      <Figure label="Reflection rays" value={shortCount(rays.reflection)} hint="Rays of the last complete frame" />
      <Figure label="Traced" value={`${report.width} × ${report.height}`} hint="Traced resolution" />
      <Figure label="Samples" value={`${report.samples}/${report.samplesWanted}`} hint="Frames accumulated for clean edges" />
      <Figure label="Triangles" value={shortCount(report.triangles)} />
      <Figure label="Instances" value={shortCount(report.instances)} />
      <Figure label="Über-kD-Tree" value={shortMs(report.uberBuildMs)} hint="Time of its last rebuild" />
    </>
  )
}

function passHint(report: FrameReport): string {
  return PASSES.map((pass) => `${PASS_NAMES[pass]} ${shortMs(report.passMs[pass])}`).join(' · ')
}

/** What the engine did last, in figures; every figure is also there for a screen reader. */
export function StatusBar(): ReactElement {
  const report = useInteraction((state) => state.report)
  const adapter = useInteraction((state) => state.adapter)
  const settled = useInteraction((state) => state.settled)
  return (
    <footer className="status-bar" aria-label="Status">
      <Tooltip label={settled ? 'The picture is final; the graphics card rests' : 'The picture is being refined'}>
        <span className="settled-dot" data-settled={settled} role="img" aria-label={settled ? 'Settled' : 'Refining'} />
      </Tooltip>
      {report === null ? <span className="figure-label">Waiting for the first frame</span> : (
        <>
          <span className="narrow-only"><Figure label="Passes" value={passHint(report)} /></span>
          <Figures report={report} />
          {report.region !== null && (
            <Tooltip label={report.region.reason}>
              <Badge size="xs" color="yellow" variant="light" className="region-note">
                Region {report.region.width} × {report.region.height}: {report.region.reason}
              </Badge>
            </Tooltip>
          )}
        </>
      )}
      <span className="status-space" />
      {adapter !== null && (
        <>
          <Figure label="Adapter" value={adapter.name} />
          {adapter.software && (
            <Tooltip label="No graphics card was found: the picture is computed by the processor, and takes longer">
              <Badge size="xs" color="yellow" variant="light">software</Badge>
            </Tooltip>
          )}
          <Figure label="Executor" value="GPU" hint="Where rays are traced" />
        </>
      )}
    </footer>
  )
}
