import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SceneQuery, SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import { addLayer, putOnLayer } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { useDocument } from '../document/store.ts'
import { piece, pointLight } from '../document/testing.ts'
import type { PlacedLight } from '../document/types.ts'
import { useDebug } from '../interaction/debug.ts'
import { useInteraction } from '../interaction/store.ts'
import { registerViewport, type ViewportControls } from '../interaction/viewport.ts'
import { useShell } from '../shell/shell.ts'
import { createPointer } from './pointer.ts'
import * as rubberBand from './select/rubber-band.ts'

/** From the origin along -z, a right angle high, 100 pixels square. */
const POSE = { position: [0, 0, 0], target: [0, 0, -2], orientation: [0, 0, 0, 1], verticalFov: Math.PI / 2 } as const
/** A chair in the upper left quarter, a locked one below it, nothing to the right; all at z = -3. */
function closestHit(_: Vec3, [x, y, z]: Vec3): { t: number; instance: string; position: Vec3 } | null {
  const t = -3 / z
  return x >= 0 ? null : { t, instance: y > 0 ? 'chair' : 'locked', position: [x * t, y * t, -3] }
}
const [CHAIR, LOCKED, NOTHING, MARKER, HANDLE] = [{ x: 10, y: 10 }, { x: 10, y: 90 }, { x: 70, y: 50 }, { x: 50, y: 50 }, { x: 95, y: 5 }]
const overlayAt = ({ x, y }: { x: number; y: number }): string | null => (x === MARKER.x && y === MARKER.y ? 'lamp' : x === HANDLE.x && y === HANDLE.y ? 'handle' : null)

let canvas: EventTarget & { readonly style: { cursor: string }; readonly captured: Set<number> }
let pointer: { dispose(): void }

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('WheelEvent', { DOM_DELTA_LINE: 1 })
  const captured = new Set<number>()
  canvas = Object.assign(new EventTarget(), {
    width: 200, height: 200, style: { cursor: '' }, captured, getBoundingClientRect: () => ({ left: 0, top: 0 }),
    setPointerCapture: (id: number) => captured.add(id), releasePointerCapture: (id: number) => captured.delete(id),
  })
  useInteraction.setState({ pose: POSE, navigation: 'orbit', selection: [], hovered: null, placing: null, focusing: false, facing: false, entered: null })
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('chair'), piece('locked', { locked: true })], lights: [pointLight('lamp', { position: [0, 0, -2] })] })
  const query = { closestHit, anyHit: () => false } as unknown as SceneQuery
  pointer = createPointer({ overlayAt, context: { canvas: canvas as unknown as HTMLCanvasElement, query, size: () => ({ width: 100, height: 100 }), snapshot: () => null } })
})
afterEach(() => {
  pointer.dispose()
  useDocument.getState().replace(emptyDocument())
  vi.unstubAllGlobals()
})

type Place = Readonly<{ x: number; y: number }>
function send(type: string, { x, y }: Place, fields: object = {}): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), { clientX: x, clientY: y, button: 0, buttons: 0, pointerId: 1, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...fields })
  canvas.dispatchEvent(event)
  return event
}
function drag(from: Place, to: Place, fields: object = {}): void {
  send('pointerdown', from, fields)
  send('pointermove', to, { buttons: 1, ...fields })
  send('pointerup', to, fields)
}
const click = (at: Place, fields: object = {}): void => drag(at, { x: at.x + 1, y: at.y }, fields)
const selection = (): readonly string[] => useInteraction.getState().selection
const pose = () => useInteraction.getState().pose
const lampAt = (): Vec3 => (useDocument.getState().document.lights[0] as PlacedLight).position
const press = (key: string): boolean => window.dispatchEvent(Object.assign(new Event('keydown'), { key }))

test('what lies on a locked layer is neither marked, picked nor dragged', () => {
  const layer = { id: 'a', name: 'Layer', hidden: false, locked: true, color: [1, 0, 0] as const }
  useDocument.getState().edit('Layer', (document) => putOnLayer(['chair'], 'a')(addLayer(layer)(document)))
  const { document } = useDocument.getState()
  send('pointermove', CHAIR)
  expect([useInteraction.getState().hovered, canvas.style.cursor]).toEqual([null, ''])
  click(CHAIR)
  click(CHAIR, { button: 2 })
  drag(CHAIR, NOTHING)
  expect([selection(), useDocument.getState().document]).toEqual([[], document])
})

test('a click selects, with Shift or Ctrl it adds, on nothing or on something locked it selects nothing', () => {
  click(CHAIR)
  expect(selection()).toEqual(['chair'])
  click(MARKER, { shiftKey: true })
  expect(selection()).toEqual(['chair', 'lamp'])
  click(CHAIR, { ctrlKey: true })
  expect(selection()).toEqual(['lamp'])
  click(LOCKED)
  expect(selection()).toEqual([])
  click(CHAIR)
  click(NOTHING)
  expect([selection(), pose(), canvas.captured.size]).toEqual([[], POSE, 0])
})

test('dragging the room turns the camera, the right button shifts it and the wheel brings it closer', () => {
  useInteraction.setState({ selection: ['chair'] })
  drag(NOTHING, { x: 90, y: 50 })
  expect(pose().orientation).not.toEqual(POSE.orientation)
  expect(selection()).toEqual(['chair'])
  useInteraction.setState({ pose: POSE })
  drag(CHAIR, { x: 30, y: 10 }, { button: 2 })
  expect([pose().orientation, pose().position[1]]).toEqual([POSE.orientation, expect.closeTo(0, 9)])
  expect(pose().position[0]).toBeLessThan(-0.1)
  useInteraction.setState({ pose: POSE })
  expect(send('wheel', MARKER, { deltaY: -100, deltaMode: 0 }).defaultPrevented).toBe(true)
  expect(pose().position[2]).toBeLessThan(-0.1)
})

test('dragging a light moves it; Escape takes that back, and the loss of the device does not', () => {
  send('pointerdown', MARKER)
  send('pointermove', { x: 52, y: 50 })
  expect([lampAt(), selection()]).toEqual([[0, 0, -2], []])
  send('pointermove', { x: 70, y: 50 })
  expect([lampAt()[0], selection()]).toEqual([expect.closeTo(0.8, 6), ['lamp']])
  press('Escape')
  expect(lampAt()).toEqual([0, 0, -2])
  send('pointerup', { x: 70, y: 50 })
  send('pointerdown', MARKER)
  send('pointermove', { x: 70, y: 50 })
  pointer.dispose()
  expect(lampAt()[0]).toBeCloseTo(0.8, 6)
})

test('the pointer is a hand over what can be pressed, and marks a piece that is not locked', () => {
  const over = (at: Place): unknown[] => {
    send('pointermove', at)
    return [useInteraction.getState().hovered, canvas.style.cursor]
  }
  expect([CHAIR, MARKER, LOCKED, NOTHING].map(over)).toEqual([['chair', 'pointer'], [null, 'pointer'], [null, ''], [null, '']])
  over(CHAIR)
  send('pointerleave', CHAIR)
  expect(useInteraction.getState().hovered).toBeNull()
})

test('while focusing is on a click says what shall be sharp; on nothing, the next one does', () => {
  useInteraction.setState({ focusing: true, selection: [] })
  click(NOTHING)
  expect(useInteraction.getState().focusing).toBe(true)
  click(CHAIR)
  expect(useInteraction.getState()).toMatchObject({ focusing: false, selection: [], pose: { lens: { on: true, focusDistance: expect.closeTo(3, 6) as number } } })
})

test('while facing is on a click says what is faced; on nothing, the next one does', () => {
  const snapshot = { instances: [{ id: 'chair', mesh: 'm' }], meshes: new Map([['m', { bounds: { min: [-1, 0, -1], max: [1, 1, 1] } }]]) } as unknown as SceneSnapshot
  pointer.dispose()
  pointer = createPointer({ overlayAt, context: { canvas: canvas as unknown as HTMLCanvasElement, query: { closestHit } as unknown as SceneQuery, size: () => ({ width: 100, height: 100 }), snapshot: () => snapshot } })
  useInteraction.setState({ facing: true, selection: ['chair'] })
  click(NOTHING)
  expect(useInteraction.getState().facing).toBe(true)
  click(CHAIR)
  // At x = y's height left of the chair's middle, three metres in front of the camera.
  const { rotation } = useDocument.getState().document.pieces[0]
  expect(useInteraction.getState()).toMatchObject({ facing: false, selection: ['chair'] })
  expect(2 * Math.atan2(rotation[1], rotation[3])).toBeCloseTo(Math.atan2(-2.4, -3), 1)
})

test('Alt asks about a pixel of the picture, for developers alone; so does a debug pixel that waits', () => {
  click(NOTHING, { altKey: true })
  expect(useDebug.getState().question).toBeNull()
  const { settings } = useShell.getState()
  useShell.setState({ settings: { ...settings, developer: true } })
  expect(send('pointerdown', NOTHING, { altKey: true }).defaultPrevented).toBe(true)
  expect(useDebug.getState().question).toMatchObject({ x: 140, y: 100, width: 200, height: 200, pose: POSE })
  useShell.setState({ settings })
  useDebug.setState({ picking: true, question: null })
  click(CHAIR)
  expect(useDebug.getState().question).toMatchObject({ x: 20, y: 20 })
  expect(selection()).toEqual([])
  useDebug.setState({ picking: false, question: null })
})

test('the gizmo has its handles to itself, and while walking or placing nothing is pressed', () => {
  drag(HANDLE, CHAIR)
  useInteraction.setState({ navigation: 'walk' })
  drag(NOTHING, CHAIR)
  click(CHAIR)
  send('wheel', CHAIR, { deltaY: 100, deltaMode: 0 })
  useInteraction.setState({ navigation: 'orbit' })
  expect([pose(), selection(), canvas.captured.size]).toEqual([POSE, [], 0])
})

test('a click with the right button asks for the menu of what lies there; a drag with it does not', () => {
  const menu = () => useShell.getState().contextMenu
  useInteraction.setState({ selection: ['chair', 'lamp'] })
  click(CHAIR, { button: 2 })
  expect([menu(), selection()]).toEqual([CHAIR, ['chair', 'lamp']])
  for (const [at, chosen] of [[NOTHING, []], [CHAIR, ['chair']], [MARKER, ['lamp']], [LOCKED, []]] as const) {
    useShell.setState({ contextMenu: null })
    send('pointerdown', at, { button: 2 })
    send('pointerup', at, { button: 2 })
    expect([menu(), selection()]).toEqual([at, chosen])
  }
  useShell.setState({ contextMenu: null })
  drag(CHAIR, NOTHING, { button: 2 })
  expect([menu(), selection()]).toEqual([null, []])
})

test('a click takes the whole group, a double click goes into it, and a click beside leaves it', () => {
  useDocument.getState().replace({
    ...emptyDocument(), pieces: [piece('chair', { group: 'inner' }), piece('stool', { group: 'inner' }), piece('table', { group: 'set' })],
    groups: [{ id: 'set', name: 'Set', parent: null, kind: 'own' }, { id: 'inner', name: 'Chairs', parent: 'set', kind: 'own' }],
  })
  const twice = (at: Place): void => { click(at); click(at); send('dblclick', at) }
  const entered = () => useInteraction.getState().entered
  click(CHAIR)
  expect([selection(), entered()]).toEqual([['chair', 'stool', 'table'], null])
  click(CHAIR, { shiftKey: true })
  expect(selection()).toEqual([])
  twice(CHAIR)
  expect([selection(), entered()]).toEqual([['chair', 'stool'], 'set'])
  twice(CHAIR)
  expect([selection(), entered()]).toEqual([['chair'], 'inner'])
  click(NOTHING)
  expect([selection(), entered()]).toEqual([[], null])
  // The second of two quick drags tells itself as a double click, too.
  click(CHAIR)
  drag(NOTHING, { x: 80, y: 30 })
  send('dblclick', CHAIR)
  expect(entered()).toBeNull()
})

test('a double click goes up to what stands in no group, a lamp’s marker too; with Shift or on what is locked it does nothing', () => {
  const fitSelection = vi.fn(() => void seen.push(selection()))
  const seen: (readonly string[])[] = []
  registerViewport({ fitSelection } as unknown as ViewportControls)
  for (const [at, fields] of [[CHAIR, {}], [MARKER, {}], [LOCKED, {}], [NOTHING, {}], [HANDLE, {}], [CHAIR, { shiftKey: true }]] as const) {
    for (const _ of [1, 2]) click(at, fields)
    send('dblclick', at, fields)
  }
  expect(seen).toEqual([['chair'], ['lamp']])
  registerViewport(null)
})

const mouse = (settings: object): void => useShell.setState((state) => ({ settings: { ...state.settings, ...settings } }))

describe('the mouse as in another program', () => {
  const band = { moveTo: vi.fn(), finish: vi.fn(), cancel: vi.fn() }
  const begin = vi.spyOn(rubberBand, 'beginRubberBand')
  // It draws in the page.
  beforeEach(() => begin.mockReset().mockReturnValue(band))
  afterEach(() => mouse({ navigation: undefined, wheel: undefined, wheelSpeed: undefined }))
  const MIDDLE = { button: 1 }
  const SHIFT = { shiftKey: true }
  const CTRL = { ctrlKey: true }

  /** What a drag to the right and away from the user does. */
  function looks(fields: object): string {
    useInteraction.setState({ pose: POSE, selection: [] })
    drag(NOTHING, { x: 80, y: 30 }, fields)
    return moved()
  }
  function rolls(fields: object = {}): string {
    useInteraction.setState({ pose: POSE })
    send('wheel', MARKER, { deltaX: 0, deltaY: -100, deltaMode: 0, ...fields })
    return moved()
  }
  function moved(): string {
    const { position: [x, y, z], orientation } = pose()
    if (orientation.some((value, at) => value !== POSE.orientation[at])) return 'orbit'
    if (z !== 0) return z < 0 ? 'closer' : 'farther'
    return x === 0 && y === 0 ? 'rest' : y === 0 ? `sideways ${Math.sign(x)}` : x === 0 ? `upright ${Math.sign(y)}` : 'pan'
  }
  const all = () => ({
    left: looks({}), middle: looks(MIDDLE), shift: looks({ ...MIDDLE, ...SHIFT }), ctrl: looks({ ...MIDDLE, ...CTRL }), right: looks({ button: 2 }),
    wheel: rolls(), wheelShift: rolls(SHIFT), wheelCtrl: rolls(CTRL),
  })
  const zooms = { wheel: 'closer', wheelShift: 'closer', wheelCtrl: 'closer' }

  test('a key that goes down or up under a hand that rests is heard by what is dragged, once', () => {
    const key = (type: string, name: string, fields: object = {}): void => void window.dispatchEvent(Object.assign(new Event(type), { key: name, repeat: false, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...fields }))
    send('pointerdown', NOTHING, SHIFT)
    key('keydown', 'Control', CTRL)
    expect(band.moveTo).not.toHaveBeenCalled()
    send('pointermove', { x: 80, y: 30 }, { buttons: 1, ...SHIFT })
    band.moveTo.mockClear()
    key('keydown', 'Control', CTRL)
    key('keydown', 'Control', { ...CTRL, repeat: true })
    key('keydown', 'a')
    key('keyup', 'Control')
    expect(band.moveTo.mock.calls).toEqual([[{ x: 80, y: 30 }], [{ x: 80, y: 30 }]])
    send('pointerup', { x: 80, y: 30 })
    key('keydown', 'Control', CTRL)
    expect(band.moveTo).toHaveBeenCalledTimes(2)
  })

  test('Atrium’s own: the left button turns, the right one shifts', () => {
    expect(all()).toEqual({ left: 'orbit', middle: 'orbit', shift: 'pan', ctrl: 'orbit', right: 'pan', ...zooms })
  })

  test('SketchUp: the middle button turns, with Shift it shifts, twice it centres what lies there', () => {
    mouse({ navigation: 'sketchup' })
    vi.stubGlobal('window', Object.assign(new EventTarget(), { matchMedia: () => ({ matches: true }) }))
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
    expect(all()).toEqual({ left: 'rest', middle: 'orbit', shift: 'pan', ctrl: 'orbit', right: 'rest', ...zooms })
    useInteraction.setState({ pose: POSE })
    click(CHAIR, MIDDLE)
    send('auxclick', CHAIR, { button: 1, detail: 2 })
    expect(pose()).toMatchObject({ target: [expect.closeTo(-2.4, 9), expect.closeTo(2.4, 9), -3], position: [expect.closeTo(-2.4, 9), expect.closeTo(2.4, 9), 0] })
  })

  test('Blender: the middle button turns, with Shift it shifts, with Ctrl it zooms; the wheel shifts with either', () => {
    mouse({ navigation: 'blender' })
    expect(all()).toEqual({ left: 'rest', middle: 'orbit', shift: 'pan', ctrl: 'closer', right: 'rest', wheel: 'closer', wheelShift: 'upright 1', wheelCtrl: 'sideways 1' })
    // Two fingers on a pad, which the system tells as Ctrl.
    expect(rolls({ ...CTRL, deltaY: -3.5 })).toBe('closer')
  })

  test('Revit: the middle button shifts, with Shift it turns, with Ctrl it zooms, twice it shows all', () => {
    mouse({ navigation: 'revit' })
    expect(all()).toEqual({ left: 'rest', middle: 'pan', shift: 'orbit', ctrl: 'closer', right: 'rest', ...zooms })
    const fitAll = vi.fn()
    registerViewport({ fitAll } as unknown as ViewportControls)
    click(NOTHING, MIDDLE)
    send('auxclick', NOTHING, { button: 1, detail: 1 })
    send('auxclick', NOTHING, { button: 1, detail: 2 })
    registerViewport(null)
    expect(fitAll).toHaveBeenCalledTimes(1)
  })

  test.each(['atrium', 'sketchup', 'blender', 'revit'] as const)('%s: two clicks with the left button go into a group; with the middle one, one click, two drags and walking do nothing', (navigation) => {
    useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('chair', { group: 'set' }), piece('stool', { group: 'set' })], groups: [{ id: 'set', name: 'Set', parent: null, kind: 'own' }] })
    mouse({ navigation })
    const fitAll = vi.fn()
    registerViewport({ fitAll } as unknown as ViewportControls)
    click(CHAIR, MIDDLE)
    send('auxclick', CHAIR, { ...MIDDLE, detail: 1 })
    send('auxclick', CHAIR, { button: 2, detail: 2 })
    drag(CHAIR, NOTHING, MIDDLE)
    const before = pose()
    send('auxclick', NOTHING, { ...MIDDLE, detail: 2 })
    useInteraction.setState({ navigation: 'walk' })
    click(CHAIR, MIDDLE)
    send('auxclick', CHAIR, { ...MIDDLE, detail: 2 })
    useInteraction.setState({ navigation: 'orbit' })
    expect([pose(), fitAll.mock.calls]).toEqual([before, []])
    useInteraction.setState({ pose: POSE })
    for (const _ of [1, 2]) click(CHAIR)
    send('dblclick', CHAIR)
    expect([useInteraction.getState().entered, selection()]).toEqual(['set', ['chair']])
    registerViewport(null)
  })

  test('a frame drawn where nothing is takes what lies in it in the place of what was selected; the menu stays with the right button', () => {
    mouse({ navigation: 'revit' })
    drag(NOTHING, { x: 90, y: 80 })
    drag(NOTHING, { x: 90, y: 80 }, SHIFT)
    expect(begin.mock.calls.map(([, , adds]) => adds)).toEqual([false, true])
    useShell.setState({ contextMenu: null })
    click(CHAIR, { button: 2 })
    expect(useShell.getState().contextMenu).toEqual(CHAIR)
  })

  test('the wheel goes the other way, slower or faster', () => {
    const distance = (): number => Math.abs(pose().position[2])
    rolls()
    const usual = distance()
    mouse({ wheel: 'farther' })
    expect(rolls()).toBe('farther')
    expect(rolls({ ...CTRL, deltaY: -3.5 })).toBe('closer')
    mouse({ wheel: undefined, wheelSpeed: 'slow' })
    rolls()
    expect(distance()).toBeLessThan(usual * 0.6)
    mouse({ wheelSpeed: 'fast' })
    rolls()
    expect(distance()).toBeGreaterThan(usual * 1.6)
  })
})
