import { expect, test } from 'vitest'
import { denoisePicture, type Network, SAMPLE_BLOCK } from '../../../gpu/index.ts'
import { createMerge, mergedRows, writeMergedDenoised } from './merge.ts'
import { bandsOf, denoisedLayers } from '../picture/picture.ts'
import { checkSums, encodeSums, openSums, type SumsFacts, type SumsSource, sumsIn, vectorsIn } from './sums.ts'

const facts = (change: Partial<SumsFacts> = {}): SumsFacts => ({
  width: 7, height: 5, panorama: false, transparent: false, shown: { toneMap: 'agx', exposureEv: 3, whiteBalance: 6500 }, picture: 'a room', adapter: 'threads',
  region: { x: 0, y: 0, width: 7, height: 5 }, firstSample: 0, samples: 3 * SAMPLE_BLOCK + 5, layered: false, ...change,
})

const sourceOf = (bytes: Uint8Array<ArrayBuffer>, name = 'a.sums'): SumsSource => ({ name, sizeBytes: bytes.length, read: (at, count) => Promise.resolve(bytes.slice(at, at + count)) })

/** Sums of one block at a pixel: nothing that adds up the same in another order. */
const valueAt = (x: number, y: number, vector: number, channel: number, block: number): number => Math.fround(1e-3 + Math.sin(x * 12.9898 + y * 78.233 + vector * 3.7 + channel * 1.3 + block * 7.1) ** 2 * 10 ** (block * 2 - 3))

/** What a tracer would sum of a part. */
function partOf(part: SumsFacts): Uint8Array<ArrayBuffer> {
  const { region: { x, y, width, height }, firstSample, samples } = part
  const blocks = Array.from({ length: Math.ceil(samples / SAMPLE_BLOCK) }, (_, i) => Float32Array.from({ length: 4 * width * height * vectorsIn(part) }, (_unused, k) => {
    const [channel, pixel] = [k % 4, Math.floor(k / 4)]
    const [vector, at] = [Math.floor(pixel / (width * height)), pixel % (width * height)]
    return valueAt(x + (at % width), y + Math.floor(at / width), vector, channel, firstSample / SAMPLE_BLOCK + i)
  }))
  if (firstSample > 0) return encodeSums(part, blocks)
  const [sum, ...later] = blocks
  for (const block of later) for (let k = 0; k < sum.length; k++) sum[k] += block[k]
  return encodeSums(part, [sum])
}

const open = (part: SumsFacts, name?: string) => openSums(sourceOf(partOf(part), name))

test('parts of any cut merge into the bits of the whole picture, band by band', async () => {
  const whole = createMerge([await open(facts({ layered: true }))])
  const cut: SumsFacts[] = []
  for (const region of [{ x: 3, y: 2, width: 4, height: 3 }, { x: 0, y: 0, width: 7, height: 2 }, { x: 0, y: 2, width: 3, height: 3 }]) {
    for (const [firstSample, samples] of [[2 * SAMPLE_BLOCK, SAMPLE_BLOCK + 5], [0, 2 * SAMPLE_BLOCK]]) cut.push(facts({ region, firstSample, samples, layered: true }))
  }
  const merged = createMerge(await Promise.all(cut.map((part) => open(part))))
  expect(merged.samples).toBe(whole.samples)
  expect(bandsOf(7, 5)).toHaveLength(1)
  for (const band of [{ y: 0, rows: 5 }, { y: 0, rows: 1 }, { y: 1, rows: 3 }, { y: 4, rows: 1 }]) expect(await merged.band(band)).toEqual(await whole.band(band))
  const { radiance } = await whole.band({ y: 2, rows: 1 })
  let sum = valueAt(4, 2, 0, 1, 0)
  for (let block = 1; block < 4; block++) sum = Math.fround(sum + valueAt(4, 2, 0, 1, block))
  expect(radiance[4 * 4 + 1]).toBe(Math.fround(sum / (3 * SAMPLE_BLOCK + 5)))
})

test('a merged picture is denoised as a whole, whatever its cut, and keeps what was traced beside it', async () => {
  const [width, height] = [16, 300]
  const all = facts({ width, height, region: { x: 0, y: 0, width, height }, samples: 8, layered: true })
  /** Each pixel becomes the mean of those up to 90 rows around it: a seam anywhere would show. */
  const network: Network = {
    mostPixels: 1 << 20,
    run({ radiance }, rowWidth, part) {
      const seen = new Float32Array(4 * part.width * part.height)
      const at = (x: number, y: number, c: number): number => radiance[4 * ((part.y + y) * rowWidth + part.x + x) + c]
      for (let y = 0; y < part.height; y++) for (let x = 0; x < part.width; x++) for (let c = 0; c < 4; c++) {
        const rows = [y - 90, y, y + 90].filter((row) => row >= 0 && row < part.height)
        seen[4 * (y * part.width + x) + c] = rows.reduce((sum, row) => sum + at(x, row, c), 0) / rows.length
      }
      return Promise.resolve(seen)
    },
    dispose() {},
  }
  const whole = createMerge([await open(all)])
  const rows = await mergedRows(whole)({ y: 0, rows: height }, () => undefined)
  const bytesOf = (bands: readonly Float32Array[]): Buffer => Buffer.concat(bands.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)))
  const expected = denoisedLayers(await denoisePicture(network, rows, { width, height }), rows)
  for (const edge of [1, 133]) {
    const merge = createMerge([await open({ ...all, region: { x: 0, y: 0, width, height: edge } }), await open({ ...all, region: { x: 0, y: edge, width, height: height - edge } })])
    const got: Float32Array[] = []
    const encoder = {
      rows(values: Float32Array) {
        got.push(values)
        return Promise.resolve()
      },
      end: () => Promise.resolve(),
    }
    const shares: number[] = []
    await writeMergedDenoised(merge, { network }, denoisedLayers, encoder, (share) => shares.push(share), [{ y: 0, rows: 48 }, { y: 48, rows: 200 }, { y: 248, rows: 52 }])
    expect(Buffer.compare(bytesOf(got), bytesOf([expected]))).toBe(0)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  }
  await expect(mergedRows(createMerge([await open(facts())]))({ y: 0, rows: 1 }, () => undefined)).rejects.toThrow('no layers')
})

test('one part of all says what things are called, wherever it stands, for houses have many and pictures may have 200,000 parts', async () => {
  const things = Array.from({ length: 1000 }, (_, i) => `Stuhl ${i}`)
  const all = facts({ layered: true, samples: SAMPLE_BLOCK + 5, things })
  const cut = [{ x: 0, y: 2, width: 7, height: 3 }, { x: 0, y: 0, width: 7, height: 2 }].flatMap((region) => [[SAMPLE_BLOCK, 5], [0, SAMPLE_BLOCK]].map(([firstSample, samples]) => ({ ...all, region, firstSample, samples })))
  expect(createMerge(await Promise.all(cut.map((part) => open(part)))).facts.things).toEqual(things)
  expect(cut.map((part) => partOf(part).length - partOf({ ...part, things: undefined }).length > 0)).toEqual([false, false, false, true])
  // Nor is it believed, or kept, of any other that says so.
  const [first] = cut
  const bytes = partOf({ ...first, things: undefined })
  expect((await open(first)).facts).toEqual((await openSums(sourceOf(bytes))).facts)
})

test('parts that are missing, overlap or belong to another picture are told', async () => {
  const [upper, lower] = [facts({ region: { x: 0, y: 0, width: 7, height: 2 } }), facts({ region: { x: 0, y: 2, width: 7, height: 3 } })]
  const merge = async (...parts: SumsFacts[]) => createMerge(await Promise.all(parts.map((part, i) => open(part, `${i}.sums`))))
  await expect(merge(upper)).rejects.toThrow('The part at 0, 2 is missing')
  await expect(merge(upper, lower, facts({ region: { x: 1, y: 1, width: 2, height: 2 } }))).rejects.toThrow('covers what another part covers')
  await expect(merge(upper, facts({ ...lower, picture: 'another room' }))).rejects.toThrow('another picture than 0.sums')
  await expect(merge(upper, facts({ ...lower, samples: SAMPLE_BLOCK }))).rejects.toThrow('It ends at sample 64')
  await expect(merge(upper, facts({ ...lower, firstSample: SAMPLE_BLOCK }))).rejects.toThrow('It begins at sample 64, not 0')
  expect((await merge(upper, facts({ ...lower, adapter: 'another card' }))).adapters).toEqual(['another card', 'threads'])
})

test('a file of sums that was cut off, changed or made up is refused', async () => {
  const part = facts({ region: { x: 1, y: 1, width: 3, height: 2 } })
  const bytes = partOf(part)
  expect(await checkSums(sourceOf(bytes))).toEqual(part)
  expect(sumsIn({ firstSample: SAMPLE_BLOCK, samples: SAMPLE_BLOCK + 1 })).toBe(2)
  await expect(openSums(sourceOf(bytes.slice(0, -7)))).rejects.toThrow('bytes, not')
  const changed = bytes.slice()
  changed[changed.length - 20] ^= 1
  await expect(checkSums(sourceOf(changed))).rejects.toThrow('not those that were written')
  await expect(openSums(sourceOf(new Uint8Array(64)))).rejects.toThrow('Not a file of sums')
  const lying = (change: object) => openSums(sourceOf(encodeSums({ ...part, ...change }, [])))
  await expect(lying({ region: { x: 5, y: 1, width: 3, height: 2 } })).rejects.toThrow('outside the picture')
  await expect(lying({ width: 1e9 })).rejects.toThrow('width')
  await expect(lying({ samples: 1.5 })).rejects.toThrow('samples')
  await expect(lying({ adapter: 'x'.repeat(3e6) })).rejects.toThrow('too long')
  await expect(lying({ shown: null })).rejects.toThrow('shown')
})
