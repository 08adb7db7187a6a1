import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../gpu/settings.ts'
import { useInteraction } from '../interaction/store.ts'
import { automaticMethod, followMethod } from './method.ts'
import { useShell } from './shell.ts'

beforeEach(() => {
  useInteraction.setState({ adapter: null, settings: DEFAULT_SETTINGS })
  useShell.setState(({ settings }) => ({ settings: { ...settings, method: undefined } }))
})

const method = () => useInteraction.getState().settings.method
const choose = (next: 'whitted' | 'hybrid' | undefined) => useShell.setState(({ settings }) => ({ settings: { ...settings, method: next } }))

test('a graphics card gets the hybrid picture, a program that plays one the cheap one, and the user’s choice counts more', () => {
  const stop = followMethod()
  expect(method()).toBe('whitted')
  useInteraction.setState({ adapter: { name: 'Card 9000', software: false } })
  expect([method(), automaticMethod()]).toEqual(['hybrid', 'hybrid'])
  useInteraction.setState({ adapter: { name: 'Program', software: true } })
  expect(method()).toBe('whitted')
  choose('hybrid')
  expect([method(), automaticMethod()]).toEqual(['hybrid', 'whitted'])
  choose(undefined)
  expect(method()).toBe('whitted')
  stop()
})

test('a project that was saved on another computer is shown by this one’s method', () => {
  useInteraction.setState({ adapter: { name: 'Card 9000', software: false } })
  const stop = followMethod()
  useInteraction.setState({ settings: { ...DEFAULT_SETTINGS, method: 'whitted', bounces: 5 } })
  expect(useInteraction.getState().settings).toMatchObject({ method: 'hybrid', bounces: 5 })
  stop()
  useInteraction.setState({ settings: DEFAULT_SETTINGS })
  expect(method()).toBe('whitted')
})
