import { readTexture } from '../buffers/buffer.ts'
import { EngineError } from '../device/error.ts'
import type { IesProfile, Light } from '../scene.ts'
import type { TextureShadow } from '../textures/table.ts'

/** PROFILE_ROW of lights.wgsl. */
const ROW = 1024

/** The profiles of all measured luminaires in one texture, one behind the other: binding `profiles` of group 1. */
export interface LuminaireTable {
  /** Another texture after a change. */
  readonly texture: GPUTexture
  /** First texel of a profile. */
  readonly find: (profile: IesProfile) => number | null
  /** Uploads when the lights have other profiles than before. @throws EngineError `scene-invalid`, `gpu-memory` */
  update(lights: readonly Light[]): void
  /** The texture in memory that threads share. */
  shadow(): Promise<TextureShadow>
  dispose(): void
}

export function createLuminaireTable(device: GPUDevice): LuminaireTable {
  let places: ReadonlyMap<string, number> = new Map()
  let texture = create(device, 1)
  let shadow: Promise<TextureShadow> | null = null
  return {
    get texture() { return texture },
    find: ({ key }) => places.get(key) ?? null,
    update(lights) {
      const profiles = new Map(lights.flatMap((light) => (isMeasured(light) ? [[light.profile.key, light.profile] as const] : [])))
      if (profiles.size === places.size && [...profiles.keys()].every((key) => places.has(key))) return
      for (const profile of profiles.values()) check(profile)
      const next = new Map<string, number>()
      let count = 0
      for (const { key, width, height } of profiles.values()) {
        next.set(key, count)
        count += width * height
      }
      const rows = Math.max(1, Math.ceil(count / ROW))
      const most = device.limits.maxTextureDimension2D
      if (rows > most) {
        throw new EngineError('gpu-memory', `${profiles.size} photometric profiles hold ${count} values, the adapter's maxTextureDimension2D allows ${most * ROW}`, { label: 'profiles' })
      }
      const texels = new Float32Array(rows * ROW)
      for (const { key, candela } of profiles.values()) {
        const at = next.get(key)!
        const peak = Math.max(peakOf(candela), 1e-30)
        for (const [i, value] of candela.entries()) texels[at + i] = value / peak
      }
      texture.destroy()
      texture = create(device, rows)
      device.queue.writeTexture({ texture }, texels, { bytesPerRow: ROW * 4 }, [ROW, rows])
      places = next
      shadow = null
    },
    shadow: () => (shadow ??= readShadow(device, texture)),
    dispose: () => texture.destroy(),
  }
}

export const isMeasured = (light: Light): light is Light & { readonly profile: IesProfile } =>
  (light.kind === 'point' || light.kind === 'spot') && light.profile !== undefined && light.profile !== null

const peakOf = (candela: Float32Array): number => candela.reduce((most, value) => Math.max(most, value), 0)

function check({ key, width, height, candela, verticalFrom, verticalTo }: IesProfile): void {
  const isWhole = Number.isInteger(width) && Number.isInteger(height) && width >= 1 && height >= 2 && candela.length === width * height
  if (!isWhole) throw new EngineError('scene-invalid', `Profile ${key}: ${width} x ${height} values are not ${candela.length}`, { profile: key })
  if (!(verticalFrom >= 0 && verticalTo > verticalFrom && verticalTo <= Math.PI + 1e-6)) {
    throw new EngineError('scene-invalid', `Profile ${key}: its vertical angles run from ${verticalFrom} to ${verticalTo}`, { profile: key })
  }
  if (!candela.every((value) => value >= 0 && value < Infinity)) throw new EngineError('scene-invalid', `Profile ${key}: a value is negative or no number`, { profile: key })
}

function create(device: GPUDevice, rows: number): GPUTexture {
  return device.createTexture({
    label: 'profiles', size: [ROW, rows], format: 'r32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST | GPUTextureUsage.COPY_SRC,
  })
}

async function readShadow(device: GPUDevice, texture: GPUTexture): Promise<TextureShadow> {
  const bytes = await readTexture(device, texture, 4)
  const memory = new SharedArrayBuffer(bytes.byteLength)
  new Uint8Array(memory).set(bytes)
  return { format: 'r32float', width: texture.width, height: texture.height, layers: 1, levels: [memory] }
}
