import {
  DepthTexture, FloatType, NearestFilter, PerspectiveCamera, RenderTarget, RGIntegerFormat, UnsignedIntType, type Texture,
  type WebGPURenderer,
} from 'three/webgpu'
import type { Camera, GBuffer, InstanceId, Rasterizer, SceneSnapshot } from '../../gpu/index.ts'
import { clipFromWorld } from '../interaction/projection.ts'
import { createRasterScene } from './raster-scene.ts'
import { gpuTextureOf } from './three-internals.ts'
import { createRasterUniforms } from './tsl.ts'

/** three.js as the engine's rasterizer: ids and reversed depth of the current snapshot, at whatever resolution is asked. */
export interface GBufferRasterizer extends Rasterizer {
  /** As three textures, for outlines and overlay depth: the newest raster from where the camera stands, not from the rim of its lens. */
  readonly ids: Texture
  readonly depth: DepthTexture
  setScene(snapshot: SceneSnapshot, slotOf: (id: InstanceId) => number | null): void
  /** Of that raster, null before the first: overlays are drawn with it, so that they fit depth and outlines. */
  readonly camera: Camera | null
  dispose(): void
}

interface Target {
  readonly target: RenderTarget
  readonly depth: DepthTexture
}

export function createGBufferRasterizer(renderer: WebGPURenderer): GBufferRasterizer {
  const shown = createTarget('gbuffer')
  // What further points of a lens see: only while there is one.
  let blurred: Target | null = null
  const uniforms = createRasterUniforms()
  const raster = createRasterScene(uniforms)
  // three wants a camera; the id material has its own matrix.
  const unusedCamera = new PerspectiveCamera()
  unusedCamera.matrixAutoUpdate = false
  let newestCamera: Camera | null = null

  function targetFor(camera: Camera): Target {
    const isRim = camera.middle !== undefined && camera.middle.position.some((value, i) => value !== camera.position[i])
    if (isRim) return (blurred ??= createTarget('gbuffer through the lens'))
    newestCamera = camera
    if (camera.middle === undefined) disposeBlurred()
    return shown
  }

  function disposeBlurred(): void {
    if (blurred !== null) disposeTarget(blurred)
    blurred = null
  }

  return {
    ids: shown.target.texture,
    depth: shown.depth,
    get camera() { return newestCamera },
    setScene: (snapshot, slotOf) => raster.setScene(snapshot, slotOf),
    rasterize(camera, width, height, jitter): GBuffer {
      const { target, depth } = targetFor(camera)
      if (target.width !== width || target.height !== height) {
        target.setSize(width, height)
        depth.image.width = width
        depth.image.height = height
      }
      const matrix = clipFromWorld(camera, { width, height }, jitter)
      uniforms.clipFromWorld.value.fromArray(matrix)
      uniforms.eye.value.fromArray(camera.position)
      uniforms.near.value = camera.near
      raster.cull(matrix)
      renderer.setRenderTarget(target)
      renderer.render(raster.scene, unusedCamera)
      renderer.setRenderTarget(null)
      return { ids: gpuTextureOf(renderer, target.texture), depth: gpuTextureOf(renderer, depth), width, height }
    },
    dispose() {
      raster.dispose()
      disposeTarget(shown)
      disposeBlurred()
    },
  }
}

function createTarget(name: string): Target {
  const depth = new DepthTexture(1, 1, FloatType)
  depth.name = `${name} depth`
  const target = new RenderTarget(1, 1, {
    depthTexture: depth, format: RGIntegerFormat, type: UnsignedIntType, minFilter: NearestFilter, magFilter: NearestFilter,
    generateMipmaps: false, samples: 0,
  })
  target.texture.name = `${name} ids`
  return { target, depth }
}

function disposeTarget({ target, depth }: Target): void {
  target.dispose()
  depth.dispose()
}
