import { create } from 'zustand'
import { type MachineState, NOTHING_AT_HAND } from '../../../electron/batch-wire.ts'
import type { Request } from '../../../electron/contract.ts'
import { on, request } from '../../platform.ts'

/** What this computer does as a machine that renders; the main process says so. */
export const useMachine = create<MachineState>()(() => ({ works: false, kind: 'off', atHand: NOTHING_AT_HAND, isHeld: false, trouble: '', office: null }))

/** @throws AtriumError */
export async function setWorks(works: boolean): Promise<void> {
  useMachine.setState({ works })
  await request('machine:work', { on: works })
}

/** An office's queue takes the place of the projects' own; null: no longer. @throws AtriumError `queue-address` */
export async function setOffice(asked: Request<'machine:office'>): Promise<void> {
  await request('machine:office', asked)
  useMachine.setState(await request('machine:get'))
}

/** Between two words about somebody who works here. */
const TELL_MS = 5000
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/** Follows the main process, and tells it of whoever works in this window: tiles wait meanwhile. @returns how to stop */
export function followMachine(): () => void {
  let toldMs = -Infinity
  const onSign = (): void => {
    if (useMachine.getState().kind !== 'working' || performance.now() - toldMs < TELL_MS) return
    toldMs = performance.now()
    void request('machine:person').catch(() => {})
  }
  for (const sign of SIGNS) window.addEventListener(sign, onSign, { capture: true, passive: true })
  const stop = on('machine:changed', (state) => useMachine.setState(state))
  request('machine:get').then((state) => useMachine.setState(state), () => {})
  return () => {
    stop()
    for (const sign of SIGNS) window.removeEventListener(sign, onSign, { capture: true })
  }
}
