import { createTargets, type FrameTargets } from '../../passes/targets.ts'

/** What frames are made in and what is shown; after a resize the picture before stays until the new size has one. */
export interface Screen {
  readonly targets: FrameTargets
  /** What to composite. */
  readonly output: GPUTexture
  /** @throws EngineError `gpu-memory` when the canvas is larger than the adapter's limits */
  resize(width: number, height: number): void
  /** A picture of the new size is there. */
  settle(): void
  dispose(): void
}

export function createScreen(device: GPUDevice): Screen {
  let targets = createTargets(device, 1, 1)
  let replaced: FrameTargets | null = null
  return {
    get targets() { return targets },
    get output() { return (replaced ?? targets).output },
    resize(width, height) {
      if (targets.width === width && targets.height === height) return
      if (replaced === null) replaced = targets
      else targets.dispose()
      targets = createTargets(device, width, height)
    },
    settle() {
      replaced?.dispose()
      replaced = null
    },
    dispose() {
      replaced?.dispose()
      targets.dispose()
    },
  }
}
