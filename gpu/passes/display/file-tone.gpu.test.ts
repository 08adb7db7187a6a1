import { expect, test } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import type { Rgb } from '../../scene.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { cameraAt, sceneOf } from '../../testing/shapes.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import { createFileTone, FILE_TONE_PIECES } from './file-tone.ts'

/** Nits: black, dim, a wall by daylight, deep colours, a lamp, the sun. */
const RADIANCES: readonly Rgb[] = [[0, 0, 0], [0.02, 0.03, 0.01], [12, 11, 9], [38, 38, 38], [40, 2, 0.5], [0.3, 5, 90], [900, 700, 300], [1e6, 1e6, 1e6]]
const TONES = [{ toneMap: 'none', exposureEv: 5 }, { toneMap: 'neutral', exposureEv: 5 }, { toneMap: 'agx', exposureEv: 3.3 }, { toneMap: 'aces', exposureEv: 8 }, { toneMap: 'none', exposureEv: 5, whiteBalance: 3200 }] as const

test('the window and a file show the same bytes of the same radiance, by every tone curve', async () => {
  const device = await sharedDevice()
  const engine = await createHeadlessEngine(device)
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
  const toFile = createFileTone(instantiate(compileTwin(FILE_TONE_PIECES.map(pieceOf), { entryPoint: 'tone_file' })))
  const size = { width: 8, height: 8 }
  for (const radiance of RADIANCES) {
    engine.setScene(sceneOf([], [], { environment: { zenith: radiance, nadir: radiance } }))
    for (const tone of TONES) {
      loop.update({ camera: cameraAt([0, 1, 0]), settings: { ...DEFAULT_SETTINGS, ...tone }, ...size, interacting: false })
      while (await loop.step() === 'working') { /* until it is final */ }
      const shown = (await readTexture(device, loop.output, 4)).slice(0, 4)
      const written = toFile(Float32Array.of(...radiance, 1), { ...DEFAULT_SETTINGS, ...tone })
      // The adapter's own powers may round the other way.
      for (const [c, byte] of written.entries()) expect(Math.abs(shown[c] - byte), `${radiance.join(' ')} nits by ${tone.toneMap}: ${[...shown].join(' ')} and ${[...written].join(' ')}`).toBeLessThanOrEqual(1)
    }
  }
  loop.dispose()
  engine.dispose()
})
