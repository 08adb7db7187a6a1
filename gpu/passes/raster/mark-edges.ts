import { createUniform } from '../../buffers/buffer.ts'
import type { GBuffer } from './gbuffer.ts'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import markEdgesWgsl from './mark-edges.wgsl?raw'
import type { FrameTargets } from '../targets.ts'
import toneCurvesWgsl from '../display/tone-curves.wgsl?raw'

/** Marks in `targets.edges` the pixels that more samples would change, or all; the rest of the picture is left alone. */
export interface MarkEdges {
  encode(encoder: GPUCommandEncoder, inputs: { readonly gbuffer: GBuffer; readonly targets: FrameTargets; readonly scale: number; readonly all: boolean }): void
  dispose(): void
}

/** About what an eye tells apart side by side, sRGB-encoded. */
const THRESHOLD = 0.04
/** Less than any difference. */
const EVERYWHERE = -1

export async function createMarkEdges(device: GPUDevice): Promise<MarkEdges> {
  const pieces = [toneCurvesWgsl, markEdgesWgsl]
  const kernel = await createKernel(device, 'mark_edges', pieces)
  const params = createUniform(device, structOf(pieces, 'EdgeParams'))
  return {
    encode(encoder, { gbuffer, targets, scale, all }) {
      params.write({ size: [targets.width, targets.height], scale, threshold: all ? EVERYWHERE : THRESHOLD })
      const group = kernel.bind(0, { edge: params.buffer, edge_ids: gbuffer.ids.createView(), first_sample: targets.radiance, marks: targets.edges.createView() })
      const pass = encoder.beginComputePass({ label: 'mark edges' })
      kernel.dispatch(pass, [group], Math.ceil(targets.width / 8), Math.ceil(targets.height / 8))
      pass.end()
    },
    dispose: () => params.dispose(),
  }
}
