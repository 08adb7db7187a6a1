import { languageOf } from '../../renderer/words/languages.ts'
import { setLanguage } from '../../renderer/words/say.ts'

/** What the system prefers (BCP 47): as a shell is told, `de_AT.UTF-8`, or else as the system is set. */
export function systemLanguages(env: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  const told = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '')
  return [told === undefined ? new Intl.DateTimeFormat().resolvedOptions().locale : told.replace(/[.@].*$/, '').replaceAll('_', '-')]
}

/** A command speaks as the window does: the system's language where Atrium knows it, English otherwise. */
export function speakSystemLanguage(): void {
  const preferred = systemLanguages()
  setLanguage(languageOf(preferred), preferred)
}
