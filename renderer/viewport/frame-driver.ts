import type { PerspectiveCamera } from 'three/webgpu'
import type { Camera, Engine, FrameLoop, FrameReport, SceneSnapshot, CpuExecutor } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { reportError } from '../errors/notices.ts'
import { cameraOf, type Size } from '../navigation/projection.ts'
import { useInteraction } from '../interaction/store.ts'
import { useAssets } from '../project/assets.ts'
import { animated, isMoving } from '../scene/animation.ts'
import { createSnapshots } from '../scene/snapshot.ts'
import type { Composite } from './composite.ts'
import type { ViewportStatistics } from '../interaction/viewport.ts'
import type { GBufferRasterizer } from './gbuffer.ts'

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
  settled(): Promise<void>
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

/** Input counts as still arriving for this long after the last of it. */
const INTERACTING_MS = 250
const PROGRESS_MS = 200
const KEPT_TIMES = 200

/**
 * Ties the stores to the engine: document and camera in, pictures out, report back. Nothing runs while nothing changes:
 * when the picture is final no animation frame is asked for and no GPU work is submitted.
 */
export function createFrameDriver(parts: Parts): FrameDriver {
  const { engine, frameLoop, rasterizer, composite, camera, canvasSize, invalidate } = parts
  const snapshotOf = createSnapshots()
  const inputToPictureMs: number[] = []
  const waiting: (() => void)[] = []
  let snapshot: SceneSnapshot | null = null
  let sceneDirty = true
  let inputDirty = true
  let marksDirty = true
  /** The canvas shows something older than it could. */
  let composeDirty = true
  let stepping = false
  let idle = false
  let disposed = false
  /** undefined: the engine's own. */
  let patienceMs: number | undefined
  let frames = 0
  let composedAt = 0
  let steppedAt = 0
  /** Handed to the frame loop so far. */
  let inputs = 0
  let progressMs = PROGRESS_MS
  let shownSize: Size = { width: 0, height: 0 }
  let interactingUntil = 0
  /** The frame loop was last told so: what it ends with is not the final picture, however late it is by now. */
  let isInteracting = false
  /** Everything that moves sets out from where it rests. */
  let animatedSinceMs = performance.now()
  let quietTimer: ReturnType<typeof setTimeout> | undefined
  let shownReport: FrameReport | null = null
  /** When the oldest input not yet seen arrived; then, whether the frame that shows it has begun, and is complete. */
  let inputAt: number | null = null
  let awaited: { readonly at: number; readonly before: FrameReport } | null = null
  let presentedAt: number | null = null

  function setSettled(settled: boolean): void {
    if (useInteraction.getState().settled !== settled) useInteraction.setState({ settled })
    if (settled) for (const resolve of waiting.splice(0)) resolve()
  }

  function wake(): void {
    inputDirty = true
    idle = false
    setSettled(false)
    invalidate()
  }

  function inputArrived(): void {
    const now = performance.now()
    inputAt ??= now
    interactingUntil = now + INTERACTING_MS
    clearTimeout(quietTimer)
    quietTimer = setTimeout(wake, INTERACTING_MS + 5)
    wake()
  }

  function sceneChanged(): void {
    sceneDirty = true
    inputArrived()
  }

  const unsubscribe = [
    useDocument.subscribe((state, before) => { if (state.document !== before.document) sceneChanged() }),
    useAssets.subscribe((state, before) => { if (state.parsed !== before.parsed || state.luminaires !== before.luminaires) sceneChanged() }),
    useInteraction.subscribe((state, before) => {
      if (state.settings.animation !== before.settings.animation) {
        animatedSinceMs = performance.now()
        sceneChanged()
      }
      else if (state.pose !== before.pose || state.settings !== before.settings) inputArrived()
      if (state.selection !== before.selection || state.hovered !== before.hovered || state.tool !== before.tool) {
        marksDirty = true
        composeDirty = true
        invalidate()
      }
    }),
  ]

  const isAnimating = (): boolean => useInteraction.getState().settings.animation && isMoving(useDocument.getState().document)

  function takeScene(): void {
    sceneDirty = false
    const { document } = useDocument.getState()
    const { parsed, luminaires } = useAssets.getState()
    const resting = snapshotOf(document, parsed, luminaires)
    const next = isAnimating() ? animated(resting, document, (performance.now() - animatedSinceMs) / 1000) : resting
    if (next === snapshot) return
    try {
      engine.setScene(next)
    } catch (error) {
      // The last good scene stays on screen.
      reportError(error)
      return
    }
    snapshot = next
    rasterizer.setScene(next, (id) => engine.slotOf(id))
    marksDirty = true
    parts.onScene(next)
  }

  function markSlots(): void {
    marksDirty = false
    const { selection, hovered } = useInteraction.getState()
    const slots = selection.flatMap((id) => engine.slotOf(id) ?? [])
    composite.setMarks(slots, hovered === null ? null : engine.slotOf(hovered))
  }

  /** Takes note of a picture completed since the last look. */
  function takeReport(): void {
    const { report } = frameLoop
    if (report === shownReport) return
    shownReport = report
    composeDirty = true
    if (awaited !== null && report !== awaited.before) {
      presentedAt = awaited.at
      awaited = null
    }
    useInteraction.setState({ report })
    invalidate()
  }

  function pump(): void {
    if (stepping || idle || disposed) return
    stepping = true
    const startedAt = performance.now()
    const isAfterComposing = composedAt > steppedAt
    steppedAt = startedAt
    const inputsBefore = inputs
    frameLoop.step().then(
      (state) => {
        stepping = false
        if (disposed) return
        if (isAfterComposing) progressMs = Math.max(PROGRESS_MS, 3 * (performance.now() - startedAt))
        takeReport()
        // Newer input goes in with the next animation frame; until then the next slice follows at once.
        if (inputDirty) invalidate()
        // 'idle' was said of the input before: a window that was resized meanwhile would wait for its picture for good.
        else if (state === 'working' || inputs !== inputsBefore) {
          showProgress()
          pump()
        } else becomeIdle()
      },
      (error: unknown) => {
        stepping = false
        if (!disposed) parts.onFailure(error)
      },
    )
  }

  /**
   * Full resolution appears tile by tile; composing it costs about as much as a tile, or far more where the processor draws, so
   * not after each: tracing shall have most of the time. A step that follows waits for it, which tells how long it takes.
   */
  function showProgress(): void {
    if (performance.now() - composedAt < progressMs) return
    composeDirty = true
    invalidate()
  }

  /** The picture is complete: what moves by itself goes on to where it is by now. */
  function becomeIdle(): void {
    if (isAnimating()) {
      sceneDirty = true
      interactingUntil = performance.now() + INTERACTING_MS
      wake()
      return
    }
    idle = true
    composeDirty = true
    invalidate()
    if (!isInteracting) setSettled(true)
  }

  return {
    get snapshot() { return snapshot },
    get statistics() { return { frames, inputToPictureMs } },
    sceneImproved: wake,
    setPatience(wanted) {
      patienceMs = wanted
      wake()
    },
    overlayChanged() {
      composeDirty = true
      invalidate()
    },
    frame() {
      if (disposed) return
      if (sceneDirty) takeScene()
      if (marksDirty) markSlots()
      const { pose, settings } = useInteraction.getState()
      const size = canvasSize()
      if (size.width !== shownSize.width || size.height !== shownSize.height) {
        shownSize = size
        composeDirty = true
        inputDirty = true
        idle = false
        setSettled(false)
      }
      if (inputDirty) {
        inputDirty = false
        if (inputAt !== null) awaited ??= { at: inputAt, before: frameLoop.report }
        inputAt = null
        inputs++
        isInteracting = performance.now() < interactingUntil
        frameLoop.update({ camera: cameraOf(pose), settings, ...size, interacting: isInteracting, cpu: parts.executor?.(), patienceMs })
      }
      rasterizer.showOverlays(composite.readsRaster)
      pump()
      // While the next picture is on its way the canvas keeps the last one: composing it again would only take GPU time.
      if (!composeDirty) return
      composeDirty = false
      applyCamera(camera, rasterizer.camera ?? cameraOf(pose), size)
      composite.render(frameLoop.output)
      frames++
      composedAt = performance.now()
      if (presentedAt !== null) {
        inputToPictureMs.push(performance.now() - presentedAt)
        if (inputToPictureMs.length > KEPT_TIMES) inputToPictureMs.shift()
        presentedAt = null
      }
    },
    async settled() {
      for (;;) {
        await engine.treesReady()
        // A tree that has just become ready has yet to reach the picture; a new mesh may have come with the last frame.
        await new Promise((resolve) => setTimeout(resolve, 0))
        if (useInteraction.getState().settled) return
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    dispose() {
      disposed = true
      clearTimeout(quietTimer)
      for (const stop of unsubscribe) stop()
      useInteraction.setState({ settled: false })
    },
  }
}

function applyCamera(camera: PerspectiveCamera, { position, orientation, verticalFov, near, far, shift: [shiftX, shiftY] = [0, 0] }: Camera, { width, height }: Size): void {
  camera.position.fromArray(position)
  camera.quaternion.fromArray(orientation)
  camera.fov = verticalFov * 180 / Math.PI
  camera.aspect = width / height
  camera.near = near
  camera.far = far
  // A part of three's larger picture, as large as ours, whose middle lies off the axis. It updates the projection, too.
  camera.setViewOffset(width, height, shiftX * height / 2, -shiftY * height / 2, width, height)
  camera.updateMatrixWorld()
}
