import { structOf } from '../../gpu/kernels/kernel.ts'
import { compileMirror } from '../../gpu/mirror/compile.ts'
import { instantiate } from '../../gpu/mirror/instantiate.ts'
import { pieceOf } from '../../gpu/mirror/lex.ts'
import { createMirrorKernel } from '../../gpu/mirror/run.ts'
import toneCurvesWgsl from '../../gpu/passes/tone-curves.wgsl?raw'
import { CURVES, whiteOf } from '../../gpu/passes/tonemap.ts'
import type { RenderSettings } from '../../gpu/index.ts'
import type { Picture } from './images.ts'
import toneWgsl from './tone.wgsl?raw'

const PIECES = [toneCurvesWgsl, toneWgsl]

/** What the window shows of a radiance, by the window's own curves. */
export function showPicture({ width, height, rgba }: Picture<Float32Array>, { toneMap, exposureEv }: Pick<RenderSettings, 'toneMap' | 'exposureEv'>): Picture<Uint8Array> {
  const layout = structOf(PIECES, 'FileTone')
  const params = new DataView(new ArrayBuffer(Math.ceil(layout.sizeBytes / 16) * 16))
  layout.write(params, 0, { count: width * height, curve: CURVES[toneMap], scale: 1 / whiteOf(exposureEv) })
  const shown = new Uint8Array(width * height * 4)
  const module = instantiate(compileMirror(PIECES.map(pieceOf), { entryPoint: 'tone_file' }))
  createMirrorKernel(module, { file_tone: params, radiance: rgba, shown }).dispatch(Math.ceil((width * height) / 64))
  return { width, height, rgba: shown }
}
