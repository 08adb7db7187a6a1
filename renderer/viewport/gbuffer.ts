import {
  DepthTexture, FloatType, NearestFilter, PerspectiveCamera, RenderTarget, RGIntegerFormat, UnsignedIntType, type Texture,
  type WebGPURenderer,
} from 'three/webgpu'
import type { Camera, GBuffer, InstanceId, Rasterizer, SceneSnapshot } from '../../gpu/index.ts'
import { clipFromWorld } from '../navigation/projection.ts'
import { createRasterScene } from './raster-scene.ts'
import { gpuTextureOf } from './three-internals.ts'
import { createRasterUniforms } from './tsl.ts'

/** three.js as the engine's rasterizer: ids and reversed depth of the current snapshot, at whatever resolution is asked. */
export interface GBufferRasterizer extends Rasterizer {
  /**
   * As three textures, for outlines and overlay depth: through the pixels' middles, or outlines would tremble, and from where the camera
   * stands, not from the rim of its lens.
   */
  readonly ids: Texture
  readonly depth: DepthTexture
  /** Outlines or overlays are drawn: keeps these two as new as the newest raster, which takes another one where that was jittered. */
  showOverlays(areShown: boolean): void
  setScene(snapshot: SceneSnapshot, slotOf: (id: InstanceId) => number | null): void
  /** Of the newest raster that is not of the rim, null before the first: overlays are drawn with it, so that they fit the picture. */
  readonly camera: Camera | null
  dispose(): void
}

/** What a raster is of. */
interface View {
  readonly camera: Camera
  readonly width: number
  readonly height: number
  /** How many scenes were set before it. */
  readonly scene: number
}

interface Target {
  readonly target: RenderTarget
  readonly depth: DepthTexture
}

export function createGBufferRasterizer(renderer: WebGPURenderer): GBufferRasterizer {
  const shown = createTarget('gbuffer')
  // What jittered samples and further points of a lens see: only once there are some.
  let apart: Target | null = null
  /** What the newest raster is of, and what `shown` is of. */
  let newest: View | null = null
  let drawn: View | null = null
  let scenes = 0
  let areOverlaysShown = false
  const uniforms = createRasterUniforms()
  const raster = createRasterScene(uniforms)
  // three wants a camera; the id material has its own matrix.
  const unusedCamera = new PerspectiveCamera()
  unusedCamera.matrixAutoUpdate = false

  function draw({ target, depth }: Target, camera: Camera, width: number, height: number, jitter: readonly [number, number]): GBuffer {
    if (target.width !== width || target.height !== height) {
      target.setSize(width, height)
      depth.image.width = width
      depth.image.height = height
    }
    const matrix = clipFromWorld(camera, { width, height }, jitter)
    uniforms.clipFromWorld.value.fromArray(matrix)
    uniforms.worldFromClip.value.copy(uniforms.clipFromWorld.value).invert()
    uniforms.eye.value.fromArray(camera.position)
    uniforms.near.value = camera.near
    raster.cull(matrix)
    renderer.setRenderTarget(target)
    renderer.render(raster.scene, unusedCamera)
    renderer.setRenderTarget(null)
    return { ids: gpuTextureOf(renderer, target.texture), width, height }
  }

  function catchUp(): void {
    if (newest === null || drawn !== null && (Object.keys(newest) as (keyof View)[]).every((key) => newest![key] === drawn![key])) return
    drawn = newest
    draw(shown, newest.camera, newest.width, newest.height, [0, 0])
  }

  return {
    ids: shown.target.texture,
    depth: shown.depth,
    get camera() { return newest?.camera ?? null },
    setScene(snapshot, slotOf) {
      scenes++
      raster.setScene(snapshot, slotOf)
    },
    showOverlays(areShown) {
      areOverlaysShown = areShown
      if (areShown) catchUp()
    },
    rasterize(camera, width, height, jitter): GBuffer {
      const isRim = camera.middle !== undefined && camera.middle.position.some((value, i) => value !== camera.position[i])
      const isJittered = jitter[0] !== 0 || jitter[1] !== 0
      if (!isRim) newest = { camera, width, height, scene: scenes }
      if (areOverlaysShown && isJittered) catchUp()
      if (isRim || isJittered) return draw(apart ??= createTarget('gbuffer apart'), camera, width, height, jitter)
      drawn = newest
      return draw(shown, camera, width, height, jitter)
    },
    dispose() {
      raster.dispose()
      disposeTarget(shown)
      if (apart !== null) disposeTarget(apart)
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
