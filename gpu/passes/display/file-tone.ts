import { structOf } from '../../kernels/kernel.ts'
import { createTwinKernel, type GeneratedModule } from '../../twin/runtime/run.ts'
import { type RenderSettings, whiteOf } from '../../settings.ts'
import fileToneWgsl from './file-tone.wgsl?raw'
import toneCurvesWgsl from './tone-curves.wgsl?raw'
import { CURVES } from './tonemap.ts'
import { whiteBalanceMatrix } from './white-balance.ts'

/** What file-tone.wgsl is linked from: the window's own curves. Ships as `twin:file-tone`. */
export const FILE_TONE_PIECES: readonly string[] = [toneCurvesWgsl, fileToneWgsl]

/**
 * @param radiance  4 floats per pixel: premultiplied radiance in nits, and coverage
 * @returns 4 bytes per pixel: what the window shows of it, straight alpha
 */
export type FileTone = (radiance: Float32Array, settings: Pick<RenderSettings, 'toneMap' | 'exposureEv' | 'whiteBalance'>) => Uint8Array<ArrayBuffer>

/** Tone mapping for files, on the calling thread. @param module  FILE_TONE_PIECES, entry point `tone_file`, compiled */
export function createFileTone(module: GeneratedModule): FileTone {
  const layout = structOf(FILE_TONE_PIECES, 'FileTone')
  const params = new DataView(new ArrayBuffer(Math.ceil(layout.sizeBytes / 16) * 16))
  return (radiance, { toneMap, exposureEv, whiteBalance }) => {
    const count = radiance.length / 4
    layout.write(params, 0, { count, curve: CURVES[toneMap], scale: 1 / whiteOf(exposureEv), balance: whiteBalanceMatrix(whiteBalance) })
    const shown = new Uint8Array(count * 4)
    createTwinKernel(module, { file_tone: params, radiance, shown }).dispatch(Math.ceil(count / 64))
    return shown
  }
}
