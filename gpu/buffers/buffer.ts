import type { StructLayout, StructValue } from './layout.ts'

/** A uniform buffer written by field name. */
export interface Uniform {
  readonly buffer: GPUBuffer
  /** What was written last; changes with the next write. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Uploads the whole struct with these fields changed; the others keep their last value. */
  write(value: StructValue): void
  dispose(): void
}

/** One struct in a uniform buffer. */
export function createUniform(device: GPUDevice, layout: StructLayout): Uniform {
  const size = Math.ceil(layout.sizeBytes / 16) * 16
  const view = new DataView(new ArrayBuffer(size))
  const buffer = device.createBuffer({ label: layout.name, size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST })
  return {
    buffer,
    bytes: new Uint8Array(view.buffer),
    write(value) {
      layout.write(view, 0, value)
      device.queue.writeBuffer(buffer, 0, view.buffer)
    },
    dispose: () => buffer.destroy(),
  }
}

/** A storage buffer holding `data`, for kernels to read (and read back). */
export function createStorageBuffer(device: GPUDevice, label: string, data: ArrayBufferView | number): GPUBuffer {
  const sizeBytes = Math.max(16, Math.ceil((typeof data === 'number' ? data : data.byteLength) / 4) * 4)
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST
  const buffer = device.createBuffer({ label, size: sizeBytes, usage })
  if (typeof data !== 'number') device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength)
  return buffer
}

/** Copies a buffer to the CPU. The buffer needs COPY_SRC. */
export async function readBuffer(device: GPUDevice, source: GPUBuffer, byteOffset = 0, sizeBytes = source.size - byteOffset): Promise<ArrayBuffer> {
  const staging = device.createBuffer({ label: `${source.label} read`, size: sizeBytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
  const encoder = device.createCommandEncoder({ label: `read ${source.label}` })
  encoder.copyBufferToBuffer(source, byteOffset, staging, 0, sizeBytes)
  device.queue.submit([encoder.finish()])
  try {
    await staging.mapAsync(GPUMapMode.READ)
    return staging.getMappedRange().slice(0)
  } finally {
    staging.destroy()
  }
}

/** Reads one level of a 2D texture or of all layers of an array, rows packed, layers one behind the other. The texture needs COPY_SRC. */
export async function readTexture(device: GPUDevice, texture: GPUTexture, bytesPerPixel: number, mipLevel = 0): Promise<Uint8Array> {
  const [width, height] = [Math.max(1, texture.width >> mipLevel), Math.max(1, texture.height >> mipLevel)]
  const rows = height * texture.depthOrArrayLayers
  const rowBytes = width * bytesPerPixel
  const pitch = Math.ceil(rowBytes / 256) * 256
  const staging = device.createBuffer({ label: `${texture.label} read`, size: pitch * rows, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
  const encoder = device.createCommandEncoder({ label: `read ${texture.label}` })
  encoder.copyTextureToBuffer({ texture, mipLevel }, { buffer: staging, bytesPerRow: pitch, rowsPerImage: height }, [width, height, texture.depthOrArrayLayers])
  device.queue.submit([encoder.finish()])
  try {
    await staging.mapAsync(GPUMapMode.READ)
    const padded = new Uint8Array(staging.getMappedRange())
    const packed = new Uint8Array(rowBytes * rows)
    for (let y = 0; y < rows; y++) packed.set(padded.subarray(y * pitch, y * pitch + rowBytes), y * rowBytes)
    return packed
  } finally {
    staging.destroy()
  }
}
