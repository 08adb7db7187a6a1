import { createUniform } from '../../buffers/buffer.ts'
import { summarizeAdapter } from '../../device/device.ts'
import type { GBuffer, Rasterizer } from './gbuffer.ts'
import type { StructLayout } from '../../buffers/layout.ts'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import type { Kernel } from '../../kernels/kernel.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { cameraRays } from './camera.ts'
import { tracingPieces } from '../pieces.ts'
import primaryWgsl from './primary.wgsl?raw'
import type { SceneBindings } from '../../tables/scene-bindings.ts'

/** 8x8 blocks in one dispatch: a program that plays the GPU takes its time, and a card thirty times slower than an H100 needs 30 ms. */
const BLOCKS_PER_DISPATCH = { software: 512, hardware: 16384 }

/** Copies the traced depth into a depth texture, which no kernel can write. */
const DEPTH_WGSL = `// primary-depth.wgsl: copies traced depth.
@group(0) @binding(0) var traced_depth: texture_2d<f32>;
@vertex fn corners(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn copy(@builtin(position) p: vec4f) -> @builtin(frag_depth) f32 {
  return textureLoad(traced_depth, vec2u(p.xy), 0).x;
}`

interface Size { readonly width: number; readonly height: number; readonly ids: GPUTexture; readonly traced: GPUTexture; readonly depth: GPUTexture }

/** What every traced rasterizer of one device shares. */
export interface PrimaryKernels { readonly kernel: Kernel; readonly paramsLayout: StructLayout; readonly depthPipeline: GPURenderPipeline }

export async function compilePrimary(device: GPUDevice, traversal: TraversalName): Promise<PrimaryKernels> {
  const pieces = [...tracingPieces('uber', traversal), primaryWgsl]
  const module = device.createShaderModule({ label: 'primary depth', code: DEPTH_WGSL })
  const [kernel, depthPipeline] = await Promise.all([
    createKernel(device, 'trace_primary', pieces),
    device.createRenderPipelineAsync({
      label: 'primary depth',
      layout: device.createPipelineLayout({
        bindGroupLayouts: [device.createBindGroupLayout({ entries: [{ binding: 0, visibility: GPUShaderStage.FRAGMENT, texture: { sampleType: 'unfilterable-float' } }] })],
      }),
      vertex: { module },
      fragment: { module, targets: [] },
      depthStencil: { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'always' },
    }),
  ])
  return { kernel, depthPipeline, paramsLayout: structOf(pieces, 'PrimaryParams') }
}

/**
 * A Rasterizer that traces its primary rays: for tests, headless stills, and for measuring what the rasterizer saves.
 *
 * @param kernels  asked at every call, since the traversal may change
 * @param bindings  asked at every call, since arenas grow
 */
export function createPrimary(device: GPUDevice, kernels: () => PrimaryKernels, bindings: () => SceneBindings): Rasterizer & { dispose(): void } {
  const params = createUniform(device, kernels().paramsLayout)
  const most = BLOCKS_PER_DISPATCH[summarizeAdapter(device.adapterInfo).isSoftware ? 'software' : 'hardware']
  let size: Size | null = null

  function resize(width: number, height: number): Size {
    if (size !== null && size.width === width && size.height === height) return size
    destroySize(size)
    const texture = (label: string, format: GPUTextureFormat, usage: number) =>
      device.createTexture({ label, size: [width, height], format, usage: usage | GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_SRC })
    size = {
      width, height,
      ids: texture('primary ids', 'rg32uint', GPUTextureUsage.STORAGE_BINDING),
      traced: texture('primary traced depth', 'r32float', GPUTextureUsage.STORAGE_BINDING),
      depth: texture('primary depth', 'depth32float', GPUTextureUsage.RENDER_ATTACHMENT),
    }
    return size
  }

  return {
    rasterize(camera, width, height, jitter): GBuffer {
      const { ids, traced, depth } = resize(width, height)
      const { kernel, depthPipeline } = kernels()
      const rays = cameraRays(camera, width, height)
      const { scene, textures } = bindings()
      const group = kernel.bind(2, { primary: params.buffer, primary_ids: ids.createView(), primary_depth: traced.createView() })
      const depthGroup = device.createBindGroup({ layout: depthPipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: traced.createView() }] })
      const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
      for (let first = 0; first < blocks; first += most) {
        const count = Math.min(most, blocks - first)
        params.write({
          camera_position: rays.position, near: camera.near, far: camera.far, corner: rays.corner, step_x: rays.stepX, step_y: rays.stepY,
          forward: rays.forward, jitter, first_block: first, block_count: count,
        })
        const encoder = device.createCommandEncoder({ label: 'primary' })
        const pass = encoder.beginComputePass({ label: 'primary' })
        kernel.dispatch(pass, [scene, textures, group], count)
        pass.end()
        if (first + count === blocks) encodeDepth(encoder, depthPipeline, depthGroup, depth)
        device.queue.submit([encoder.finish()])
      }
      return { ids, depth, width, height }
    },
    dispose() {
      params.dispose()
      destroySize(size)
    },
  }
}

function encodeDepth(encoder: GPUCommandEncoder, pipeline: GPURenderPipeline, group: GPUBindGroup, depth: GPUTexture): void {
  const pass = encoder.beginRenderPass({
    label: 'primary depth', colorAttachments: [],
    depthStencilAttachment: { view: depth.createView(), depthClearValue: 0, depthLoadOp: 'clear', depthStoreOp: 'store' },
  })
  pass.setPipeline(pipeline)
  pass.setBindGroup(0, group)
  pass.draw(3)
  pass.end()
}

function destroySize(size: Size | null): void {
  size?.ids.destroy()
  size?.traced.destroy()
  size?.depth.destroy()
}
