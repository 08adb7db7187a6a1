import type { Engine, SceneSnapshot } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { reportError } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { useAssets } from '../project/assets.ts'
import { animated, isMoving } from '../scene/animation.ts'
import { createSnapshots } from '../scene/snapshot.ts'
import type { Composite } from './composite.ts'
import type { GBufferRasterizer } from './gbuffer.ts'

/** What there is to see: the document as the engine takes it, and the marks of what is selected. */
export interface ShownScene {
  /** As the engine last took it. */
  readonly snapshot: SceneSnapshot | null
  isAnimating(): boolean
  sceneChanged(): void
  marksChanged(): void
  /** Everything that moves sets out from where it rests. */
  restartAnimation(): void
  /** Hands over what has changed since the last time. */
  update(): void
}

interface Parts {
  readonly engine: Engine
  readonly rasterizer: GBufferRasterizer
  readonly composite: Composite
  /** Once per new scene, before it is drawn. */
  readonly onScene: (snapshot: SceneSnapshot) => void
}

export function createShownScene({ engine, rasterizer, composite, onScene }: Parts): ShownScene {
  const snapshotOf = createSnapshots()
  let snapshot: SceneSnapshot | null = null
  let sceneDirty = true
  let marksDirty = true
  let animatedSinceMs = performance.now()

  const isAnimating = (): boolean => useInteraction.getState().settings.animation && isMoving(useDocument.getState().document)

  function takeScene(): void {
    sceneDirty = false
    const { document } = useDocument.getState()
    const { parsed, luminaires, surroundings } = useAssets.getState()
    const resting = snapshotOf(document, parsed, luminaires, surroundings)
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
    onScene(next)
  }

  function markSlots(): void {
    marksDirty = false
    const { selection, hovered } = useInteraction.getState()
    const slots = selection.flatMap((id) => engine.slotOf(id) ?? [])
    composite.setMarks(slots, hovered === null ? null : engine.slotOf(hovered))
  }

  return {
    get snapshot() { return snapshot },
    isAnimating,
    sceneChanged() { sceneDirty = true },
    marksChanged() { marksDirty = true },
    restartAnimation() { animatedSinceMs = performance.now() },
    update() {
      if (sceneDirty) takeScene()
      if (marksDirty) markSlots()
    },
  }
}
