import type { Settings } from '../../electron/contract.ts'
import { reportError } from '../errors/notices.ts'
import { request } from '../platform.ts'
import { useShell } from './shell.ts'

/** Applied at once and remembered for the next start. */
export function changeSettings(patch: Partial<Settings>): void {
  const settings = { ...useShell.getState().settings, ...patch }
  useShell.setState({ settings })
  request('settings:set', settings).catch((error: unknown) => reportError(error, 'Settings'))
}
