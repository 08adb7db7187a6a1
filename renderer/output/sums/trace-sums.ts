import { addSums, type PathRegion, type PathTracer, SAMPLE_BLOCK } from '../../../gpu/index.ts'
import type { Picture } from '../../../electron/batch-wire.ts'
import type { ReferenceOptions, Shot } from '../picture/picture.ts'

/** The part of a picture that one file of sums holds. */
export interface SumsPart {
  /** Pixels of the whole picture. */
  readonly region: PathRegion
  /** A multiple of SAMPLE_BLOCK. */
  readonly firstSample: number
  /** Whole blocks, unless they are the picture's last. */
  readonly samples: number
}

type Made = Pick<Picture, 'view' | 'width' | 'height' | 'seed' | 'panorama' | 'transparent' | 'glossFloor' | 'way' | 'moved' | 'sun' | 'variant'> & { readonly bounces: number | null }

/** What a picture is made of, whatever part of it is traced and however it is shown: parts of one picture have the SHA-256 of the same. @param project  SHA-256 of its file @param environment  that takes the place of the project's; null: none */
export function madeOf(project: string, { view, width, height, bounces, seed, panorama, transparent, glossFloor, way, moved, sun, variant }: Made, environment: unknown = null): string {
  return JSON.stringify([project, view, width, height, bounces, environment, seed, panorama, transparent, glossFloor, way, moved, sun, variant])
}

/**
 * Traces a part of a picture: the sums that a file of it holds (sums.ts).
 *
 * @param options  its guides make the sums layered
 * @param mayGoOn  is waited for before every step, each of which is bounded
 */
export async function traceSums(
  tracer: PathTracer, { camera, projection, width, height, settings }: Shot, { samples: _all, ...options }: ReferenceOptions, { region, firstSample, samples }: SumsPart, tell: (share: number) => void, mayGoOn: () => Promise<void> = () => Promise.resolve(),
): Promise<Float32Array<ArrayBuffer>[]> {
  await tracer.begin({ camera, projection, width, height, region, firstSample, settings, ...options })
  const sums: Float32Array[] = []
  while (tracer.samples < samples) {
    await mayGoOn()
    const isWhole = await tracer.step(samples - tracer.samples)
    tell((tracer.samples + tracer.fraction) / samples)
    if (!isWhole || (tracer.samples % SAMPLE_BLOCK !== 0 && tracer.samples < samples)) continue
    const block = await tracer.readBlock()
    // Sums from the first sample on are those that the whole picture would have here; later blocks wait for the ones before.
    if (firstSample === 0 && sums.length > 0) addSums(sums[0], block)
    else sums.push(block)
  }
  return sums as Float32Array<ArrayBuffer>[]
}
