import { Settings } from './contract.ts'
import { JsonFile } from './files/json-file.ts'

const DEFAULT_SETTINGS: Settings = { theme: 'system', unit: 'm' }

/** The user's choices that belong to no project. */
export function openSettings(filePath: string): JsonFile<Settings> {
  return new JsonFile(filePath, Settings, DEFAULT_SETTINGS)
}
