import { reportError } from '../errors/notices.ts'
import { request } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { languageOf } from '../words/languages.ts'
import { say, setLanguage } from '../words/say.ts'
import { useShell } from './shell.ts'

/** Applied at once and remembered for the next start. */
export function changeSettings(patch: Partial<Settings>): void {
  const settings = { ...useShell.getState().settings, ...patch }
  useShell.setState({ settings })
  if ('language' in patch) applyLanguage(settings)
  request('settings:set', settings).catch((error: unknown) => reportError(error, say('settings.title')))
}

/** What another window chose. */
export async function followSettings(): Promise<void> {
  const settings = await request('settings:get')
  const before = useShell.getState().settings
  useShell.setState({ settings })
  if (settings.language !== before.language) applyLanguage(settings)
}

/** The words on screen: those chosen in Settings, otherwise the system's. */
export function applyLanguage({ language }: Pick<Settings, 'language'>): void {
  const next = language ?? languageOf(navigator.languages)
  setLanguage(next, navigator.languages)
  document.documentElement.lang = next
}
