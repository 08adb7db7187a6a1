import { readFileSync } from 'node:fs'
import { INITIAL_SETTINGS, type Settings, StoredSettings } from '../renderer/settings.ts'
import { languageOf } from '../renderer/words/languages.ts'
import { setLanguage } from '../renderer/words/say.ts'
import { JsonFile } from './files/json-file.ts'

/** The user's choices that belong to no project. */
export function openSettings(filePath: string, onLost?: (error: unknown) => void): JsonFile<Settings> {
  return new JsonFile(filePath, StoredSettings, INITIAL_SETTINGS, onLost)
}

/** Before the app is ready, when nothing can be waited for. */
export function readCard(filePath: string): Settings['card'] {
  try {
    return StoredSettings.parse(JSON.parse(readFileSync(filePath, 'utf8'))).card
  } catch {
    return undefined
  }
}

/** The words of native dialogs. @param locale  the system's, as BCP 47 */
export function speak({ language }: Settings, locale: string): void {
  setLanguage(language ?? languageOf([locale]), [locale])
}
