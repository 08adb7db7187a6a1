import type { FrameInput } from '../../frame/frame.ts'
import type { Camera } from '../../scene.ts'
import { checkBudget, type Experiment, type Finding, timeRow } from '../bench.ts'
import { interleave, WALL_CLOCK } from '../measure.ts'
import { experiment, FRAME, METHODS, whatOf } from '../pictures/picture-bench.ts'
import type { Pictures, Shot } from '../pictures/picture-kit.ts'
import type { PictureSource } from '../pictures/picture-scenes.ts'

/** Who may trace a frame: the adapter, and where that is a program, the processor's threads. */
const executorsOf = ({ cpu }: Pictures) => [{ suffix: '', cpu: undefined }, ...(cpu === undefined ? [] : [{ suffix: ', processor’s threads', cpu }])]

/** What each pass of a whole frame costs. */
export function passRows(source: PictureSource): Experiment {
  return experiment('passes', 4, source, async (pictures, scene, bench, budgetMs) => {
    const { loop } = pictures
    const findings: Finding[] = []
    const ways = METHODS.flatMap((method) => executorsOf(pictures).map((executor) => ({ method, ...executor })))
    for (const { method, suffix, cpu } of ways) {
      const passes: Record<string, number[]> = {}
      let turn = 0
      const run = async () => {
        await wholeFrame(loop, { camera: aside(scene.views[0].camera, turn++), settings: { ...scene.settings, method }, ...FRAME, cpu })
        for (const [pass, ms] of Object.entries(loop.report.passMs)) (passes[pass] ??= []).push(ms)
      }
      checkBudget(await timeSecond(run), budgetMs / ways.length, 3)
      for (const series of Object.values(passes)) series.length = 1
      const { frame } = await interleave([{ name: 'frame', run }], { clock: bench.clock, budgetMs: budgetMs / ways.length, repetitions: [3, 9] })
      const what = { ...whatOf(scene, bench), detail: `${FRAME.width}x${FRAME.height}, ${scene.settings.bounces} bounces` }
      // Neither the pilot nor the turn that does not count.
      for (const [pass, ms] of Object.entries(passes)) findings.push(timeRow({ ...what, what: 'picture/pass', variant: `${method}${suffix}: ${pass}` }, WALL_CLOCK, ms.slice(2)))
      findings.push(timeRow({ ...what, what: 'picture/pass', variant: `${method}${suffix}: whole frame` }, bench.clock, frame))
    }
    return findings
  })
}

/** Milliseconds of the second time: the first one compiles. */
async function timeSecond(run: () => Promise<void>): Promise<number> {
  await run()
  const start = performance.now()
  await run()
  return performance.now() - start
}

async function wholeFrame(loop: Pictures['loop'], shot: Shot & Pick<FrameInput, 'cpu'>): Promise<void> {
  const before = loop.report
  loop.update({ ...shot, interacting: false })
  do await loop.step()
  while (loop.report === before || loop.report.samples < 1 || loop.report.width < shot.width)
}

/** A hair's breadth aside: another picture, as hard as the one before. */
function aside(camera: Camera, turn: number): Camera {
  return { ...camera, position: [camera.position[0] + 1e-4 * (1 + (turn % 50)), camera.position[1], camera.position[2]] }
}

/** What a picture at once, in as few pixels as fit into 150 ms, saves against a whole one. */
export function adaptiveRows(source: PictureSource): Experiment {
  return experiment('adaptive', 4, source, async (pictures, scene, bench, budgetMs) => {
    const { loop } = pictures
    const findings: Finding[] = []
    const executors = executorsOf(pictures)
    for (const { suffix, cpu } of executors) {
      let turn = 0
      let width = 0
      const shotOf = () => ({ camera: aside(scene.views[0].camera, turn++), settings: { ...scene.settings, method: 'hybrid' as const }, ...FRAME, cpu })
      checkBudget(await timeSecond(() => wholeFrame(loop, shotOf())), budgetMs / executors.length, 3)
      const series = await interleave([
        {
          name: 'adaptive',
          async run() {
            const before = loop.report
            loop.update({ ...shotOf(), interacting: true })
            do await loop.step()
            while (loop.report === before)
            width = loop.report.width
          },
        },
        { name: 'whole', run: () => wholeFrame(loop, shotOf()) },
      ], { clock: bench.clock, budgetMs: budgetMs / executors.length, repetitions: [3, 9] })
      const what = { ...whatOf(scene, bench), what: 'picture/adaptive' }
      findings.push(
        timeRow({ ...what, variant: `hybrid, while input arrives${suffix}`, peer: 'a whole frame', detail: `${width} of ${FRAME.width} pixels across` }, bench.clock, series.adaptive, series.whole, 'frame'),
        timeRow({ ...what, variant: `hybrid, whole${suffix}`, detail: `${FRAME.width}x${FRAME.height}` }, bench.clock, series.whole, undefined, 'frame'),
      )
    }
    return findings
  })
}
