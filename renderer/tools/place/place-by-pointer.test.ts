import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import type { AtriumDocument } from '../../document/types.ts'
import { useGuides } from '../../interaction/guides.ts'
import { useInteraction } from '../../interaction/store.ts'
import { type Block, queryOfBlocks } from '../../interaction/testing.ts'
import { loadCatalogueItem, type PlaceableItem } from '../../project/insert/bring-in.ts'
import { createPointerPlacing } from './place-by-pointer.ts'

vi.mock('../../project/insert/bring-in.ts', () => ({ loadCatalogueItem: vi.fn() }))

/** From above: a hundred pixels a metre on the floor, the origin in the middle. */
const POSE = { position: [0, 10, 0], target: [0, 0, 0], orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.5) } as const
const WALLS: readonly Block[] = [
  { id: 'room', min: [-4, -0.1, -3], max: [4, 0, 3] },
  { id: 'room', min: [-4.1, 0, -3], max: [-4, 2.5, 3] },
  { id: 'room', min: [4, 0, -3], max: [4.1, 2.5, 3] },
  { id: 'room', min: [-4, 0, -3.1], max: [4, 2.5, -3] },
]
/** A chair of half a metre. */
const CHAIR = {
  asset: { parsed: { meshes: new Map([['chair', { bounds: { min: [-0.25, 0, -0.25], max: [0.25, 0.9, 0.25] }, positions: new Float32Array(), indices: new Uint32Array() }]]) } },
  part: { mesh: 'chair' },
  create(fields: object) {
    const made = piece('chair', { ...fields, mount: 'floor' })
    return { piece: made, change: (document: AtriumDocument) => ({ ...document, pieces: [...document.pieces, made] }) }
  },
} as unknown as PlaceableItem

let stop: AbortController
let canvas: EventTarget
let placing: { dispose(): void }

function move(x: number, z: number): void {
  window.dispatchEvent(Object.defineProperty(Object.assign(new Event('pointermove'), { clientX: 500 + 100 * x, clientY: 500 + 100 * z, ctrlKey: false, metaKey: false, altKey: false }), 'target', { value: canvas }))
}
function press(key: string, held: object = {}): boolean {
  return !window.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey: false, metaKey: false, altKey: false, ...held }))
}
const chairAt = (): Vec3 | undefined => useDocument.getState().document.pieces.find(({ id }) => id === 'chair')?.position
const near = (value: number): unknown => expect.closeTo(value, 6)

beforeEach(async () => {
  stop = new AbortController()
  vi.stubGlobal('window', new EventTarget())
  vi.mocked(loadCatalogueItem).mockResolvedValue(CHAIR)
  canvas = Object.assign(new EventTarget(), { getBoundingClientRect: () => ({ left: 0, top: 0 }) })
  useInteraction.setState({ pose: POSE, selection: [], placing: null })
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('room', { locked: true })] })
  const snapshot = { instances: [], meshes: new Map() } as unknown as SceneSnapshot
  placing = createPointerPlacing({ canvas: canvas as HTMLCanvasElement, query: queryOfBlocks(WALLS), size: () => ({ width: 1000, height: 1000 }), snapshot: () => snapshot }, stop.signal)
  useInteraction.setState({ placing: 'chair' })
  await expect.poll(() => {
    move(-2.6, 0.5)
    return chairAt()
  }).toBeDefined()
})
afterEach(() => {
  stop.abort()
  placing.dispose()
  useDocument.getState().replace(emptyDocument())
  vi.unstubAllGlobals()
})

test('what hangs on the pointer falls into line with the room', () => {
  move(0.04, 0.5)
  expect(chairAt()).toEqual([near(0), near(0), near(0.5)])
  expect(useGuides.getState().shown?.lines).toHaveLength(1)
})

test('a distance that is typed comes true at Enter, and the piece stands there, placed in one step', () => {
  expect([press('4'), press('5'), useGuides.getState().shown?.draft]).toEqual([true, true, '45'])
  expect(press('Enter')).toBe(true)
  expect(chairAt()).toEqual([near(-4 + 0.45 + 0.25), near(0), near(0.5)])
  expect([useInteraction.getState().placing, useInteraction.getState().selection, useGuides.getState().shown]).toEqual([null, ['chair'], null])
  move(2, 2)
  expect(chairAt()![0]).toBeCloseTo(-3.3, 6)
  expect(useDocument.getState().undos).toHaveLength(1)
})

test('keys that type nothing stay what they are, and nothing is typed when nothing hangs on the pointer', () => {
  expect([press('x'), press('4', { ctrlKey: true }), press('Escape')]).toEqual([false, false, false])
  useInteraction.setState({ placing: null })
  expect([chairAt(), press('4')]).toEqual([undefined, false])
})

test('what is let go over the room before it is loaded stands there as soon as it is', async () => {
  let arrive: (item: PlaceableItem) => void = () => {}
  useInteraction.setState({ placing: null })
  vi.mocked(loadCatalogueItem).mockReturnValue(new Promise((resolve) => (arrive = resolve)))
  useInteraction.setState({ placing: 'chair' })
  move(-1, 0.5)
  window.dispatchEvent(Object.defineProperty(Object.assign(new Event('pointerup'), { button: 0, clientX: 400, clientY: 550 }), 'target', { value: canvas }))
  // On its way back to the catalogue.
  move(2, 2)
  expect([useInteraction.getState().placing, chairAt()]).toEqual(['chair', undefined])
  arrive(CHAIR)
  await expect.poll(() => useInteraction.getState().placing).toBeNull()
  expect(chairAt()).toEqual([near(-1), near(0), near(0.5)])
  expect(useDocument.getState().undos).toHaveLength(1)
})
