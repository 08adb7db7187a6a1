import { describe, expect, test } from 'vitest'
import { decodeImageInNode } from '../../reading/in-node.ts'
import { WHOLE_MODEL, type LoadedAsset } from '../../types.ts'
import { importModel } from '../import.ts'
import { glbOf, twoChairsAndALamp } from '../testing-glb.ts'
import type { Settle } from './settle.ts'

const read = (bytes: Uint8Array<ArrayBuffer>, settle?: Settle): Promise<LoadedAsset> => importModel(bytes, { name: 'chair.glb', pieces: 'single', settle, decodeImage: decodeImageInNode })
const boundsOf = ({ parsed }: LoadedAsset) => parsed.meshes.get(parsed.parts[0].mesh)!.bounds
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5) as number)
/** As the file has it, z up: 7 x 1 x 6 m, from x = -3.5 and z = -5. */
const model = (): Uint8Array<ArrayBuffer> => glbOf(twoChairsAndALamp())

describe('a model that becomes a piece', () => {
  test.for([
    ['floor', (min: readonly number[], max: readonly number[]) => [(min[0] + max[0]) / 2, min[1], (min[2] + max[2]) / 2]],
    ['ceiling', (min: readonly number[], max: readonly number[]) => [(min[0] + max[0]) / 2, max[1], (min[2] + max[2]) / 2]],
    ['wall', (min: readonly number[], max: readonly number[]) => [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, min[2]]],
  ] as const)('is held where a piece on the %s is', async ([mount, held]) => {
    const asItCame = boundsOf(await read(model()))
    const { min, max } = boundsOf(await read(model(), { mount }))
    const origin = held(asItCame.min, asItCame.max)
    expect(min).toEqual(near(asItCame.min.map((value, k) => value - origin[k])))
    expect(max).toEqual(near(asItCame.max.map((value, k) => value - origin[k])))
  })

  test('is bit for bit the same thing when its GLB is read again', async () => {
    for (const settle of [{ mount: 'floor' }, { mount: 'wall', quarterTurns: 3, scale: [0.37, 1, 0.5] }] as const) {
      const settled = await read(model(), settle)
      const again = await read(settled.bytes.slice())
      expect(again.parsed).toEqual(settled.parsed)
      expect(again.parsed.key).not.toBe((await read(model())).parsed.key)
      expect(again.parsed.parts[0].id).toBe(WHOLE_MODEL)
    }
  })

  test('stays as it is once it is at its place', async () => {
    const { bytes, parsed } = await read(model(), { mount: 'floor' })
    expect((await read(bytes.slice(), { mount: 'floor' })).parsed.key).toBe(parsed.key)
  })

  test('is turned by quarters and sized', async () => {
    const before = boundsOf(await read(model(), { mount: 'floor' }))
    const after = boundsOf(await read(model(), { mount: 'floor', quarterTurns: 1, scale: [0.5, 0.5, 0.25] }))
    const [width, height, depth] = before.max.map((value, k) => value - before.min[k])
    expect(after.max.map((value, k) => value - after.min[k])).toEqual(near([depth / 4, height / 2, width / 2]))
  })
})
