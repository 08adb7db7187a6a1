import { datesOf, type Goal } from './goal.ts'
import { goalsOf } from './goals.ts'
import { median } from './measure.ts'
import { drawPlot, type Line } from './plot.ts'
import type { BenchRow } from './row.ts'
import { round } from './run.ts'

/** What `--report` writes: one document, and the plots that it shows by file name. */
export interface Report {
  readonly markdown: string
  readonly plots: ReadonlyMap<string, string>
}

/** Rows of one file, named after its adapter. */
export interface Results {
  readonly slug: string
  readonly rows: readonly BenchRow[]
  /** Names of picture files, SLUG--WHAT--SCENE.png: comparisons that were looked at. */
  readonly pictures?: readonly string[]
}

/** @param plotFolder  as the document names it */
export function makeReport(results: readonly Results[], plotFolder: string): Report {
  const plots = new Map<string, string>()
  // The goals are set for a software adapter: it comes first.
  const parts = results.toSorted((a, b) => Number(isHardware(a.rows)) - Number(isHardware(b.rows))).map((result) => reportOn(result, (name, plot) => {
    const file = `${result.slug}-${name}.svg`
    plots.set(file, drawPlot(plot))
    return `![${plot.title}](${plotFolder}/${file})`
  }, (file) => `${plotFolder}/${file}`))
  return { markdown: `${INTRODUCTION}\n${parts.join('\n')}`, plots }
}

const INTRODUCTION = `# Benchmarks

Written by \`npm run bench -- --report\` from the rows in \`gpu/bench/results\`; nothing here is edited by hand. How each figure is measured, and how to
measure on another machine: [gpu/bench/README.md](gpu/bench/README.md).

- Figures are medians; in brackets the smallest and the largest repetition. Whoever is compared took turns in one run.
- *Wide*: a repetition was below half of the median, or above twice of it.
- A ratio is ours over the peer's, the median over the turns: of rates above 1 is faster, of times below 1 is.
- *Per CPU-second* is processor time of the whole process: on a software adapter that is what tracing costs, whatever else the machine does.
  On hardware, wall time stands in its place.
- No speed is told where the peer found other hits on the same rays.
`

const isHardware = (rows: readonly BenchRow[]): boolean => rows.some(({ unit }) => ['Mrays/s', 'paths/s', 'ms per frame'].includes(unit))

type AddPlot = (name: string, plot: Parameters<typeof drawPlot>[0]) => string

function reportOn({ slug, rows, pictures = [] }: Results, addPlot: AddPlot, urlOf: (file: string) => string): string {
  const gpu = ['trace/', 'card/', 'picture/'].map((group) => rows.find(({ what }) => what.startsWith(group))?.adapter).find((name) => name !== undefined)
  const cpu = [...new Set(rows.filter(({ what }) => /^(?:build|memory|twin|edit\/re)/.test(what)).map(({ adapter }) => adapter))].join(' and ') || undefined
  const goals = goalsOf(rows)
  const missed = goals.filter(({ isMet }) => !isMet)
  return [
    `\n## ${[gpu, cpu].filter((name) => name !== undefined).join(' on ') || 'Unnamed machine'}\n`,
    `Measured ${datesOf(rows)}.\n`,
    '### Figures to reach\n',
    goals.length === 0 ? 'No rows that a goal speaks of.\n' : goalTable(goals),
    missed.length === 0 ? '' : `\n${missed.length} of ${goals.length} missed: ${missed.map(({ what, goal, found }) => `${what} (${found}; wanted ${goal})`).join('; ')}.\n`,
    describedWide(rows),
    `\nNot measured by this tool, so nothing is claimed of it: ${isHardware(rows) && !hasNative(rows) ? `${NOT_MEASURED}; ${NO_NATIVE}` : NOT_MEASURED}.\n`,
    ...SECTIONS.flatMap((section) => {
      const text = section.make(rows, addPlot)
      return text === '' ? [] : [`\n### ${section.title}\n`, `${section.text}\n`, text]
    }),
    ...(pictures.length === 0 ? [] : ['\n### Pictures\n', 'What it is compared with, what is shown, and where these differ (dark: not at all, yellow: as far as can be).\n']),
    ...pictures.map((file) => {
      const caption = file.slice(slug.length + 2, -'.png'.length).replaceAll('--', ', ').replaceAll('-', ' ')
      return `${caption}\n\n![${caption}](${urlOf(file)})\n`
    }),
  ].join('\n')
}

const NOT_MEASURED = 'the gate over a million rays at three scales (`npm run verify`); how long the main thread is held while trees are built'

const NO_NATIVE = 'what share of a native kernel\'s rays our walks make: such kernels are no part of it and ran on an H100 alone, on other diffuse and shadow rays, where the best made 3.96 times those of three-mesh-bvh'

const NATIVE = /^card\/native-(?:primary|diffuse|shadow)$/
const hasNative = (rows: readonly BenchRow[]): boolean => rows.some(({ what }) => NATIVE.test(what))

function goalTable(goals: readonly Goal[]): string {
  return table(['what', 'goal', 'stretch', 'found', 'over', 'measured', ''], goals.map(({ what, goal, stretch, found, over, measured, isMet, isStretchMet }) =>
    [what, goal, stretch ?? '', found, over, measured, isMet ? isStretchMet === true ? 'met, stretch too' : 'met' : '**missed**']))
}

interface Section {
  readonly title: string
  readonly text: string
  /** @returns Markdown, or '' when no row belongs here */
  make(rows: readonly BenchRow[], addPlot: AddPlot): string
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Closest and any hit against three-mesh-bvh on the GPU',
    text: 'Each scene as one object under the über tree; primary rays of a pinhole, one cosine-distributed ray from each hit, one shadow ray from each hit to a lamp. The peer is `BVHComputeData` of three-mesh-bvh\'s WebGPU entry; it has no any-hit, so its closest hit stands against our any-hit. Million rays.',
    make: (rows) => plain(rows, /^trace\/(?:primary|diffuse|shadow|shadow-any)$/),
  },
  {
    title: 'Rays per second on a card',
    text: 'Each scene as one object, 1920 x 1080 primary rays, and from each hit a cosine-distributed one and a shadow ray to a lamp; timed by the card itself around some 30 ms of dispatches, in turns. "Room for any scene" walks an über tree of one instance with the deepest stacks, "instances" the objects as they stand. The ratio is against the closest hit of three-mesh-bvh\'s `BVHComputeData` on the same rays, by the wall around ten dispatches, for it offers no timestamps. Million rays per second.',
    make: (rows) => plain(rows, /^card\/(?:primary|diffuse|shadow)$/),
  },
  {
    title: 'Rays per second against native kernels',
    text: 'Kernels written in CUDA for this make of card alone (`gpu/bench/peers/native`) on the very same trees and rays, ours and theirs in turns, each timed by the card itself around some 30 ms of dispatches. The ratio is against the fastest of them for those rays, which alone stands here; ours are watertight and theirs are not. "Instances": the objects as they stand, by two levels of trees. Million rays per second.',
    make: (rows) => plain(rows.filter((row) => row.ratio !== null || rows.some(({ what, scene, instances, peer }) => what === row.what && scene === row.scene && instances === row.instances && peer === row.variant)), NATIVE),
  },
  {
    title: 'Frames on a card',
    text: 'Whole frames of the app\'s loop at 1920 x 1080 while the camera moves, every pixel traced, by the card\'s own clock: the sum of their passes (`card/frame`), each of them (`card/pass`), and until the picture was there by the wall (`card/frame-wall`). The raster is our own primary rays; three\'s raster and presentation are not in them. Then paths of the reference in a second, edits until their picture, how a frame grows, and a room in a house of more and more lit rooms, a lamp in each (`card/lamps`), against a house that is this room alone.',
    make: (rows, addPlot) => [
      plain(rows, /^card\/(?:frame|frame-wall|paths|edit)$/), plain(rows, /^card\/pass$/),
      ...[['pixels', 'pixels'], ['lights', 'lights'], ['objects', 'objects'], ['triangles', 'triangles']]
        .map(([name, xLabel]) => series(rows.filter(({ what }) => what === `card/growth-${name}`), addPlot, `growth-${name}`, { title: `Frame time by ${name}`, xLabel, isLogX: true })),
      plain(rows, /^card\/growth-million/), plain(rows, /^card\/lamps/),
    ].filter((text) => text !== '').join('\n'),
  },
  {
    title: 'Share of the adapter\'s ceiling',
    text: 'Steps and tests per ray are counted by the instrumented traversal; with every lane at the same work on cached data this adapter needs 19.5 ns of processor time for a step and 48 ns for a triangle test (by a microbenchmark, +-8 %). Their sum is the tree\'s own ceiling, and the ratio what is reached of it.',
    make: (rows) => plain(rows, /^ceiling\//),
  },
  {
    title: 'CPU twin on one thread against raycastFirst',
    text: 'The same WGSL as JavaScript on one thread, against three-mesh-bvh\'s `raycastFirst` over its SAH tree, on the same rays. Million rays per CPU-second.',
    make: (rows) => plain(rows, /^twin\//),
  },
  {
    title: 'Building',
    text: 'One tree over all triangles of the scene on one thread, against three-mesh-bvh\'s `MeshBVH` with SAH. The medians are there for comparison. On two threads, the processor time of the busier one is taken: that is what two free cores would need.',
    make: (rows) => plain(rows, /^build(?:\/two-threads)?$/, true),
  },
  {
    title: 'What a tree costs a ray',
    text: 'Expected cost by the surface area heuristic; the ratio is against the exact builder\'s tree.',
    make: (rows) => plain(rows, /^tree-cost$/),
  },
  {
    title: 'Memory per traversal (Santos et al. 2011, figure 11)',
    text: 'Bytes per triangle: nodes, references and what the traversal needs besides; then with the 48-byte intersection records. The Asian dragon of the paper is replaced by the scenes here.',
    make: (rows) => {
      const tree = rows.filter(({ what }) => what === 'memory/tree')
      const all = new Map(rows.filter(({ what }) => what === 'memory/all').map((row) => [`${row.scene} ${row.variant}`, row.median]))
      const scenes = [...new Set(tree.map(({ scene }) => scene))]
      const variants = [...new Set(tree.map(({ variant }) => variant))]
      return tree.length === 0 ? '' : table(['', ...scenes], variants.map((variant) => [variant, ...scenes.map((scene) => {
        const row = tree.find((candidate) => candidate.scene === scene && candidate.variant === variant)
        return row === undefined ? '' : `${row.median.toFixed(1)} / ${all.get(`${scene} ${variant}`)?.toFixed(1) ?? ''}`
      })]))
    },
  },
  {
    title: 'Edits',
    text: 'One object moves in "furnished rooms" (rooms of 4 x 4 m, five slabs and fifteen pieces of our catalogue each), or in small_house many times over. `edit/rebuild` is the moved object\'s bounds and the über tree, `edit/set-scene` the whole of the engine\'s answer to a new snapshot, `edit/upload` what the next frame writes. The peers follow the same move: a new `ObjectBVH` over the objects, and `BVHComputeData.updateTransforms`.',
    make: (rows) => plain(rows, /^edit\//),
  },
  {
    title: 'Guides',
    text: 'A piece is dragged through a hall of chairs strewn at random; `guides/step` is what lines it up with walls, edges, middles and equal gaps at one move of the pointer, `guides/begin` what comes before the first. Processor time, by `npm run guides`.',
    make: (rows) => plain(rows, /^guides\//),
  },
  {
    title: 'A row of objects: object list against über tree (Voglsam 2013, table 7.6)',
    text: 'The first object hides the others, or they stand out of view. Million primary rays.',
    make: (rows, addPlot) => ['side', 'front'].map((side) => series(rows.filter(({ what }) => what === `row/${side}`), addPlot, `row-${side}`, { title: `Seen from the ${side}`, xLabel: 'objects in the row', isLogX: true })).filter((text) => text !== '').join('\n'),
  },
  {
    title: 'More objects',
    text: '"Furnished rooms" of 100 to 4,000 objects, seen from the first room. The ratio is against 100 objects.',
    make: (rows) => plain(rows, /^kept\/objects/),
  },
  {
    title: 'More triangles (Santos et al. 2011, figure 14)',
    text: 'The same shape with every triangle split at the middles of its edges, once and twice; it stands in for the paper\'s four models. Million primary rays. A traversal whose data does not fit into one buffer of the adapter is missing.',
    make: (rows, addPlot) => series(rows.filter(({ what }) => what === 'kept/triangles'), addPlot, 'triangles', { title: 'Speed by number of triangles', xLabel: 'triangles', isLogX: true }),
  },
  {
    title: 'Node steps per traversal (Santos et al. 2011, figure 10)',
    text: 'Nodes that a primary ray reads, leaves among them, über tree included.',
    make: (rows) => pivot(rows.filter(({ what }) => what === 'santos/steps'), ({ scene }) => scene, ({ median: value }) => value.toFixed(1)),
  },
  {
    title: 'Time by level of reflection (Santos et al. 2011, figure 13)',
    text: 'The object among four spheres on a plane, all perfect mirrors (it stands in for the Buddha of the paper). All rays of a picture up to a level, traced and not shaded.',
    make: (rows, addPlot) => series(rows.filter(({ what }) => what === 'santos/reflections'), addPlot, 'reflections', { title: 'Time by level of reflection', xLabel: 'levels of reflection' }),
  },
  {
    title: 'Speed by resolution (Santos et al. 2011, figure 15)',
    text: 'On one adapter: the paper used four. Million primary rays.',
    make: (rows) => pivot(rows.filter(({ what }) => what === 'santos/resolution'), ({ scene, detail }) => `${scene} ${detail}`, describedMedian),
  },
  {
    title: 'Rays by kind and resolution (Voglsam 2013, tables 7.2 to 7.5)',
    text: 'The four resolutions keep the thesis\' proportions (640x480, 800x600, 1024x768, 1600x1200), scaled to this run. Rays are traced and not shaded, and shadow rays end at the first hit, which the thesis\' did not; so the light settings of table 7.2, which differ in shading alone, are one row. "full": primary rays, shadow rays to two lights, two bounces. Million rays.',
    make: (rows, addPlot) => [...new Set(rows.filter(({ what }) => what.startsWith('voglsam/')).map(({ scene }) => scene))].map((scene) => {
      const own = rows.filter((row) => row.scene === scene && row.what.startsWith('voglsam/'))
      const rates = own.filter(({ what }) => what !== 'voglsam/full-time').map((row) => ({ ...row, variant: row.what.slice('voglsam/'.length) }))
      return [series(rates, addPlot, `voglsam-${scene}`, { title: `${scene}: rays by kind`, xLabel: 'pixels' }), plain(own, /^voglsam\/full-time$/)].join('\n')
    }).join('\n'),
  },
  {
    title: 'Whole frames',
    text: 'From a moved camera to the first whole picture in full resolution, the app\'s own passes, with primary rays in place of the raster; a quick picture that the engine shows before it counts too.',
    make: (rows) => plain(rows, /^frame$/),
  },
  {
    title: 'Mirrored rays: compacted, in a loop, in stages, by a work queue',
    text: 'Shading and reflecting one full sample, with the rays of each bounce compacted, followed in one kernel that loops or in stages, or taken from a persistent queue. The ratio is against compacting.',
    make: (rows, addPlot) => [...new Set(rows.filter(({ what }) => what === 'frame/secondary-rays').map(({ scene }) => scene))]
      .map((scene) => series(rows.filter((row) => row.what === 'frame/secondary-rays' && row.scene === scene), addPlot, `secondary-rays-${scene}`, { title: 'Mirrored rays', xLabel: 'bounces' })).join('\n'),
  },
  {
    title: 'The frame at rest, and walking, against the reference',
    text: 'Mean FLIP of what the app shows against path-traced pictures with as many samples and bounces. At rest the frame draws the reference\'s own numbers, so what differs is not noise; beside it stand the frame against a reference with other numbers, and two references, whose noise alone differs. A dragged piece\'s picture around the place that it was taken from stands against that of a scene in which it has stood for a while, both means over many drags. A view that stands has each of its pictures compared with the one before. Views that open with nothing known of their light have bright spots counted in their 4th, 6th and 10th frames.',
    make: (rows) => plain(rows, /^picture\/(?:rest|moving|standing|cold|quick|drag)$/),
  },
  {
    title: 'The reference by its samples',
    text: 'The room of mirrors: mean FLIP against four times the most samples, paths in a second, and how long a still of 640 x 360 takes until twice its samples would change it by less than 0.02.',
    make: (rows, addPlot) => [series(rows.filter(({ what }) => what === 'picture/samples'), addPlot, 'picture-samples', { title: 'FLIP by samples', xLabel: 'samples', isLogX: true }), plain(rows, /^picture\/(?:rate|clean)$/)].filter((text) => text !== '').join('\n'),
  },
  {
    title: 'How the reference converges',
    text: 'Mean FLIP and the mean squared relative error (relMSE: without the worst 0.5 % of pixels, free of the noise of the reference itself, which comes in two halves) of pictures of few samples against many, from the first view of each scene; seconds beside them.',
    make: (rows) => plain(rows, /^picture\/converge$/),
  },
  {
    title: 'Denoised pictures',
    text: 'Mean FLIP and relMSE of pictures of few samples as the denoiser leaves them, and as they were, from the first view of each scene, against many samples; and how long whole pictures take.',
    make: (rows) => plain(rows, /^picture\/denoise(?:d|-time)$/),
  },
  {
    title: 'Lamps in a house',
    text: 'A room in a house of 10 to 10,000 lit rooms, by shining triangles and by lamps: seconds for its samples, and the relMSE that they leave.',
    make: (rows) => plain(rows, /^picture\/lamps$/),
  },
  {
    title: 'Passes of a frame of 640 x 360',
    text: 'Milliseconds of the adapter by pass, and of whole frames; what a picture in fewer pixels saves while input arrives.',
    make: (rows) => plain(rows, /^picture\/(?:pass|adaptive)$/),
  },
  {
    title: 'Other renderers',
    text: 'The reference against other programs on the same scene, radiance for radiance; FLIP of what our tone curve shows of both. gpu/bench/pictures/README.md says how their light is made ours, and which differences are theirs.',
    make: (rows) => plain(rows, /^picture\/(?:povray|cycles)$/),
  },
  {
    title: 'Cubes (Stephan 2021, figures 12 to 16)',
    text: 'Frames of cubes on a floor, every third one a mirror; 17 cubes, 9 point lights and depth 3 unless the series says otherwise, as in the paper, at a lower resolution. Samples per pixel are the path tracer\'s, the other series the real-time frame\'s. Figures 17 and 18 are counters of the graphics card that WebGPU does not offer.',
    make: (rows, addPlot) => [['objects', 'cubes'], ['lights', 'lights'], ['resolution', 'pixels'], ['depth', 'bounces'], ['samples', 'samples per pixel']]
      .map(([name, xLabel]) => series(rows.filter(({ what }) => what === `cubes/${name}`), addPlot, `cubes-${name}`, { title: `Frame time by ${name}`, xLabel, isLogX: name === 'objects' || name === 'lights' })).filter((text) => text !== '').join('\n'),
  },
  {
    title: 'Cubes: CPU against GPU (Stephan 2021)',
    text: 'The same primary rays through the twin on one thread and on the adapter. On a software adapter both are the CPU.',
    make: (rows, addPlot) => series(rows.filter(({ what }) => what === 'cubes/processors'), addPlot, 'cubes-processors', { title: 'CPU against GPU', xLabel: 'rays', isLogX: true }),
  },
]

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')}\n`
}

function describedMedian(row: BenchRow): string {
  const { median: value, spread: [low, high], repetitions } = row
  return repetitions === 1 ? round(value) : `${round(value)} (${round(low)}-${round(high)}${isWide(row) ? ', wide' : ''})`
}

/** Whether a turn took half as long as the median or twice as long: something else took part in it. What takes no time that a clock shows is not. */
const isWide = ({ median: value, spread: [low, high] }: BenchRow): boolean => value > 0 && (low < value / 2 || high > 2 * value)

/** Which rows to take with care, by what they measure; '' where there are none. */
function describedWide(rows: readonly BenchRow[]): string {
  const wide = rows.filter(isWide)
  if (wide.length === 0) return ''
  const names = [...new Set(wide.map(({ what }) => what))].map((what) => `${what} (${wide.filter((row) => row.what === what).length})`)
  return `\nOf ${rows.length} rows ${wide.length} are wide, take them with care: ${names.join(', ')}.\n`
}

/** One line per row. @param tellsMachine  where the rows come from several */
function plain(rows: readonly BenchRow[], what: RegExp, tellsMachine = false): string {
  const found = rows.filter((row) => what.test(row.what))
  if (found.length === 0) return ''
  const isMixed = tellsMachine && new Set(found.map(({ adapter }) => adapter)).size > 1
  return table(['scene', 'triangles', 'what', 'variant', 'median', 'unit', 'ratio', 'peer', 'turns', 'detail'], found.map((row) => [
    row.scene, row.triangles.toLocaleString('en'), row.x === null || row.x === row.instances ? row.what : `${row.what} at ${row.x}`, row.variant, describedMedian(row), row.unit,
    row.ratio === null ? '' : round(row.ratio), row.peer ?? '', row.repetitions === 1 ? '' : String(row.repetitions),
    [...row.instances > 1 ? [`${row.instances} instances`] : [], row.detail, ...isMixed ? [row.adapter] : []].filter((part) => part !== '' || !isMixed).join('; '),
  ]))
}

/** Variants down, `column` across. */
function pivot(rows: readonly BenchRow[], column: (row: BenchRow) => string, cell: (row: BenchRow) => string): string {
  if (rows.length === 0) return ''
  const columns = [...new Set(rows.map(column))]
  const variants = [...new Set(rows.map(({ variant }) => variant))]
  return table([rows[0].unit, ...columns], variants.map((variant) => [variant, ...columns.map((name) => {
    const row = rows.find((candidate) => candidate.variant === variant && column(candidate) === name)
    return row === undefined ? '' : cell(row)
  })]))
}

/** A table of variants by x, and its plot. */
function series(rows: readonly BenchRow[], addPlot: AddPlot, name: string, { title, xLabel, isLogX }: { title: string; xLabel: string; isLogX?: boolean }): string {
  const placed = rows.filter((row) => row.x !== null).toSorted((a, b) => a.x! - b.x!)
  if (placed.length === 0) return ''
  const variants = [...new Set(rows.map(({ variant }) => variant))]
  const lines: Line[] = variants.map((variant) => ({
    name: variant,
    points: placed.filter((row) => row.variant === variant).map((row) => ({ x: row.x!, y: row.median, low: row.spread[0], high: row.spread[1] })),
  }))
  const tallest = (line: Line) => median(line.points.map(({ y }) => y))
  const plot = addPlot(name, { title: `${title}, ${placed[0].scene}`, xLabel, yLabel: placed[0].unit, isLogX, lines: lines.toSorted((a, b) => tallest(b) - tallest(a)) })
  const grown = lines.filter(({ points }) => new Set(points.map(({ x }) => x)).size > 1)
  const growth = isLogX !== true || grown.length === 0 ? '' : `\n\nExponents: ${grown.map((line) => `${line.name} ${exponentOf(line.points).toFixed(2)}`).join('; ')}.`
  return `${plot}\n\n${pivot(placed, ({ x }) => `${x!.toLocaleString('en')} ${xLabel}`, describedMedian)}${growth}`
}

/** The exponent e of y = c x^e that lies nearest to the points, by least squares of logarithms. */
export function exponentOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const logs = points.map(({ x, y }) => [Math.log(x), Math.log(y)] as const)
  const mean = (k: 0 | 1) => logs.reduce((sum, each) => sum + each[k], 0) / logs.length
  const [mx, my] = [mean(0), mean(1)]
  return logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
}
