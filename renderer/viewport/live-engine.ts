import { type PerspectiveCamera, Scene, type WebGPURenderer } from 'three/webgpu'
import { createEngine, type Engine, EngineError, type EngineOptions, type LoadTwin, leakReport, resourcesOf, type Vec3 } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { useDebug } from '../interaction/debug.ts'
import { tell } from '../errors/notices.ts'
import { flyTo } from '../navigation/flight.ts'
import { type Bounds, fitBounds } from '../navigation/orbit.ts'
import { changeSettings } from '../shell/settings.ts'
import { suitingTraversal } from '../shell/traversal.ts'
import { projectPoint, rayThrough, type Size } from '../navigation/projection.ts'
import { useInteraction } from '../interaction/store.ts'
import { mix, normalize, sub } from '../navigation/vector.ts'
import { createWalkControl } from '../navigation/walk-control.ts'
import { boundsOfPieces, unionOf } from '../tools/body.ts'
import type { ToolContext } from '../tools/context.ts'
import { createPointer } from '../tools/pointer.ts'
import { createComposite } from './composite.ts'
import type { ViewportControls } from '../interaction/viewport.ts'
import { createFrameDriver } from './frame-driver.ts'
import { createGBufferRasterizer } from './gbuffer.ts'
import { createDebugOverlay } from './overlay/debug-overlay.ts'
import { createGizmo } from './overlay/gizmo.ts'
import { createLightMarkers, looseLights } from './overlay/light-markers.ts'
import { createPixelDebugger } from './pixel-debugger.ts'
import { createCpuThreads } from './cpu-threads.ts'
import { dataUrlOf, encodePicture, readPicture } from '../output/readback.ts'
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

const THUMBNAIL_PIXELS = 320
/** A card of the views panel, on a dense screen. */
const VIEW_PIXELS = 240

/** The twin's kernels, each in a chunk of its own that is fetched when it is first needed. */
const loadTwin: LoadTwin = async (name) => (await import('twin:kernels')).kernels[name]()

export async function createLiveEngine(options: LiveEngineOptions): Promise<LiveEngine> {
  const { renderer, device, isSoftware, camera, canvas, buildTree, invalidate, onFailure } = options
  const resources = resourcesOf(device)
  const birth = resources?.mark() ?? 0
  let improved = (): void => undefined
  let overlayChanged = (): void => undefined
  const engine: Engine = await createEngine({ device, buildTree, loadTwin, traversal: suitingTraversal(), onChange: () => improved() })
  const traversals = createTraversalChooser(engine, device)
  const rasterizer = createGBufferRasterizer(renderer)
  const frameLoop = engine.createFrameLoop(rasterizer)
  const overlay = new Scene()
  overlay.name = 'overlay'
  const composite = createComposite(renderer, overlay, camera, rasterizer, isSoftware ? 0 : 4)
  const gizmo = createGizmo(overlay, camera, canvas, () => overlayChanged())
  const markers = createLightMarkers(overlay)
  const threads = createCpuThreads(() => driver.sceneImproved())
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
  const walk = createWalkControl(canvas, engine.query)
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
    useDocument.subscribe((state, before) => { if (state.document !== before.document) followStores() }),
    useInteraction.subscribe((state, before) => {
      if (state.selection !== before.selection || state.tool !== before.tool || state.navigation !== before.navigation) followStores()
      if (state.selection !== before.selection) debugOverlay.update(false)
    }),
    useDebug.subscribe(() => debugOverlay.update(false)),
  ]
  followStores()
  debugOverlay.update(true)

  /** In development: what the engine made and did not give back; three's own lives as long as its renderer. */
  function reportLeaks(): void {
    const leaked = resources?.since(birth).filter(({ site }) => site?.includes('/gpu/') === true) ?? []
    if (leaked.length > 0) tell('GPU memory was not given back', leakReport(leaked).split('\n'))
  }

  /** World box of some pieces and loose lights, or of every visible piece. */
  function boundsOf(ids: ReadonlySet<string> | null): Bounds | null {
    const { snapshot } = driver
    if (snapshot === null) return null
    const { pieces } = useDocument.getState().document
    const chosen = ids === null ? pieces : pieces.filter(({ id }) => ids.has(id))
    const lights = ids === null ? [] : looseLights().filter(({ id }) => ids.has(id))
    const around = (p: Vec3): { min: Vec3; max: Vec3 } => ({ min: [p[0] - 0.3, p[1] - 0.3, p[2] - 0.3], max: [p[0] + 0.3, p[1] + 0.3, p[2] + 0.3] })
    return unionOf([...boundsOfPieces(snapshot, chosen).values(), ...lights.map(({ position }) => around(position))])
  }

  function fit(ids: ReadonlySet<string> | null): void {
    const bounds = boundsOf(ids)
    if (bounds !== null) flyTo(fitBounds(useInteraction.getState().pose, bounds, size()))
  }

  const controls: ViewportControls = {
    fitAll: () => fit(null),
    fitSelection() {
      const { selection } = useInteraction.getState()
      fit(selection.length === 0 ? null : new Set(selection))
    },
    setPose: (pose) => useInteraction.setState({ pose }),
    capture: () => readPicture(device, frameLoop.output),
    thumbnail: async (longestSide = THUMBNAIL_PIXELS) => encodePicture(await readPicture(device, frameLoop.output), longestSide),
    viewThumbnail: async () => dataUrlOf(await encodePicture(await readPicture(device, frameLoop.output), VIEW_PIXELS, 'image/jpeg')),
    async exportScene(asked) {
      const snapshot = asked ?? driver.snapshot
      if (snapshot === null) throw new EngineError('scene-invalid', 'The viewport has no scene yet')
      const { signal } = new AbortController()
      const trees = await Promise.all([...snapshot.meshes.values()].map(async (mesh) => [mesh.key, await buildTree(mesh, signal, 'plain')] as const))
      return { snapshot, trees: new Map(trees) }
    },
    settled: () => driver.settled(),
    setPatience: (patienceMs) => driver.setPatience(patienceMs),
    loseDevice: () => device.destroy(),
    project: (point) => projectPoint(useInteraction.getState().pose, size(), point),
    pictureSize: () => ({ width: Math.max(1, canvas.width), height: Math.max(1, canvas.height) }),
    pick(x, y) {
      const { pose } = useInteraction.getState()
      return engine.query.closestHit(pose.position, rayThrough(pose, size(), x, y))
    },
    pickMiddle: () => controls.pick(size().width / 2, size().height / 2),
    pickSelection() {
      const { pose: { position }, selection } = useInteraction.getState()
      const bounds = selection.length === 0 ? null : boundsOf(new Set(selection))
      if (bounds === null) return null
      const middle = mix(bounds.min, bounds.max, 0.5)
      // Things that stand before it do not count; where its middle is a hole, its middle does.
      const others = new Set(useDocument.getState().document.pieces.map(({ id }) => id).filter((id) => !selection.includes(id)))
      return engine.query.closestHit(position, normalize(sub(middle, position)), { skip: others })?.position ?? middle
    },
    probe: (origin, direction) => engine.query.closestHit(origin, direction),
    surroundings: () => (driver.snapshot === null ? null : { query: engine.query, snapshot: driver.snapshot }),
    get statistics() {
      const gpu = { gpuBytes: resources?.bytes ?? 0, gpuBytesByLabel: resources?.bytesByLabel() ?? {} }
      return { ...driver.statistics, deviceLosses: options.deviceLosses(), ...gpu }
    },
  }
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
      debugOverlay.dispose()
      pixelDebugger.dispose()
      composite.dispose()
      frameLoop.dispose()
      threads.dispose()
      traversals.dispose()
      engine.dispose()
      rasterizer.dispose()
      if (import.meta.env.DEV) setTimeout(reportLeaks, 0)
    },
  }
}
