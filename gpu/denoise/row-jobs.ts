/** Channels of neighbouring pixels in shared memory, with a border of zeros around them: places and strides are bytes. */
export interface Plane {
  /** Of the first pixel, behind the border. */
  readonly at: number
  readonly stride: number
  readonly rowStride: number
  readonly width: number
  readonly height: number
}

/** What threads do row by row. */
export type RowJob =
  | { readonly kind: 'conv'; readonly input: Plane; readonly output: Plane; readonly weights: number; readonly bias: number; readonly channels: number; readonly blocks: number }
  /** The largest of four pixels. */
  | { readonly kind: 'halve'; readonly input: Plane; readonly output: Plane; readonly channels: number }
  /** Each pixel four times. */
  | { readonly kind: 'double'; readonly input: Plane; readonly output: Plane; readonly channels: number }

type Conv = (input: number, inputRow: number, weights: number, bias: number, output: number, outputStride: number, count: number, channels: number, blocks: number) => void

/** Does rows of jobs over a memory. @param bytes  convModule(), assembled */
export function createRowWorker(bytes: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory): (job: RowJob, row: number) => void {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { conv: { memory } })
  const floats = new Float32Array(memory.buffer)
  return (job, row) => {
    const { input, output } = job
    switch (job.kind) {
      case 'conv': {
        const conv = exports[`conv_${input.stride}`] as Conv
        conv(input.at + (row - 1) * input.rowStride - input.stride, input.rowStride, job.weights, job.bias, output.at + row * output.rowStride, output.stride, output.width, job.channels, job.blocks)
        return
      }
      case 'halve': return halveRow(floats, input, output, job.channels, row)
      default: return doubleRow(floats, input, output, job.channels, row)
    }
  }
}

function halveRow(floats: Float32Array, input: Plane, output: Plane, channels: number, row: number): void {
  const [step, down] = [input.stride / 4, input.rowStride / 4]
  let from = (input.at + 2 * row * input.rowStride) / 4
  let to = (output.at + row * output.rowStride) / 4
  for (let x = 0; x < output.width; x++, from += 2 * step, to += output.stride / 4) {
    for (let c = 0; c < channels; c++) {
      const at = from + c
      floats[to + c] = Math.max(floats[at], floats[at + step], floats[at + down], floats[at + down + step])
    }
  }
}

function doubleRow(floats: Float32Array, input: Plane, output: Plane, channels: number, row: number): void {
  const [stride, from0] = [output.stride / 4, (input.at + (row >> 1) * input.rowStride) / 4]
  let to = (output.at + row * output.rowStride) / 4
  for (let x = 0; x < output.width; x++, to += stride) {
    const from = from0 + ((x >> 1) * input.stride) / 4
    for (let c = 0; c < channels; c++) floats[to + c] = floats[from + c]
  }
}
