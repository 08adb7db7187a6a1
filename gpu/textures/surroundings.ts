import { EngineError } from '../device/error.ts'
import type { EnvironmentImage } from '../scene.ts'
import type { TextureShadow } from './table.ts'

/** The image around the scene: binding `environment_image` of group 1, one black texel where there is none. */
export interface SurroundingsTexture {
  /** Another texture after an update with another image. */
  readonly texture: GPUTexture
  /** @throws EngineError `gpu-memory` where the adapter has no textures of that size, `scene-invalid` */
  check(image: EnvironmentImage | null): void
  /** Between frames only. */
  update(image: EnvironmentImage | null): void
  /** The texture in memory that threads share. */
  shadow(): TextureShadow
  dispose(): void
}

const NOTHING: Pick<EnvironmentImage, 'width' | 'height' | 'rgb'> = { width: 1, height: 1, rgb: new Float32Array(3) }

export function createSurroundingsTexture(device: GPUDevice): SurroundingsTexture {
  let shown: EnvironmentImage | null = null
  let texture = create(device, NOTHING)
  let shadow: TextureShadow | null = null
  return {
    get texture() { return texture },
    check(image) {
      if (image === null || image === shown) return
      const { key, width, height, rgb } = image
      const edge = device.limits.maxTextureDimension2D
      if (Math.max(width, height) > edge) {
        throw new EngineError('gpu-memory', `environment: ${width} x ${height} pixels pass the adapter's maxTextureDimension2D of ${edge}`, { label: 'environment' })
      }
      if (!(width >= 1 && height >= 1) || rgb.length !== 3 * width * height) throw new EngineError('scene-invalid', `Image ${key}: ${width} x ${height} pixels are not ${rgb.length} values`, { image: key })
    },
    update(image) {
      if (image === shown) return
      texture.destroy()
      texture = create(device, image ?? NOTHING)
      shown = image
      shadow = null
    },
    shadow: () => (shadow ??= shadowOf(shown ?? NOTHING)),
    dispose: () => texture.destroy(),
  }
}

function create(device: GPUDevice, { width, height, rgb }: typeof NOTHING): GPUTexture {
  const texture = device.createTexture({ label: 'environment', size: [width, height], format: 'rgba32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  device.queue.writeTexture({ texture }, withAlpha(rgb, new Float32Array(width * height * 4)), { bytesPerRow: width * 16 }, [width, height])
  return texture
}

function shadowOf({ width, height, rgb }: typeof NOTHING): TextureShadow {
  const memory = new SharedArrayBuffer(width * height * 16)
  withAlpha(rgb, new Float32Array(memory))
  return { format: 'rgba32float', width, height, layers: 1, levels: [memory] }
}

/** RGB to RGBA. */
function withAlpha<Memory extends ArrayBufferLike>(rgb: Float32Array, rgba: Float32Array<Memory>): Float32Array<Memory> {
  for (let i = 0; i < rgb.length / 3; i++) {
    rgba[4 * i] = rgb[3 * i]
    rgba[4 * i + 1] = rgb[3 * i + 1]
    rgba[4 * i + 2] = rgb[3 * i + 2]
    rgba[4 * i + 3] = 1
  }
  return rgba
}
