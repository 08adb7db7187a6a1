import { beforeEach, expect, test } from 'vitest'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/surfaces/materials.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { boxesAsset } from '../../scene/testing.ts'
import { useShell } from '../../shell/shell.ts'
import { findCommand, isEnabled, runCommand } from '../registry.ts'

const { parsed: boxes } = boxesAsset([{ name: 'Chair', min: [0, 0, 0], max: [1, 1, 1] }])
const withSlots = (...names: readonly string[]) => ({ ...boxes, parts: boxes.parts.map((part) => ({ ...part, materials: names.map((name) => ({ ...DEFAULT_MATERIAL, name })) })) })

beforeEach(() => {
  const chair = withSlots('Seat', 'Legs', 'Back')
  useAssets.setState({ parsed: new Map([[chair.key, chair]]) })
  useShell.setState({ screen: 'room', dialog: null, hud: null })
  useDocument.getState().replace({ ...emptyDocument(), assets: [{ key: chair.key, name: 'Chair', sizeBytes: 1, catalogueId: null }], pieces: [piece('a', { asset: chair.key })] })
  useInteraction.setState({ selection: ['a'], slot: null, navigation: 'orbit' })
})

test('keys go through the material slots of a piece, round and round, and say what each shows', async () => {
  const seen: unknown[] = []
  for (const id of ['edit.nextSlot', 'edit.nextSlot', 'edit.nextSlot', 'edit.previousSlot']) {
    expect(await runCommand(id)).toBe(true)
    seen.push([useInteraction.getState().slot, useShell.getState().hud?.text])
  }
  expect(seen).toEqual([['Legs', 'Legs'], ['Back', 'Back'], ['Seat', 'Seat'], ['Back', 'Back']])
})

test('and through those of several pieces, whatever their models', async () => {
  const chair = withSlots('Seat', 'Legs')
  const lamp = { ...withSlots('Shade', 'Legs'), key: 'f'.repeat(64) }
  useAssets.setState({ parsed: new Map([[chair.key, chair], [lamp.key, lamp]]) })
  useDocument.getState().replace({ ...emptyDocument(), assets: [], pieces: [piece('a', { asset: chair.key }), piece('b', { asset: chair.key }), piece('c', { asset: lamp.key })] })
  useInteraction.setState({ selection: ['c', 'a', 'b'] })
  const seen: unknown[] = []
  for (let i = 0; i < 3; i++) {
    await runCommand('edit.nextSlot')
    seen.push([useInteraction.getState().slot, useShell.getState().hud?.text])
  }
  expect(seen).toEqual([['Legs', 'Legs'], ['Shade', 'Shade'], ['Seat', 'Seat']])
})

test('there is no next slot where a piece has one, or nothing is selected', () => {
  const single = withSlots('Seat')
  useAssets.setState({ parsed: new Map([[single.key, single]]) })
  expect(isEnabled(findCommand('edit.nextSlot')!)).toBe(false)
  useInteraction.setState({ selection: [] })
  expect(isEnabled(findCommand('edit.previousSlot')!)).toBe(false)
})
