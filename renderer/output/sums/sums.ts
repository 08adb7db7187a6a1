import { z } from 'zod'
import { crc32, joined, text } from '../encoders/bytes.ts'
import { LARGEST_PICTURE, MOST_SAMPLES } from '../options.ts'
import { MOST_LETTERS } from '../things.ts'
import { SAMPLE_BLOCK } from '../../../gpu/index.ts'

/*
 * A part of a path-traced picture on its way to the whole one: sums of radiance over a region's samples. Floats do not commute, so what stands in
 * a file is what merging adds: of samples that begin at 0 one sum of all, of later ones a sum of each block of SAMPLE_BLOCK.
 *
 *   'ATRSUMS2', length of the facts (uint32), the facts (JSON), the sums (float32, little-endian), CRC-32 of all before it (uint32)
 *
 * Of every sum come all pixels' radiance and coverage and, where it is layered, their albedo with depth, their normals and what their first samples saw: 4 floats per pixel each.
 */

const whole = (least: number, most: number) => z.int().min(least).max(most)
const finite = (least: number, most: number) => z.number().min(least).max(most)

const SumsFacts = z.strictObject({
  /** Of the whole picture, pixels. */
  width: whole(1, LARGEST_PICTURE),
  height: whole(1, LARGEST_PICTURE),
  panorama: z.boolean(),
  transparent: z.boolean(),
  /** How the whole picture is shown, in the words of RenderSettings; its exposure is locked. */
  shown: z.strictObject({ toneMap: z.enum(['agx', 'neutral', 'aces', 'none']), exposureEv: finite(-100, 100), whiteBalance: finite(1000, 25_000) }),
  /** What it was made of: parts of one picture have the same. */
  picture: z.string().max(200),
  /** Who traced it: another card may round otherwise. */
  adapter: z.string().max(500),
  region: z.strictObject({ x: whole(0, LARGEST_PICTURE), y: whole(0, LARGEST_PICTURE), width: whole(1, LARGEST_PICTURE), height: whole(1, LARGEST_PICTURE) }),
  firstSample: whole(0, MOST_SAMPLES).multipleOf(SAMPLE_BLOCK),
  samples: whole(1, MOST_SAMPLES),
  layered: z.boolean(),
  /** Of a layered picture: what its things are called, by their numbers (thingsOf). One part says it, that of the first pixel's first sample: a picture may have 200,000. */
  things: z.array(z.string().max(MOST_LETTERS)).optional(),
}).refine(({ width, height, region }) => region.x + region.width <= width && region.y + region.height <= height, 'The region lies outside the picture')

export type SumsFacts = z.infer<typeof SumsFacts>

const MAGIC = text('ATRSUMS2')
const LONGEST_FACTS = 1 << 21

/** How many sums stand in a file. */
export const sumsIn = ({ firstSample, samples }: Pick<SumsFacts, 'firstSample' | 'samples'>): number => (firstSample === 0 ? 1 : Math.ceil(samples / SAMPLE_BLOCK))
/** Vectors of four floats that every sum has of a pixel. */
export const vectorsIn = ({ layered }: Pick<SumsFacts, 'layered'>): number => (layered ? 4 : 1)
const floatsIn = (facts: SumsFacts): number => sumsIn(facts) * vectorsIn(facts) * facts.region.width * facts.region.height * 4

export const isFirstPart = ({ region: { x, y }, firstSample }: Pick<SumsFacts, 'region' | 'firstSample'>): boolean => x === 0 && y === 0 && firstSample === 0
const withoutNames = (facts: SumsFacts): SumsFacts => ({ ...facts, things: undefined })

/** A file of sums; they are given in order. @param facts  of a part that is not the first, but for its things */
export function encodeSums(facts: SumsFacts, sums: readonly Float32Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const head = text(JSON.stringify(isFirstPart(facts) ? facts : withoutNames(facts)))
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, head.length, true)
  const body = joined(MAGIC, new Uint8Array(length.buffer), head, ...sums.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)))
  const check = new DataView(new ArrayBuffer(4))
  check.setUint32(0, crc32(body), true)
  return joined(body, new Uint8Array(check.buffer))
}

/** Bytes at any place: a file on a disk, or one far away. */
export interface SumsSource {
  readonly name: string
  readonly sizeBytes: number
  /** @returns exactly so many bytes. @throws when they are not there */
  read(at: number, count: number): Promise<Uint8Array<ArrayBuffer>>
}

/** A file of sums that is read a few rows at a time. */
export interface SumsFile {
  readonly facts: SumsFacts
  readonly name: string
  /** @param sum  which of its sums @param vector  which of a pixel's vectors @param y  rows of the whole picture, all of them in its region */
  rows(sum: number, vector: number, y: number, rows: number): Promise<Float32Array<ArrayBuffer>>
}

/** What is wrong with a file of sums. */
export class SumsError extends Error {
  readonly file: string
  constructor(file: string, problem: string) {
    super(problem)
    this.file = file
  }
}

/** Opens a file that anybody may have written. @throws SumsError */
export async function openSums(source: SumsSource): Promise<SumsFile> {
  const wrong = (problem: string): SumsError => new SumsError(source.name, problem)
  if (source.sizeBytes < MAGIC.length + 8) throw wrong('Too short')
  const start = await source.read(0, MAGIC.length + 4)
  if (MAGIC.some((byte, i) => start[i] !== byte)) throw wrong('Not a file of sums')
  const headLength = new DataView(start.buffer, start.byteOffset).getUint32(MAGIC.length, true)
  if (headLength > LONGEST_FACTS || headLength > source.sizeBytes) throw wrong('Its facts are too long')
  const facts = parseFacts(await source.read(MAGIC.length + 4, headLength), wrong)
  const first = MAGIC.length + 4 + headLength
  if (source.sizeBytes !== first + 4 * floatsIn(facts) + 4) throw wrong(`It has ${source.sizeBytes} bytes, not ${first + 4 * floatsIn(facts) + 4}`)
  const { region } = facts
  return {
    facts, name: source.name,
    async rows(sum, vector, y, rows) {
      const at = ((sum * vectorsIn(facts) + vector) * region.height + y - region.y) * region.width * 16
      const bytes = await source.read(first + at, rows * region.width * 16)
      return new Float32Array(bytes.byteOffset % 4 === 0 ? bytes.buffer : bytes.slice().buffer, bytes.byteOffset % 4 === 0 ? bytes.byteOffset : 0, rows * region.width * 4)
    },
  }
}

function parseFacts(bytes: Uint8Array<ArrayBuffer>, wrong: (problem: string) => SumsError): SumsFacts {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw wrong('Its facts are no JSON')
  }
  const facts = SumsFacts.safeParse(json)
  if (!facts.success) throw wrong(z.prettifyError(facts.error))
  return isFirstPart(facts.data) ? facts.data : withoutNames(facts.data)
}

/** Reads all of a file: whether every byte is as it was written. Its length alone would not tell. @throws SumsError */
export async function checkSums(source: SumsSource): Promise<SumsFacts> {
  const { facts } = await openSums(source)
  const bytes = await source.read(0, source.sizeBytes)
  const check = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true)
  if (crc32(bytes.subarray(0, -4)) !== check) throw new SumsError(source.name, 'Its bytes are not those that were written')
  return facts
}
