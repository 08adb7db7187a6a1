/**
 * Line plots as SVG text that is light or dark as the reader's system is. Written by hand, as it is one kind of plot: the plotting
 * libraries that draw without a browser want a stand-in for its document, which is more to install than this is to read.
 */
export interface Plot {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  readonly isLogX?: boolean
  readonly lines: readonly Line[]
}

export interface Line {
  readonly name: string
  /** In order of x; low and high are the spread. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly low?: number; readonly high?: number }[]
}

const WIDTH = 720
const HEIGHT = 360
const MARGIN = { left: 64, right: 190, top: 40, bottom: 48 }
/** Told apart on white and on black, and by dashes where colours fail. */
const COLORS = ['#3b7dd8', '#d1662b', '#2f9e62', '#b3509c', '#8a7a1f', '#1f95a3', '#c8435a', '#7566d6', '#6d8b2f', '#9a6a4a', '#7f8790']
const DASHES = ['', '6 3', '2 3']

/** @returns the whole file */
export function drawPlot({ title, xLabel, yLabel, isLogX = false, lines }: Plot): string {
  const all = lines.flatMap(({ points }) => points)
  const xs = all.map(({ x }) => x)
  const top = Math.max(...all.map(({ y, high }) => high ?? y), 1e-12)
  const yTicks = ticks(0, top)
  const yMax = Math.max(top, yTicks.at(-1)!)
  const [xLow, xHigh] = [Math.min(...xs), Math.max(...xs)]
  const scaled = (x: number) => (isLogX ? Math.log(x) : x)
  const span = scaled(xHigh) - scaled(xLow) || 1
  const px = (x: number) => MARGIN.left + ((scaled(x) - scaled(xLow)) / span) * (WIDTH - MARGIN.left - MARGIN.right)
  const py = (y: number) => HEIGHT - MARGIN.bottom - (y / yMax) * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const at = (x: number, y: number) => `${px(x).toFixed(1)} ${py(y).toFixed(1)}`
  const xTicks = isLogX ? thinned([...new Set(xs)].toSorted((a, b) => a - b), px) : ticks(xLow, xHigh)
  const grid = [
    ...yTicks.map((y) => `<path class="grid" d="M${MARGIN.left} ${py(y).toFixed(1)}H${WIDTH - MARGIN.right}"/><text x="${MARGIN.left - 8}" y="${(py(y) + 4).toFixed(1)}" text-anchor="end">${label(y)}</text>`),
    ...xTicks.map((x) => `<path class="grid" d="M${px(x).toFixed(1)} ${HEIGHT - MARGIN.bottom}v5"/><text x="${px(x).toFixed(1)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${label(x)}</text>`),
  ]
  const names = spaced(lines.map(({ points }) => py(points.at(-1)!.y)))
  const drawn = lines.map(({ name, points }, i) => {
    const style = `stroke="${COLORS[i % COLORS.length]}" stroke-dasharray="${DASHES[Math.floor(i / COLORS.length) % DASHES.length]}"`
    const spread = points.filter(({ low, high }) => low !== undefined && high !== undefined).map(({ x, low, high }) => `M${at(x, low!)}L${at(x, high!)}`).join('')
    const last = points.at(-1)!
    const end = WIDTH - MARGIN.right
    return [
      spread === '' ? '' : `<path ${style} class="spread" d="${spread}"/>`,
      `<path ${style} class="line" d="M${points.map(({ x, y }) => at(x, y)).join('L')}"/>`,
      ...points.map(({ x, y }) => `<circle cx="${px(x).toFixed(1)}" cy="${py(y).toFixed(1)}" r="2.6" fill="${COLORS[i % COLORS.length]}"/>`),
      `<path ${style} class="leader" d="M${at(last.x, last.y)}L${end + 10} ${names[i].toFixed(1)}h6"/><text x="${end + 20}" y="${(names[i] + 4).toFixed(1)}">${escaped(name)}</text>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>
  .paper { fill: #ffffff } text { fill: #24292f; font: 12px system-ui, sans-serif } .title { font-size: 14px; font-weight: 600 } .grid { stroke: #d5dae0; fill: none }
  .line { fill: none; stroke-width: 2 } .spread { stroke-width: 6; opacity: 0.25; fill: none } .leader { fill: none; opacity: 0.6 }
  @media (prefers-color-scheme: dark) { .paper { fill: #0d1117 } text { fill: #d7dde4 } .grid { stroke: #30363d } }
</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
<text class="title" x="${MARGIN.left}" y="22">${escaped(title)}</text>
${[...grid, ...drawn].join('\n')}
<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(xLabel)}</text>
<text transform="translate(16 ${(MARGIN.top + HEIGHT - MARGIN.bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>
</svg>
`
}

/** Round numbers from low to high, about five. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 5 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** Those that have room for a label. */
function thinned(values: readonly number[], px: (x: number) => number): number[] {
  const kept: number[] = []
  for (const value of values) if (kept.length === 0 || px(value) - px(kept.at(-1)!) > 34) kept.push(value)
  return kept
}

/** Heights of labels near the given ones, 14 apart at least, in the same order. */
function spaced(heights: readonly number[]): number[] {
  const order = heights.map((_, i) => i).toSorted((a, b) => heights[a] - heights[b])
  const placed = [...heights]
  order.forEach((i, rank) => { if (rank > 0) placed[i] = Math.max(placed[i], placed[order[rank - 1]] + 14) })
  const over = Math.max(0, (placed[order.at(-1)!] ?? 0) - (HEIGHT - 12))
  if (over === 0) return placed
  // Too low: the last stays at the edge, those before make room.
  let limit = HEIGHT - 12
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i], limit)
    limit = placed[i] - 14
  }
  return placed
}

function label(value: number): string {
  if (Math.abs(value) >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`
  if (Math.abs(value) >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`
  return String(Number(value.toPrecision(3)))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
