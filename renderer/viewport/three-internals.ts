import type { Texture, WebGPURenderer } from 'three/webgpu'

/**
 * The only file that reaches into three. `backend.get(x)` has had this shape in every release from r160 to r187; the
 * G-buffer test reads ids back through it and fails on an upgrade that changes it. The story of the idle window fails when three's animation has another one.
 */
interface Backend {
  readonly isWebGPUBackend?: boolean
  get(object: Texture): { readonly texture?: GPUTexture }
}

function backendOf(renderer: WebGPURenderer): Backend {
  return renderer.backend as unknown as Backend
}

/** three falls back to WebGL2 with nothing but a console warning: ask after `init()`. */
export function isWebGpu(renderer: WebGPURenderer): boolean {
  return backendOf(renderer).isWebGPUBackend === true
}

/**
 * The GPU's own texture behind a three texture that was rendered to at least once. A resize makes another one.
 *
 * @throws Error when three has not created it yet
 */
export function gpuTextureOf(renderer: WebGPURenderer, texture: Texture): GPUTexture {
  const gpuTexture = backendOf(renderer).get(texture).texture
  if (gpuTexture === undefined) throw new Error(`three has no GPU texture for "${texture.name}" yet`)
  return gpuTexture
}

/** What three counts its frames by. */
interface Animation {
  stop(): void
  setContext(context: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>): void
}

/**
 * From its first picture on three asks for every animation frame, whether anything is drawn in it or not, only to count them: an idle window woke as often as the screen does.
 * From now on a frame begins when what comes back is called, before what is drawn together: a pass that three draws once a frame is drawn once more. After `init()`.
 */
export function countFrames(renderer: WebGPURenderer): () => void {
  const { _animation: animation } = renderer as unknown as { readonly _animation: Animation }
  let begin: FrameRequestCallback | null = null
  animation.stop()
  animation.setContext({
    requestAnimationFrame(callback) {
      begin = callback
      return 1
    },
    cancelAnimationFrame() { begin = null },
  })
  return () => begin?.(performance.now())
}
