import { afterEach, expect, test } from 'vitest'
import { useInteraction } from '../interaction/store.ts'
import { automaticExecutor, suitingExecutor } from './executor.ts'
import { useShell } from './shell.ts'

const choose = (executor: 'gpu' | 'cpu' | undefined): void => useShell.setState({ settings: { ...useShell.getState().settings, executor } })

afterEach(() => {
  choose(undefined)
  useInteraction.setState({ adapter: null })
})

test.each([[null, 'gpu'], [false, 'gpu'], [true, 'cpu']] as const)('traces where it is quick while nobody chose: software %s, %s', (software, expected) => {
  useInteraction.setState({ adapter: software === null ? null : { name: 'Adapter', software } })
  expect([automaticExecutor(), suitingExecutor()]).toEqual([expected, expected])
})

test('who chose gets that', () => {
  useInteraction.setState({ adapter: { name: 'Program', software: true } })
  choose('gpu')
  expect(suitingExecutor()).toBe('gpu')
  useInteraction.setState({ adapter: { name: 'Card', software: false } })
  choose('cpu')
  expect(suitingExecutor()).toBe('cpu')
})
