import { PerspectiveCamera } from 'three'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine, FrameInput, FrameLoop, FrameReport } from '../../gpu/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { useDocument } from '../document/store.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { useNotices } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import type { Composite } from './composite.ts'
import { createFrameDriver, type FrameDriver } from './frame-driver.ts'
import type { GBufferRasterizer } from './gbuffer.ts'

/** A frame loop that needs three steps for every picture, and animation frames that come when asked for. */
function createStage() {
  const updates: FrameInput[] = []
  const stage = { updates, steps: 0, left: 0, composed: 0, failure: null as unknown, asked: 0 }
  const report = (): FrameReport => ({
    passMs: { gbuffer: 0, shade: 0, reflect: 0, irradiance: 0, denoise: 0, edges: 0, tonemap: 0 }, frameMs: 0, rays: { shadow: 0, reflection: 0 }, width: 1, height: 1,
    samples: 0, samplesWanted: 8, uberBuildMs: 0, instances: 0, triangles: 0, region: null, heat: null, executor: { kind: 'gpu', threads: 0 }, traversal: 'standard-8', exposureEv: 5,
  })
  let current = report()
  const frameLoop = {
    output: {} as GPUTexture, gbuffer: null, get report() { return current }, dispose: () => undefined,
    update(input: FrameInput) {
      updates.push(input)
      stage.left = 3
    },
    step() {
      stage.steps++
      if (stage.left > 0 && --stage.left === 0) current = report()
      return Promise.resolve(stage.left > 0 ? 'working' as const : 'idle' as const)
    },
    denoiseRest: () => undefined,
    readRadiance: () => Promise.resolve(null),
  } satisfies FrameLoop
  const trees = { isBuilding: false, ready: Promise.resolve() }
  const engine = { setScene: () => undefined, slotOf: () => null, get isBuilding() { return trees.isBuilding }, treesReady: () => trees.ready } as unknown as Engine
  const composite = { setMarks: () => undefined, render: () => stage.composed++, hasOverlay: false, readsRaster: false, dispose: () => undefined } as unknown as Composite
  const rasterizer = { camera: null, setScene: () => undefined, showOverlays: () => undefined } as unknown as GBufferRasterizer
  const driver: FrameDriver = createFrameDriver({
    engine, frameLoop, composite, rasterizer,
    camera: new PerspectiveCamera(),
    canvasSize: () => ({ width: 320, height: 180 }),
    invalidate: () => { stage.asked++ },
    onScene: () => undefined,
    onFailure: (error) => { stage.failure = error },
  })
  /** Runs animation frames for as long as anyone asks for them. */
  async function play(): Promise<void> {
    let quiet = 0
    while (quiet < 5) {
      if (stage.asked > 0) {
        stage.asked = 0
        quiet = 0
        driver.frame()
      } else quiet++
      await vi.advanceTimersByTimeAsync(16)
    }
  }
  stage.asked = 1
  return { stage, trees, driver, play }
}

describe('the frame driver', () => {
  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  test('draws a picture, settles, and then leaves the GPU alone', async () => {
    const { stage, driver, play } = createStage()
    await play()
    expect(useInteraction.getState().settled).toBe(true)
    const { steps, composed } = stage
    await vi.advanceTimersByTimeAsync(5000)
    expect([stage.steps, stage.composed, stage.asked]).toEqual([steps, composed, 0])
    driver.dispose()
  })

  test('who waits for the final picture is told when the device goes before it is there', async () => {
    const { driver } = createStage()
    const told = driver.settled()
    await vi.advanceTimersByTimeAsync(100)
    driver.dispose()
    expect(await told).toBe(false)
  })

  test('tells the engine that input arrives, and soon after that it has stopped', async () => {
    const { stage, driver, play } = createStage()
    await play()
    useInteraction.setState(({ pose }) => ({ pose: { ...pose, position: [9, 1, 0] } }))
    expect(useInteraction.getState().settled).toBe(false)
    await play()
    expect(stage.updates.at(-1)).toMatchObject({ interacting: true, camera: { position: [9, 1, 0] } })
    await vi.advanceTimersByTimeAsync(300)
    await play()
    expect(stage.updates.at(-1)).toMatchObject({ interacting: false })
    expect(useInteraction.getState().settled).toBe(true)
    driver.dispose()
  })

  test.each([
    ['an edit on a card, whose pictures go on moving', false, ['edit'], false],
    ['an edit where a program or the processor draws', true, ['edit'], true],
    ['an edit on a card behind a lens, where none go on', false, ['lens', 'edit'], true],
    ['a movement of the camera on a card', false, ['move'], true],
    ['a movement and an edit just after it', false, ['move', 'edit'], true],
  ])('whether input still arrives a sixth of a second after %s: a program draws %s, %j, %s', async (_, software, inputs, isLate) => {
    const { stage, driver, play } = createStage()
    const { adapter, settings } = useInteraction.getState()
    useInteraction.setState({ adapter: { software } as typeof adapter, settings: { ...settings, method: 'hybrid', indirect: true } })
    const { pose } = useInteraction.getState()
    if (inputs[0] === 'lens') useInteraction.setState({ pose: { ...pose, lens: { on: true, fNumber: 2, focusDistance: 3 } } })
    await play()
    await vi.advanceTimersByTimeAsync(400)
    for (const input of inputs.filter((each) => each !== 'lens')) {
      useInteraction.setState((state) => (input === 'move' ? { pose: { ...state.pose, position: [state.pose.position[0] + 1, 1, 0] } } : { settings: { ...state.settings, bounces: state.settings.bounces + 1 } }))
    }
    driver.frame()
    expect(stage.updates.at(-1)).toMatchObject({ interacting: true })
    await vi.advanceTimersByTimeAsync(165)
    driver.frame()
    expect(stage.updates.at(-1)).toMatchObject({ interacting: isLate })
    driver.dispose()
    useInteraction.setState({ adapter, settings, pose })
  })

  test('a picture begun while input arrived is not the final one, however late it is complete', async () => {
    const { stage, driver, play } = createStage()
    await play()
    useInteraction.setState(({ pose }) => ({ pose: { ...pose, position: [7, 1, 0] } }))
    driver.frame()
    // The window was busy: input has long ended, and the timer that says so has not had its turn.
    const later = performance.now() + 300
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    expect(stage.left).toBe(0)
    expect(useInteraction.getState().settled).toBe(false)
    clock.mockRestore()
    await vi.advanceTimersByTimeAsync(300)
    await play()
    expect(stage.updates.at(-1)).toMatchObject({ interacting: false })
    expect(useInteraction.getState().settled).toBe(true)
    driver.dispose()
  })

  test('a picture that lacks what has no tree yet is not the final one', async () => {
    const { trees, driver, play } = createStage()
    let built = (): void => undefined
    Object.assign(trees, { isBuilding: true, ready: new Promise<void>((resolve) => { built = resolve }) })
    await play()
    await vi.advanceTimersByTimeAsync(5000)
    expect(useInteraction.getState().settled).toBe(false)
    trees.isBuilding = false
    driver.sceneImproved()
    built()
    await vi.advanceTimersByTimeAsync(0)
    expect(useInteraction.getState().settled).toBe(false)
    await play()
    expect(useInteraction.getState().settled).toBe(true)
    driver.dispose()
  })

  test.each([['after the picture', true], ['before it', false]])('a tree that cannot be built is told, and the picture without it is the final one: known %s', async (_, isBuilding) => {
    const { trees, driver, play } = createStage()
    useNotices.setState({ notices: [] })
    Object.assign(trees, { isBuilding, ready: Promise.reject(new AtriumError('scene-invalid', 'too flat')) })
    await play()
    expect(useInteraction.getState().settled).toBe(true)
    expect(useNotices.getState().notices.map(({ detail }) => detail)).toEqual([expect.stringContaining('too flat')])
    driver.dispose()
  })

  test('measures the time from an input to its picture', async () => {
    const { driver, play } = createStage()
    await play()
    useInteraction.setState(({ pose }) => ({ pose: { ...pose, position: [8, 1, 0] } }))
    await play()
    expect(driver.statistics.inputToPictureMs).toHaveLength(1)
    driver.dispose()
  })

  test('waits for the picture when asked whether it has settled', async () => {
    const { driver, play } = createStage()
    let settled = false
    void driver.settled().then(() => { settled = true })
    await vi.advanceTimersByTimeAsync(50)
    expect(settled).toBe(false)
    await play()
    await vi.advanceTimersByTimeAsync(50)
    expect(settled).toBe(true)
    driver.dispose()
  })

  test('goes on drawing while a fan turns, and settles when animation is switched off', async () => {
    const { stage, driver, play } = createStage()
    const fan = {
      id: 'fan', name: 'Fan', asset: 'a', part: 'all', position: [0, 2, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'ceiling',
      hidden: false, locked: false, motion: { axis: [0, 1, 0], speed: 1 },
    } as const
    useDocument.getState().replace({ ...emptyDocument(), pieces: [fan] })
    useInteraction.setState(({ settings }) => ({ settings: { ...settings, animation: true } }))
    const animate = (frames: number): Promise<void> => (async () => {
      for (let i = 0; i < frames; i++) {
        if (stage.asked > 0) {
          stage.asked = 0
          driver.frame()
        }
        await vi.advanceTimersByTimeAsync(16)
      }
    })()
    await animate(20)
    const before = stage.updates.length
    await animate(60)
    expect(stage.updates.length).toBeGreaterThan(before + 3)
    expect(stage.updates.at(-1)).toMatchObject({ interacting: true })
    expect(useInteraction.getState().settled).toBe(false)
    useInteraction.setState(({ settings }) => ({ settings: { ...settings, animation: false } }))
    await play()
    await vi.advanceTimersByTimeAsync(400)
    await play()
    expect(useInteraction.getState().settled).toBe(true)
    useDocument.getState().replace(emptyDocument())
    driver.dispose()
  })

  test('does nothing any more once it is disposed of, and leaves no report to take for a picture', async () => {
    const { stage, driver, play } = createStage()
    await play()
    expect(useInteraction.getState().report).not.toBeNull()
    driver.dispose()
    expect(useInteraction.getState().report).toBeNull()
    useInteraction.setState(({ pose }) => ({ pose: { ...pose } }))
    const { steps } = stage
    await vi.advanceTimersByTimeAsync(500)
    expect(stage.steps).toBe(steps)
  })
})
