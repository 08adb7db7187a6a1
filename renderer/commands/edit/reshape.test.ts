import { beforeEach, expect, test, vi } from 'vitest'
import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import type { AssetRecord, FormRecord } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { queryOfBlocks } from '../../interaction/testing.ts'
import { registerViewport, type ViewportControls } from '../../interaction/viewport.ts'
import { useAssets } from '../../project/assets.ts'
import { useShell } from '../../shell/shell.ts'
import { pullForm, reshapePiece } from './reshape.ts'

/** What is being made: done when a test says so. */
const works = vi.hoisted(() => [] as { readonly form: FormRecord; readonly signal: AbortSignal; done(): void }[])
vi.mock('../../project/insert/shaped.ts', () => ({
  formOfPiece: ({ assets }: { assets: readonly AssetRecord[] }, { asset }: { asset: string }) => assets.find(({ key }) => key === asset)?.form ?? { item: 'sofa-three-seat', values: { width: 2 } },
  makeShaped: (form: FormRecord, _before: FormRecord, name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(Object.assign(new Error('cancelled'), { name: 'AbortError' })))
      works.push({
        form, signal,
        done() {
          const width = form.values['width'] as number
          const key = `sofa-${width}`
          useAssets.setState(({ bytes }) => ({ bytes: new Map([...bytes, [key, new Uint8Array(1)]]) }))
          resolve({ record: { key, name, sizeBytes: 1, catalogueId: 'sofa-three-seat', form }, part: '0', lamp: null, mesh: boxOf(width) })
        },
      })
    }),
}))

const boxOf = (width: number) => ({ bounds: { min: [-width / 2, 0, -0.4] as Vec3, max: [width / 2, 0.8, 0.4] as Vec3 }, positions: new Float32Array(), indices: new Uint32Array() })
const SOFA = { key: 'sofa-2', name: 'Sofa', sizeBytes: 1, catalogueId: 'sofa-three-seat' } as const
const store = () => useDocument.getState()
const sofa = () => store().document.pieces[0]
const made = async (width: number): Promise<void> => {
  await expect.poll(() => works.at(-1)?.form.values['width']).toBe(width)
  works.at(-1)!.done()
}

beforeEach(() => {
  works.splice(0)
  const pieces = [piece('sofa', { name: 'Sofa', asset: SOFA.key }), piece('lamp', { name: 'Lamp', position: [1.6, 0, 0] })]
  store().replace({ ...emptyDocument(), assets: [SOFA], pieces })
  useAssets.setState({ bytes: new Map([[SOFA.key, new Uint8Array(1)]]) })
  useInteraction.setState({ selection: ['sofa'] })
  useShell.setState({ screen: 'room', hud: null })
  const snapshot = { instances: [{ id: 'sofa', mesh: 'sofa' }, { id: 'lamp', mesh: 'lamp' }], meshes: new Map([['sofa', boxOf(2)], ['lamp', boxOf(0.2)]]) } as unknown as SceneSnapshot
  const query = queryOfBlocks([{ id: 'lamp', min: [1.5, 0, -0.1], max: [1.7, 1.5, 0.1] }, { id: 'wall', min: [2.5, 0, -5], max: [2.6, 3, 5] }])
  registerViewport({ surroundings: () => ({ query, snapshot }) } as unknown as ViewportControls)
  return () => registerViewport(null)
})

test('a hand that pulls is followed as fast as it can be made: the last wish counts, all of it is one step, and what was on the way only is gone', async () => {
  const before = store().document
  void pullForm('sofa', { width: 2.1 }, 'pull')
  void pullForm('sofa', { width: 2.2 }, 'pull')
  void pullForm('sofa', { width: 2.3 }, 'pull')
  await made(2.1)
  // 2.2 was never begun: when the first was done, the hand was at 2.3.
  await made(2.3)
  await expect.poll(() => sofa().asset).toBe('sofa-2.3')
  const done = pullForm('sofa', { width: 2.4 }, 'pull')
  await made(2.4)
  await done
  expect([sofa().asset, store().undos.length, works.map(({ form }) => form.values['width'])]).toEqual(['sofa-2.4', 1, [2.1, 2.3, 2.4]])
  expect([...useAssets.getState().bytes.keys()].sort()).toEqual(['sofa-2', 'sofa-2.4'])
  store().undo()
  expect(store().document).toBe(before)
})

test('a value that is typed takes the place of what is being made', async () => {
  void pullForm('sofa', { width: 2.1 }, 'pull')
  await expect.poll(() => works.length).toBe(1)
  const typed = reshapePiece(sofa(), { width: 2.6 })
  await made(2.6)
  expect(await typed).toBe(true)
  expect([works[0].signal.aborted, sofa().asset]).toEqual([true, 'sofa-2.6'])
})

test('a form that grows into another piece, or into a wall, says so and stays as it was wished for', async () => {
  const first = reshapePiece(sofa(), { width: 3.2 })
  await made(3.2)
  await first
  expect([useShell.getState().hud?.text, sofa().asset]).toEqual(['Sofa is in Lamp', 'sofa-3.2'])
  store().undo()
  store().edit('Delete', (document) => ({ ...document, pieces: document.pieces.slice(0, 1) }))
  useShell.setState({ hud: null })
  const query = queryOfBlocks([{ id: 'wall', min: [2.2, 0, -5], max: [2.3, 3, 5] }])
  const snapshot = { instances: [{ id: 'sofa', mesh: 'sofa' }], meshes: new Map([['sofa', boxOf(2)]]) } as unknown as SceneSnapshot
  registerViewport({ surroundings: () => ({ query, snapshot }) } as unknown as ViewportControls)
  const small = reshapePiece(sofa(), { width: 2.2 })
  await made(2.2)
  await small
  expect(useShell.getState().hud).toBeNull()
  const second = reshapePiece(sofa(), { width: 5 })
  await made(5)
  await second
  expect(useShell.getState().hud?.text).toBe('Sofa is in a wall')
})
