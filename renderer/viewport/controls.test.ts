import { expect, test } from 'vitest'
import { registerViewport } from '../interaction/viewport.ts'
import { type Controlled, createControls } from './controls.ts'

test('who waits for the final picture when the device is lost has it from the next one', async () => {
  let lose: (settled: boolean) => void = () => undefined
  const controls = createControls({ driver: { settled: () => new Promise<boolean>((resolve) => { lose = resolve }) } } as unknown as Controlled)
  const told = controls.settled().then(() => 'settled')
  registerViewport(null)
  lose(false)
  const next = createControls({ driver: { settled: () => Promise.resolve(true) } } as unknown as Controlled)
  registerViewport(next)
  expect(await told).toBe('settled')
  registerViewport(null)
})
