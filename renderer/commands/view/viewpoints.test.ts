import { beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../gpu/index.ts'
import { furnished } from '../../document/testing.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { verticalFovOf } from '../../navigation/lens.ts'
import { useInteraction } from '../../interaction/store.ts'
import { lookAt } from '../../navigation/vector.ts'
import { useShell } from '../../shell/shell.ts'
import { SMALL_PICTURE } from '../../project/testing.ts'
import { registerViewport, type ViewportControls } from '../../interaction/viewport.ts'
import { runCommand } from '../registry.ts'
import { reorderView } from './viewpoints.ts'

const POSE = { position: [3, 1.6, 2], target: [0, 1.4, 0], orientation: lookAt([3, 1.6, 2], [0, 1.4, 0]), verticalFov: verticalFovOf(0.024) } as const
const views = () => useDocument.getState().document.views
const lightsOn = () => useDocument.getState().document.lights.map(({ on }) => on)

beforeEach(() => {
  // The user asked for less motion: the camera is there at once.
  vi.stubGlobal('window', { matchMedia: () => ({ matches: true }) })
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  useDocument.getState().replace(furnished())
  useInteraction.setState({ selection: [], placing: null, focusing: false, navigation: 'orbit', pose: POSE, settings: DEFAULT_SETTINGS })
  useShell.setState({ screen: 'room', dialog: null, hud: null, view: null })
  registerViewport({
    viewThumbnail: () => Promise.resolve(SMALL_PICTURE), pickMiddle: () => ({ position: [1.5, 1.5, 1], instance: 'p1', t: 1, normal: [0, 1, 0], triangle: 0 }),
  } as Partial<ViewportControls> as ViewportControls)
  return () => {
    registerViewport(null)
    vi.unstubAllGlobals()
  }
})

test('a view brings back camera, lens, lights and brightness; the lights are one step that is undone', async () => {
  await runCommand('camera.straighten')
  await runCommand('camera.aperture.2.8')
  useInteraction.setState(({ settings }) => ({ settings: { ...settings, exposureEv: 2, shadows: true } }))
  await runCommand('light.toggle.2')
  await runCommand('view.save')
  expect(views()).toHaveLength(1)
  expect(views()[0]).toMatchObject({ name: 'View 1', straighten: 1, lens: { on: true, fNumber: 2.8 }, lights: { l1: true, l2: false }, thumbnail: SMALL_PICTURE, settings: { exposureEv: 2 } })

  await runCommand('camera.straighten')
  await runCommand('camera.depthOfField')
  await runCommand('camera.focal.50')
  useInteraction.setState(({ pose, settings }) => ({ pose: { ...pose, position: [9, 9, 9] }, settings: { ...settings, exposureEv: 7, shadows: false, bounces: 1 } }))
  await runCommand('light.toggle.1')
  await runCommand('light.toggle.2')
  expect(lightsOn()).toEqual([false, true])
  const steps = useDocument.getState().undos.length

  await runCommand('view.recall.1')
  const { pose, settings } = useInteraction.getState()
  expect(pose).toMatchObject({ position: POSE.position, verticalFov: POSE.verticalFov, straighten: 1, lens: { on: true, fNumber: 2.8 } })
  for (const [i, value] of pose.orientation.entries()) expect(value).toBeCloseTo(POSE.orientation[i], 9)
  expect(settings).toMatchObject({ exposureEv: 2, shadows: true, bounces: 1 })
  expect(lightsOn()).toEqual([true, false])
  expect(useDocument.getState().undos).toHaveLength(steps + 1)
  await runCommand('edit.undo')
  expect(lightsOn()).toEqual([false, true])
  expect(views()).toHaveLength(1)
})

test('a view of an older Atrium moves the camera and leaves light and brightness alone', async () => {
  const { position, target } = POSE
  useDocument.getState().replace({ ...furnished(), views: [{ id: 'old', name: 'Door', position, target, verticalFov: 1 }] })
  useInteraction.setState(({ pose }) => ({ pose: { ...pose, position: [9, 9, 9], straighten: 1 } }))
  await runCommand('view.recall.1')
  expect(useInteraction.getState().pose).toMatchObject({ position, verticalFov: 1, straighten: 0 })
  expect(useInteraction.getState().settings).toMatchObject(DEFAULT_SETTINGS)
  expect(useDocument.getState().undos).toHaveLength(0)
})

test('views are updated, renamed, moved, gone round and removed, each a step of its own', async () => {
  for (let i = 0; i < 3; i++) await runCommand('view.save')
  const names = () => views().map(({ name }) => name)
  expect(names()).toEqual(['View 1', 'View 2', 'View 3'])
  await runCommand('view.moveUp')
  expect(names()).toEqual(['View 1', 'View 3', 'View 2'])
  reorderView(views()[0], 2)
  expect(names()).toEqual(['View 3', 'View 2', 'View 1'])
  await runCommand('view.next')
  expect(useShell.getState().view).toBe(views()[1].id)
  await runCommand('camera.focal.85')
  await runCommand('view.update')
  expect(views()[1].verticalFov).toBeCloseTo(verticalFovOf(0.085), 12)
  expect(undoLabel(useDocument.getState())).toBe('Update View 2')
  await runCommand('view.remove')
  expect(names()).toEqual(['View 3', 'View 1'])
  expect(useShell.getState().view).toBe(views()[1].id)
  await runCommand('view.next')
  expect(useShell.getState().view).toBe(views()[0].id)
  for (let i = 0; i < 7; i++) await runCommand('edit.undo')
  expect(names()).toEqual([])
  expect(await runCommand('view.update')).toBe(false)
})

test('a project that was opened while the picture was taken gets no view of the one before', async () => {
  const saving = runCommand('view.save')
  useDocument.getState().replace(furnished())
  await saving
  expect(views()).toEqual([])
})

test('the first depth of field is sharp in the middle of the picture; lenses stop at what their makers make', async () => {
  await runCommand('camera.depthOfField')
  // From (3, 1.6, 2) halfway to the target.
  expect(useInteraction.getState().pose.lens).toMatchObject({ on: true, fNumber: 2.8 })
  expect(useInteraction.getState().pose.lens?.focusDistance).toBeCloseTo(Math.hypot(1.5, 0.1, 1), 2)
  for (let i = 0; i < 30; i++) await runCommand('camera.moreBlur')
  expect(useInteraction.getState().pose.lens?.fNumber).toBe(1)
  for (let i = 0; i < 30; i++) await runCommand('camera.longer')
  expect(useInteraction.getState().pose.verticalFov).toBeCloseTo(verticalFovOf(0.3), 9)
  await runCommand('camera.wider')
  expect(useInteraction.getState().pose.verticalFov).toBeCloseTo(verticalFovOf(0.2), 9)
})
