import type { Texture, WebGPURenderer } from 'three/webgpu'

/**
 * The only file that reaches into three. `backend.get(x)` has had this shape in every release from r160 to r187; the
 * G-buffer test reads ids back through it and fails on an upgrade that changes it.
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
