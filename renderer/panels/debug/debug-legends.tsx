import { SegmentedControl, Slider } from '@mantine/core'
import type { ReactElement } from 'react'
import { type HeatFigures, isHeatView, type RenderSettings, viridis } from '../../../gpu/index.ts'
import { HEAT_NAMES, HEAT_RAY_NAMES } from '../../commands/view/debug.ts'
import { MODE_NAMES, setRender } from '../../commands/view/render.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { DEEPEST, useDebug } from '../../interaction/debug.ts'
import { useInteraction } from '../../interaction/store.ts'
import { number } from '../../format/debug-figures.ts'
import { shortCount } from '../../format/figures.ts'
import { fixed } from '../../words/numbers.ts'
import { say, table } from '../../words/say.ts'

const STOPS = Array.from({ length: 17 }, (_, i) => `rgb(${viridis(i / 16).map((v) => Math.round(255 * v)).join(' ')}) ${(100 * i / 16).toFixed(1)}%`)
const GRADIENT = `linear-gradient(to right, ${STOPS.join(', ')})`
const UNITS = table({ nodes: 'debug.legend.nodes', tests: 'debug.legend.tests', occupancy: 'debug.legend.occupancy' })

type Heat = keyof typeof UNITS

function HeatLegend({ view, heat }: { view: Heat; heat: HeatFigures }): ReactElement {
  const heatRays = useInteraction((state) => state.settings.heatRays)
  const { mean, max, scale } = heat[view]
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * scale)
  return (
    <section className="legend" aria-label={say('debug.legend', { name: HEAT_NAMES[view] })} data-testid="heat-legend">
      <h2>{HEAT_NAMES[view]}</h2>
      <p className="legend-unit">{UNITS[view]}</p>
      <div className="legend-bar" style={{ background: GRADIENT }} role="img" aria-label={say(max > scale ? 'debug.legend.colours.more' : 'debug.legend.colours', { most: number(scale) })} />
      <div className="legend-ticks" aria-hidden>
        {ticks.map((tick, i) => <span key={tick}>{i === 4 && max > scale ? '≥ ' : ''}{number(tick)}</span>)}
      </div>
      <dl className="legend-figures">
        <div><dt>{say('debug.legend.mean')}</dt><dd>{mean < 10 ? fixed(mean, 2) : mean < 1000 ? fixed(mean, 1) : shortCount(mean)}</dd></div>
        <div><dt>{say('debug.legend.max')}</dt><dd>{shortCount(max)}</dd></div>
        <div><dt>{say('debug.legend.pixels')}</dt><dd>{shortCount(heat.pixels)}</dd></div>
      </dl>
      {view !== 'occupancy' && (
        <SegmentedControl
          aria-label={say('debug.legend.rays')}
          fullWidth
          data={Object.entries(HEAT_RAY_NAMES).map(([value, label]) => ({ value, label }))}
          value={heatRays}
          onChange={(value) => setRender({ heatRays: value as RenderSettings['heatRays'] })}
        />
      )}
    </section>
  )
}

function cellsText({ cells, drawn }: { cells: number; drawn: number }): string {
  return drawn < cells ? say('debug.tree.cells.drawn', { cells: shortCount(cells), drawn: shortCount(drawn) }) : shortCount(cells)
}

function TreeLegend(): ReactElement {
  const { treeDepth, treeFigures } = useDebug()
  const document = useDocument((state) => state.document)
  const name = treeFigures === null ? null : treeFigures.of === null ? MODE_NAMES.uber : findPiece(document, treeFigures.of)?.name ?? say('debug.tree.any')
  const deepest = Math.max(1, treeFigures?.depth ?? DEEPEST)
  const depth = Math.min(treeDepth, deepest)
  return (
    <section className="legend" aria-label={say('debug.tree')} data-testid="tree-legend">
      <h2>{say('debug.tree')}</h2>
      <p className="legend-unit">{name ?? say('debug.tree.none')}</p>
      <Slider
        aria-label={say('debug.tree.depth.name')}
        thumbLabel={say('debug.tree.depth.name')}
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
          <div><dt>{say('debug.tree.depth')}</dt><dd>{say('debug.tree.depth.of', { depth, deepest: treeFigures.depth })}</dd></div>
          <div><dt>{say('debug.tree.cells')}</dt><dd>{cellsText(treeFigures)}</dd></div>
        </dl>
      )}
      <p className="legend-unit">{say('debug.tree.colours')}</p>
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
