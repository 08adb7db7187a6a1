import { createUniform } from '../../buffers/buffer.ts'
import type { PassTimer } from '../../device/timestamps.ts'
import type { GBuffer } from '../raster/gbuffer.ts'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import { type HeatView, isHeatView, type RenderSettings, whiteOf } from '../../settings.ts'
import falseColorWgsl from './false-color.wgsl?raw'
import type { FrameTargets } from '../targets.ts'
import toneCurvesWgsl from './tone-curves.wgsl?raw'
import tonemapWgsl from './tonemap.wgsl?raw'
import { whiteBalanceMatrix } from './white-balance.ts'

/** Numbers of tone-curves.wgsl and tonemap.wgsl. */
export const CURVES = { none: 0, neutral: 1, agx: 2, aces: 3 } as const
const CURVE_RAW = 4
const HEAT_CURVES = { nodes: 5, tests: 6, occupancy: 7 } as const

/** What tonemap.wgsl is linked from. */
export const TONE_PIECES: readonly string[] = [toneCurvesWgsl, falseColorWgsl, tonemapWgsl]

export interface ToneInputs {
  readonly targets: FrameTargets
  readonly gbuffer: GBuffer
  readonly settings: Pick<RenderSettings, 'exposureEv' | 'toneMap' | 'view' | 'whiteBalance'>
  readonly tracedWidth: number
  readonly tracedHeight: number
  readonly stride: number
  /** Raster pixels right and down from the corner of a traced pixel to the one that it looked through. */
  readonly phase: readonly [x: number, y: number]
  /** Pictures smaller than the canvas are enlarged instance by instance; else evenly, for they have smooth edges. */
  readonly keepsEdges: boolean
  /** Output pixels to write. */
  readonly region: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** The ends of the heat maps' legends. */
  readonly heatScales: Readonly<Record<HeatView, number>>
  /** Pixels that were not rendered become dark. */
  readonly fillsGaps: boolean
  readonly timestamps: PassTimer
}

/** Radiance to the canvas-sized, display-referred picture: exposure, tone curve, sRGB, upscaling. */
export interface ToneMap {
  encode(encoder: GPUCommandEncoder, inputs: ToneInputs): void
  dispose(): void
}

export async function createToneMap(device: GPUDevice): Promise<ToneMap> {
  const kernel = await createKernel(device, 'tonemap', TONE_PIECES)
  const params = createUniform(device, structOf(TONE_PIECES, 'ToneParams'))
  return {
    encode(encoder, { targets, gbuffer, settings, tracedWidth, tracedHeight, stride, phase, keepsEdges, region, heatScales, fillsGaps, timestamps }) {
      const { view, toneMap, exposureEv, whiteBalance } = settings
      params.write({
        output_size: [targets.width, targets.height],
        raster_size: [gbuffer.width, gbuffer.height],
        traced_size: [tracedWidth, tracedHeight],
        region_min: [region.x, region.y],
        region_max: [region.x + region.width, region.y + region.height],
        stride,
        curve: isHeatView(view) ? HEAT_CURVES[view] : view === 'normals' ? CURVE_RAW : CURVES[toneMap],
        scale: 1 / (isHeatView(view) ? heatScales[view] : whiteOf(exposureEv)),
        balance: whiteBalanceMatrix(whiteBalance),
        keeps_edges: keepsEdges,
        fills_gaps: fillsGaps,
        phase,
      })
      const group = kernel.bind(0, {
        tone: params.buffer, tone_ids: gbuffer.ids.createView(), traced: targets.radiance, output: targets.output.createView(),
      })
      const pass = encoder.beginComputePass({ label: 'tonemap', timestampWrites: timestamps.writes('tonemap') })
      kernel.dispatch(pass, [group], Math.ceil(region.width / 8), Math.ceil(region.height / 8))
      pass.end()
    },
    dispose: () => params.dispose(),
  }
}
