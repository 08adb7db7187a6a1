import { SegmentedControl, Slider } from '@mantine/core'
import type { ReactElement } from 'react'
import { type HeatFigures, isHeatView, type RenderSettings, viridis } from '../../../gpu/index.ts'
import { HEAT_NAMES, HEAT_RAY_NAMES } from '../../commands/debug.ts'
import { setRender } from '../../commands/render.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { DEEPEST, useDebug } from '../../interaction/debug.ts'
import { useInteraction } from '../../interaction/store.ts'
import { number } from '../../format/debug-figures.ts'
import { shortCount } from '../../format/figures.ts'

const STOPS = Array.from({ length: 17 }, (_, i) => `rgb(${viridis(i / 16).map((v) => Math.round(255 * v)).join(' ')}) ${(100 * i / 16).toFixed(1)}%`)
const GRADIENT = `linear-gradient(to right, ${STOPS.join(', ')})`
const UNITS = { nodes: 'nodes read per pixel', tests: 'triangles tested per pixel', occupancy: 'triangles in the leaf of the hit' } as const

type Heat = keyof typeof UNITS

function HeatLegend({ view, heat }: { view: Heat; heat: HeatFigures }): ReactElement {
  const heatRays = useInteraction((state) => state.settings.heatRays)
  const { mean, max, scale } = heat[view]
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * scale)
  return (
    <section className="legend" aria-label={`Legend: ${HEAT_NAMES[view]}`} data-testid="heat-legend">
      <h2>{HEAT_NAMES[view]}</h2>
      <p className="legend-unit">{UNITS[view]}</p>
      <div className="legend-bar" style={{ background: GRADIENT }} role="img" aria-label={`Colours from dark blue, 0, to yellow, ${scale}${max > scale ? ' and more' : ''}`} />
      <div className="legend-ticks" aria-hidden>
        {ticks.map((tick, i) => <span key={tick}>{i === 4 && max > scale ? '≥ ' : ''}{number(tick)}</span>)}
      </div>
      <dl className="legend-figures">
        <div><dt>mean</dt><dd>{mean < 10 ? mean.toFixed(2) : mean < 1000 ? mean.toFixed(1) : shortCount(mean)}</dd></div>
        <div><dt>max</dt><dd>{shortCount(max)}</dd></div>
        <div><dt>pixels</dt><dd>{shortCount(heat.pixels)}</dd></div>
      </dl>
      {view !== 'occupancy' && (
        <SegmentedControl
          aria-label="Rays that are counted"
          fullWidth
          data={Object.entries(HEAT_RAY_NAMES).map(([value, label]) => ({ value, label }))}
          value={heatRays}
          onChange={(value) => setRender({ heatRays: value as RenderSettings['heatRays'] })}
        />
      )}
    </section>
  )
}

function TreeLegend(): ReactElement {
  const { treeDepth, treeFigures } = useDebug()
  const document = useDocument((state) => state.document)
  const name = treeFigures === null ? null : treeFigures.of === null ? 'Über-kD-Tree' : findPiece(document, treeFigures.of)?.name ?? 'Tree'
  const deepest = Math.max(1, treeFigures?.depth ?? DEEPEST)
  const depth = Math.min(treeDepth, deepest)
  return (
    <section className="legend" aria-label="Tree boxes" data-testid="tree-legend">
      <h2>Tree boxes</h2>
      <p className="legend-unit">{name ?? 'What is selected has no tree; nothing selected shows the Über-kD-Tree'}</p>
      <Slider
        aria-label="Depth"
        thumbLabel="Depth"
        min={0}
        max={deepest}
        step={1}
        label={null}
        value={depth}
        disabled={treeFigures === null}
        onChange={(value) => useDebug.setState({ treeDepth: value })}
      />
      {treeFigures !== null && (
        <dl className="legend-figures">
          <div><dt>depth</dt><dd>{depth} of {treeFigures.depth}</dd></div>
          <div><dt>cells</dt><dd>{shortCount(treeFigures.cells)}{treeFigures.drawn < treeFigures.cells ? `, ${shortCount(treeFigures.drawn)} drawn` : ''}</dd></div>
        </dl>
      )}
      <p className="legend-unit">Leaves are coloured by what they hold; grey cells are cut further.</p>
    </section>
  )
}

/** Over the room: what colours and boxes mean, with numbers. */
export function DebugLegends(): ReactElement | null {
  const view = useInteraction((state) => state.settings.view)
  const heat = useInteraction((state) => state.report?.heat ?? null)
  const treeBoxes = useDebug((state) => state.treeBoxes)
  const isHeat = isHeatView(view)
  if (!isHeat && !treeBoxes) return null
  return (
    <div className="legends">
      {isHeat && heat !== null && <HeatLegend view={view} heat={heat} />}
      {treeBoxes && <TreeLegend />}
    </div>
  )
}
