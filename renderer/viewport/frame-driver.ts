import type { PerspectiveCamera } from 'three/webgpu'
import type { CpuExecutor, Engine, FrameLoop, FrameReport, SceneSnapshot } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { reportError } from '../errors/notices.ts'
import { shownBy } from '../interaction/exposure.ts'
import { tracedIndirect } from '../interaction/quick-light.ts'
import { type CameraPose, useInteraction } from '../interaction/store.ts'
import type { ViewportStatistics } from '../interaction/viewport.ts'
import { thinLens } from '../navigation/lens.ts'
import { cameraOf, type Size } from '../navigation/projection.ts'
import { useAssets } from '../project/assets.ts'
import { useShell } from '../shell/shell.ts'
import type { Composite } from './composite.ts'
import { createComposePace, createFrameSteps } from './frame-steps.ts'
import type { GBufferRasterizer } from './gbuffer.ts'
import { createInputArrival, createInputLatency, EDITING_MS, INTERACTING_MS } from './input-timing.ts'
import { applyCamera } from './overlay-camera.ts'
import { createSettled } from './settled.ts'
import { createShownScene } from './shown-scene.ts'

export interface FrameDriver {
  /** Called once per animation frame that something asked for. */
  frame(): void
  /** Handles or markers changed: the same picture is composed anew. */
  overlayChanged(): void
  /** A tree became ready: the picture would now be another one. */
  sceneImproved(): void
  /** From now on brute force may take so long for a picture, milliseconds. */
  setPatience(patienceMs: number): void
  /** The scene as the engine last took it. */
  readonly snapshot: SceneSnapshot | null
  /** Resolves when the picture is final; false: the driver was disposed of before it was. */
  settled(): Promise<boolean>
  readonly statistics: Pick<ViewportStatistics, 'frames' | 'inputToPictureMs'>
  dispose(): void
}

interface Parts {
  readonly engine: Engine
  readonly frameLoop: FrameLoop
  readonly rasterizer: GBufferRasterizer
  readonly composite: Composite
  /** three's camera, for the overlays. */
  readonly camera: PerspectiveCamera
  /** Device pixels. */
  readonly canvasSize: () => Size
  /** Asks for an animation frame. */
  readonly invalidate: () => void
  /** Once per new scene, before it is drawn. */
  readonly onScene: (snapshot: SceneSnapshot) => void
  /** Who traces instead of the GPU; undefined: nobody. */
  readonly executor?: () => CpuExecutor | undefined
  /** The GPU refuses to go on. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Ties the stores to the engine: document and camera in, pictures out, report back. Nothing runs while nothing changes:
 * when the picture is final no animation frame is asked for and no GPU work is submitted.
 */
export function createFrameDriver(parts: Parts): FrameDriver {
  const { engine, frameLoop, rasterizer, composite, camera, canvasSize, invalidate } = parts
  const stop = new AbortController()
  const { signal } = stop
  const scene = createShownScene(parts)
  const settled = createSettled(() => engine.treesReady())
  const arrival = createInputArrival(wake)
  const latency = createInputLatency()
  const pace = createComposePace()
  const steps = createFrameSteps({ frameLoop, pace, signal, invalidate, onStep: takeReport, onProgress: showProgress, onComplete: pictureComplete, onFailure: (error) => parts.onFailure(error) })
  /** The canvas shows something older than it could. */
  let composeDirty = true
  /** undefined: the engine's own. */
  let patienceMs: number | undefined
  let frames = 0
  let shownSize: Size = { width: 0, height: 0 }
  /** The frame loop was last told so: what it ends with is not the final picture, however late it is by now. */
  let isInteracting = false
  /** Nothing is left to draw of what the engine can trace so far. */
  let isComplete = false
  let shownReport: FrameReport | null = null

  function beginAnew(): void {
    steps.refresh()
    isComplete = false
    settled.set(false)
  }

  function wake(): void {
    beginAnew()
    invalidate()
  }

  function composeAnew(): void {
    composeDirty = true
    invalidate()
  }

  const unwatch = watchStores({
    inputArrived(isMove) {
      const now = performance.now()
      latency.arrived(now)
      arrival.arrived(now, isMove || !warmsUp() ? INTERACTING_MS : EDITING_MS)
      wake()
    },
    sceneChanged: () => scene.sceneChanged(),
    animationSwitched: () => scene.restartAnimation(),
    marksChanged() {
      scene.marksChanged()
      composeAnew()
    },
  })

  /** Takes note of a picture completed since the last look. */
  function takeReport(): void {
    const { report } = frameLoop
    if (report === shownReport) return
    shownReport = report
    composeDirty = true
    latency.completed(report)
    useInteraction.setState({ report })
    invalidate()
  }

  function showProgress(): void {
    if (pace.isDue()) composeAnew()
  }

  /** What moves by itself goes on to where it is by now. */
  function pictureComplete(): void {
    if (scene.isAnimating()) {
      scene.sceneChanged()
      arrival.prolong()
      wake()
      return
    }
    composeAnew()
    if (isInteracting) return
    isComplete = true
    if (!engine.isBuilding) settled.set(true)
    void waitForTrees()
  }

  /** Mirrors and shadows lack what has no tree yet. One that is ready begins a new picture; one that cannot be built leaves this one the last. */
  async function waitForTrees(): Promise<void> {
    await engine.treesReady().catch(reportError)
    if (isComplete && !signal.aborted) settled.set(true)
  }

  function takeSize(size: Size): void {
    if (size.width === shownSize.width && size.height === shownSize.height) return
    shownSize = size
    composeDirty = true
    beginAnew()
  }

  /** While the next picture is on its way the canvas keeps the last one: composing it again would only take GPU time. */
  function compose(pose: CameraPose, size: Size): void {
    if (!composeDirty) return
    composeDirty = false
    applyCamera(camera, rasterizer.camera ?? cameraOf(pose), size)
    composite.render(frameLoop.output)
    frames++
    pace.composed()
    latency.composed()
  }

  return {
    get snapshot() { return scene.snapshot },
    get statistics() { return { frames, inputToPictureMs: latency.inputToPictureMs } },
    sceneImproved: wake,
    setPatience(wanted) {
      patienceMs = wanted
      wake()
    },
    overlayChanged: composeAnew,
    frame() {
      if (signal.aborted) return
      scene.update()
      const { pose, settings } = useInteraction.getState()
      const size = canvasSize()
      takeSize(size)
      steps.update(() => {
        latency.handedOver(frameLoop.report)
        isInteracting = arrival.isRecent()
        const cpu = parts.executor?.()
        const indirect = tracedIndirect(settings, { adapter: useInteraction.getState().adapter, byThreads: cpu !== undefined })
        return { camera: cameraOf(pose), settings: { ...settings, exposure: shownBy(settings), indirect }, ...size, interacting: isInteracting, cpu, patienceMs, edgeSamples: useShell.getState().edgeSamples }
      })
      rasterizer.showOverlays(composite.readsRaster)
      steps.run()
      compose(pose, size)
    },
    settled: () => settled.wait(),
    dispose() {
      stop.abort()
      arrival.dispose()
      unwatch()
      settled.dispose()
      // What shows the room next waits for a first picture again, and says so.
      useInteraction.setState({ report: null })
    },
  }
}

/** On a card pictures that look indirect light up move first, after each change; none do behind a lens. */
function warmsUp(): boolean {
  const { adapter, settings, pose } = useInteraction.getState()
  return adapter?.software === false && settings.method === 'hybrid' && settings.indirect && thinLens(pose) === undefined
}

interface StoreListeners {
  /** The picture would now be another one: the camera moved, or what is seen is not what it was; a new scene, or another animation, was told just before. */
  readonly inputArrived: (isMove: boolean) => void
  readonly sceneChanged: () => void
  readonly animationSwitched: () => void
  readonly marksChanged: () => void
}

/** Tells what a change of the stores means to the picture. Returns how to stop. */
function watchStores({ inputArrived, sceneChanged, animationSwitched, marksChanged }: StoreListeners): () => void {
  const newScene = (): void => {
    sceneChanged()
    inputArrived(false)
  }
  const unsubscribe = [
    useDocument.subscribe((state, before) => { if (state.document !== before.document) newScene() }),
    useAssets.subscribe((state, before) => { if (state.parsed !== before.parsed || state.luminaires !== before.luminaires || state.surroundings !== before.surroundings) newScene() }),
    useInteraction.subscribe((state, before) => {
      if (state.settings.animation !== before.settings.animation) {
        animationSwitched()
        newScene()
      } else if (state.pose !== before.pose || state.settings !== before.settings) inputArrived(state.pose !== before.pose)
      if (state.selection !== before.selection || state.hovered !== before.hovered || state.tool !== before.tool) marksChanged()
    }),
  ]
  return () => { for (const stop of unsubscribe) stop() }
}
