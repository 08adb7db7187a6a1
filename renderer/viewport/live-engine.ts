import { type PerspectiveCamera, Scene, type WebGPURenderer } from 'three/webgpu'
import { createEngine, type Engine, type EngineOptions, type LoadTwin, leakReport, resourcesOf } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { useDebug } from '../interaction/debug.ts'
import { useGuides } from '../interaction/guides.ts'
import { tell } from '../errors/notices.ts'
import { changeSettings } from '../shell/settings.ts'
import { suitingTraversal } from '../shell/traversal.ts'
import type { Size } from '../navigation/projection.ts'
import { useInteraction } from '../interaction/store.ts'
import { sticksOfSpaceMouse } from '../navigation/space-mouse.ts'
import { createWalkControl } from '../navigation/walk-control.ts'
import type { ToolContext } from '../tools/context.ts'
import { createPointer } from '../tools/pointer.ts'
import { createSpaceMouseControl } from '../tools/space-mouse/control.ts'
import { onSpaceMotion, spaceMotion } from '../tools/space-mouse/device.ts'
import { createComposite } from './composite.ts'
import type { ViewportControls } from '../interaction/viewport.ts'
import { createControls } from './controls.ts'
import { createFrameDriver } from './frame-driver.ts'
import { createGBufferRasterizer } from './gbuffer.ts'
import { createDebugOverlay } from './overlay/debug-overlay.ts'
import { createGizmo } from './overlay/gizmo.ts'
import { createGuideLines } from './overlay/guide-lines.ts'
import { createLightMarkers } from './overlay/light-markers.ts'
import { createPixelDebugger } from './pixel-debugger.ts'
import { createRestDenoiser } from './rest-denoiser.ts'
import { createCpuThreads } from './cpu-threads.ts'
import { createTraversalChooser } from './traversal-chooser.ts'

export interface LiveEngineOptions {
  readonly renderer: WebGPURenderer
  readonly device: GPUDevice
  /** The adapter is a program on the processor: what is costly and only smooths is left out. */
  readonly isSoftware: boolean
  /** three's camera, for the overlays. */
  readonly camera: PerspectiveCamera
  readonly canvas: HTMLCanvasElement
  readonly buildTree: EngineOptions['buildTree']
  /** Asks for an animation frame. */
  readonly invalidate: () => void
  readonly deviceLosses: () => number
  readonly onFailure: (error: unknown) => void
}

/** Everything that lives as long as one GPU device: engine, rasterizer, composite, overlays, tools and navigation. */
export interface LiveEngine {
  frame(): void
  readonly controls: ViewportControls
  dispose(): void
}

/** The debug pixel's kernels of the twin, each in a chunk of its own that is fetched when it is first needed. */
const loadTwin: LoadTwin = async (name) => (await import('twin:kernels/debug-ray')).kernels[name]()

export async function createLiveEngine(options: LiveEngineOptions): Promise<LiveEngine> {
  const { renderer, device, isSoftware, camera, canvas, buildTree, invalidate, onFailure } = options
  const resources = resourcesOf(device)
  const birth = resources?.mark() ?? 0
  let improved = (): void => undefined
  let overlayChanged = (): void => undefined
  const threads = createCpuThreads(() => improved())
  const engine: Engine = await createEngine({ device, buildTree, loadTwin, traversal: suitingTraversal(), onChange: () => improved() }).catch((error: unknown) => {
    threads.dispose()
    throw error
  })
  await threads.ready
  const traversals = createTraversalChooser(engine)
  const rasterizer = createGBufferRasterizer(renderer)
  const frameLoop = engine.createFrameLoop(rasterizer)
  const overlay = new Scene()
  overlay.name = 'overlay'
  const composite = createComposite(renderer, overlay, camera, rasterizer, isSoftware ? 0 : 4)
  const gizmo = createGizmo(overlay, camera, canvas, () => overlayChanged())
  const markers = createLightMarkers(overlay)
  const guides = createGuideLines(overlay)
  const size = (): Size => ({ width: canvas.clientWidth, height: canvas.clientHeight })
  const driver = createFrameDriver({
    engine, frameLoop, rasterizer, composite, camera, invalidate, onFailure(error) {
      // The GPU goes on where a thread broke down.
      if (threads.executor !== undefined) changeSettings({ executor: 'gpu' })
      onFailure(error)
    },
    executor: () => threads.executor,
    canvasSize: () => ({ width: Math.max(1, canvas.width), height: Math.max(1, canvas.height) }),
    onScene() {
      walk.sceneChanged()
      debugOverlay.update(true)
      pixelDebugger.sceneChanged()
    },
  })
  const debugOverlay = createDebugOverlay(overlay, engine, () => overlayChanged())
  const pixelDebugger = createPixelDebugger(engine)
  improved = () => {
    driver.sceneImproved()
    pixelDebugger.sceneChanged()
    debugOverlay.update(true)
  }
  overlayChanged = () => driver.overlayChanged()
  const context: ToolContext = { canvas, query: engine.query, size, snapshot: () => driver.snapshot }
  const walk = createWalkControl(canvas, engine.query, { sticks: () => sticksOfSpaceMouse(spaceMotion()), onMove: onSpaceMotion })
  const pointer = createPointer({
    context,
    overlayAt: ({ x, y }) => gizmo.isHot ? 'handle' : markers.lightAt(x, y, size(), engine.query),
  })
  const followStores = (): void => {
    gizmo.update()
    markers.update()
    if (composite.hasOverlay) overlayChanged()
  }
  const unsubscribe = [
    createSpaceMouseControl(context),
    useDocument.subscribe((state, before) => { if (state.document !== before.document) followStores() }),
    useInteraction.subscribe((state, before) => {
      if (state.selection !== before.selection || state.tool !== before.tool || state.navigation !== before.navigation) followStores()
      if (state.selection !== before.selection) debugOverlay.update(false)
    }),
    useDebug.subscribe(() => debugOverlay.update(false)),
    useGuides.subscribe(() => {
      guides.update()
      overlayChanged()
    }),
  ]
  followStores()
  debugOverlay.update(true)

  const restDenoiser = isSoftware ? null : createRestDenoiser(device, frameLoop, driver)

  /** In development: what the engine made and did not give back; three's own lives as long as its renderer. */
  function reportLeaks(): void {
    const leaked = resources?.since(birth).filter(({ site }) => site?.includes('/gpu/') === true) ?? []
    if (leaked.length > 0) tell('GPU memory was not given back', leakReport(leaked).split('\n'))
  }

  const controls = createControls({ engine, frameLoop, driver, device, canvas, buildTree, deviceLosses: options.deviceLosses, gpuMemory: () => ({ gpuBytes: resources?.bytes ?? 0, gpuBytesByLabel: resources?.bytesByLabel() ?? {} }) })
  invalidate()
  return {
    frame: () => driver.frame(),
    controls,
    dispose() {
      for (const stop of unsubscribe) stop()
      pointer.dispose()
      walk.dispose()
      driver.dispose()
      gizmo.dispose()
      markers.dispose()
      guides.dispose()
      debugOverlay.dispose()
      pixelDebugger.dispose()
      composite.dispose()
      frameLoop.dispose()
      restDenoiser?.dispose()
      threads.dispose()
      traversals.dispose()
      engine.dispose()
      rasterizer.dispose()
      if (import.meta.env.DEV) setTimeout(reportLeaks, 0)
    },
  }
}
