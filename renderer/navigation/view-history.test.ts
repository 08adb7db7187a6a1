import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rename } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { useDocument } from '../document/store.ts'
import { furnished } from '../document/testing.ts'
import { useInteraction } from '../interaction/store.ts'
import { flyTo } from './flight.ts'
import { followCamera, redoView, undoView, useViewHistory } from './view-history.ts'

const at = (x: number) => ({ position: [x, 1.6, 0], target: [x, 1.6, -2], orientation: [0, 0, 0, 1], verticalFov: 1 }) as const
const where = (): number => useInteraction.getState().pose.position[0]
const stand = (x: number): void => useInteraction.setState({ pose: at(x) })
const history = () => [useViewHistory.getState().past, useViewHistory.getState().future].map((poses) => poses.map(({ position: [x] }) => x))

let nowMs = 0
/** The camera rests before it moves. */
function move(...places: readonly number[]): void {
  nowMs += 1000
  for (const x of places) {
    nowMs += 16
    stand(x)
  }
}
/** Animation frames, drawn by hand; flights take `performance.now`. */
let frames: (() => void)[] = []
let reduced = true
let stop: () => void

beforeEach(() => {
  frames = []
  reduced = true
  vi.stubGlobal('window', { matchMedia: () => ({ matches: reduced }) })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => { frames = [] })
  useDocument.getState().replace(emptyDocument())
  useInteraction.setState({ navigation: 'orbit' })
  stand(0)
  stop = followCamera(() => nowMs)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('what the camera does without a rest is one step, back and forth', () => {
  move(1, 2, 3)
  move(4)
  expect(history()).toEqual([[0, 3], []])
  undoView()
  expect([where(), history()]).toEqual([3, [[0], [4]]])
  undoView()
  undoView()
  expect([where(), history()]).toEqual([0, [[], [4, 3]]])
  redoView()
  redoView()
  redoView()
  expect([where(), history()]).toEqual([4, [[0, 3], []]])
})

test('a move after a step back is a step of its own, however soon, and what was ahead is gone', () => {
  move(1)
  move(2)
  undoView()
  stand(7)
  expect(history()).toEqual([[0, 1], []])
  undoView()
  expect(where()).toBe(1)
})

test('a flight is one step, even where another sets out before it arrives', () => {
  reduced = false
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const fly = (ms: number): void => {
    clock += ms
    nowMs += ms
    for (const frame of frames.splice(0)) frame()
  }
  const land = (): void => { for (let i = 0; i < 10; i++) fly(50) }
  nowMs += 1000
  flyTo(at(10))
  land()
  expect([where(), history()]).toEqual([10, [[0], []]])
  undoView()
  fly(50)
  expect(where()).toBeLessThan(10)
  redoView()
  fly(50)
  undoView()
  land()
  expect([where(), history()]).toEqual([0, [[], [10]]])
  redoView()
  land()
  expect([where(), history()]).toEqual([10, [[0], []]])
})

test('who walks is there at once', () => {
  reduced = false
  useInteraction.setState({ navigation: 'walk' })
  move(1, 2)
  undoView()
  expect([where(), frames]).toEqual([0, []])
})

test('the document has its own history; another project begins with no view to go back to', () => {
  useDocument.getState().replace(furnished())
  move(1)
  useDocument.getState().edit('Rename', rename('p1', 'Stool'))
  useDocument.getState().undo()
  expect([where(), history()]).toEqual([1, [[0], []]])
  undoView()
  expect(useDocument.getState().redos).toHaveLength(1)
  useDocument.getState().replace(emptyDocument())
  expect(history()).toEqual([[], []])
})

test('a hundred moves are kept', () => {
  for (let x = 1; x <= 150; x++) move(x)
  expect(useViewHistory.getState().past).toHaveLength(100)
  for (let i = 0; i < 150; i++) undoView()
  expect(where()).toBe(50)
})
