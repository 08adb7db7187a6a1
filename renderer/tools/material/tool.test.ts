import { beforeEach, expect, test } from 'vitest'
import { useInteraction } from '../../interaction/store.ts'
import { materialTool } from './tool.ts'

const hint = (): string => (materialTool.hint as () => string)()

beforeEach(() => () => useInteraction.setState({ surfaceClick: null }))

test('what a click on a surface is for stands over the room: to see a material, to take it, to give one', () => {
  useInteraction.setState({ surfaceClick: { kind: 'pick' } })
  expect(hint()).toBe('Click a surface to see its material')
  useInteraction.setState({ surfaceClick: { kind: 'pipette' } })
  expect(hint()).toBe('Click the surface to take the material from')
  useInteraction.setState({ surfaceClick: { kind: 'brush', material: { id: 'oak', name: 'Oak' }, assets: [] } })
  expect(hint()).toBe('Click surfaces to apply Oak')
})
