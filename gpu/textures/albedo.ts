import { type Lease, sharedOn } from '../device/shared.ts'
import type { TextureShadow } from './table.ts'
import { ALBEDO_HEIGHT, ALBEDO_WIDTH, albedoTable } from '../kernels/bsdf-albedo.ts'

/** `albedo_table` of albedo-table.wgsl: one for all engines of a device. */
export function acquireAlbedoTexture(device: GPUDevice): Lease<GPUTexture> {
  return sharedOn(device).acquire('albedo table', () => {
    const size = [ALBEDO_WIDTH, ALBEDO_HEIGHT]
    const texture = device.createTexture({ label: 'albedo table', size, format: 'rgba32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
    device.queue.writeTexture({ texture }, albedoTable() as Float32Array<ArrayBuffer>, { bytesPerRow: ALBEDO_WIDTH * 16 }, size)
    return texture
  })
}

let shadow: TextureShadow | null = null

/** The same for the CPU's threads. */
export function albedoShadow(): TextureShadow {
  if (shadow !== null) return shadow
  const table = albedoTable()
  const memory = new SharedArrayBuffer(table.byteLength)
  new Float32Array(memory).set(table)
  shadow = { format: 'rgba32float', width: ALBEDO_WIDTH, height: ALBEDO_HEIGHT, layers: 1, levels: [memory] }
  return shadow
}
