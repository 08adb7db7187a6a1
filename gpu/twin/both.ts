import { compileTwin } from './compiler/compile.ts'
import { instantiate } from './runtime/instantiate.ts'
import type { Piece } from './compiler/lex.ts'
import { createTwinKernel, type GeneratedModule } from './runtime/run.ts'

type Words = Uint32Array | Int32Array | Float32Array

/** What a kernel left in its writable buffers, by name. */
export type Outputs = Readonly<Record<string, Uint32Array>>

/**
 * Runs one kernel over buffers on the GPU and in the twin, for tests; in the twin also with functions that stay functions, as
 * large kernels have them.
 *
 * @param buffers  what is bound, by WGSL name; they are copied, never written
 */
export async function runOnBoth(
  device: GPUDevice, pieces: readonly Piece[], buffers: Readonly<Record<string, Words>>, workgroups: number, entryPoint = 'main',
): Promise<{ gpu: Outputs; twin: Outputs }> {
  const module = instantiate(compileTwin(pieces, { entryPoint, denormals: 'flush' }))
  const twin = runInTwin(module, buffers, workgroups)
  const inFunctions = runInTwin(instantiate(compileTwin(pieces, { entryPoint, denormals: 'flush', largest: 0 })), buffers, workgroups)
  for (const [name, words] of Object.entries(twin)) {
    if (words.some((word, i) => !sameWord(word, inFunctions[name][i]))) throw new Error(`${name} changes with functions that stay functions`)
  }
  return { gpu: await runOnGpu(device, pieces, module.kernel.bindings, buffers, workgroups, entryPoint), twin }
}

function runInTwin(module: GeneratedModule, buffers: Readonly<Record<string, Words>>, workgroups: number): Outputs {
  const copies = Object.fromEntries(Object.entries(buffers).map(([name, words]) => [name, new Uint32Array(words.buffer.slice(words.byteOffset, words.byteOffset + words.byteLength))]))
  const kernel = createTwinKernel(module, copies)
  kernel.dispatch(workgroups)
  return Object.fromEntries(module.kernel.bindings.filter(({ writable }) => writable).map(({ name }) => [name, copies[name]]))
}

type Binding = ReturnType<typeof instantiate>['kernel']['bindings'][number]

async function runOnGpu(
  device: GPUDevice, pieces: readonly Piece[], bindings: readonly Binding[], data: Readonly<Record<string, Words>>, workgroups: number, entryPoint: string,
): Promise<Outputs> {
  const code = pieces.map(({ text }) => text).join('\n')
  const shader = device.createShaderModule({ code })
  const error = (await shader.getCompilationInfo()).messages.find(({ type }) => type === 'error')
  if (error !== undefined) throw new Error(`the GPU refuses line ${error.lineNum}: ${error.message}\n${code.split('\n')[error.lineNum - 1]}`)
  const layout = device.createBindGroupLayout({
    entries: bindings.map(({ binding, kind, writable }) => ({
      binding, visibility: GPUShaderStage.COMPUTE, buffer: { type: kind === 'uniform' ? 'uniform' : writable ? 'storage' : 'read-only-storage' },
    })),
  })
  const { STORAGE, UNIFORM, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage
  const buffers = bindings.map(({ name, kind }) => {
    const buffer = device.createBuffer({ size: data[name].byteLength, usage: (kind === 'uniform' ? UNIFORM : STORAGE) | COPY_DST | COPY_SRC })
    device.queue.writeBuffer(buffer, 0, data[name] as Uint32Array<ArrayBuffer>)
    return buffer
  })
  const pipeline = device.createComputePipeline({ layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }), compute: { module: shader, entryPoint } })
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  pass.setPipeline(pipeline)
  pass.setBindGroup(0, device.createBindGroup({ layout, entries: bindings.map(({ binding }, i) => ({ binding, resource: { buffer: buffers[i] } })) }))
  pass.dispatchWorkgroups(workgroups)
  pass.end()
  const reads = bindings.flatMap(({ name, writable }, i) => {
    if (!writable) return []
    const staging = device.createBuffer({ size: buffers[i].size, usage: MAP_READ | COPY_DST })
    encoder.copyBufferToBuffer(buffers[i], 0, staging, 0, staging.size)
    return [{ name, staging }]
  })
  device.queue.submit([encoder.finish()])
  const outputs: Record<string, Uint32Array> = {}
  for (const { name, staging } of reads) {
    await staging.mapAsync(GPUMapMode.READ)
    outputs[name] = new Uint32Array(staging.getMappedRange().slice(0))
    staging.destroy()
  }
  for (const buffer of buffers) buffer.destroy()
  return outputs
}

const word = new Uint32Array(1)
const float = new Float32Array(word.buffer)

/** The same bits, or both NaN when read as floats. */
export function sameWord(a: number, b: number): boolean {
  if (a === b) return true
  word[0] = a
  if (!Number.isNaN(float[0])) return false
  word[0] = b
  return Number.isNaN(float[0])
}
