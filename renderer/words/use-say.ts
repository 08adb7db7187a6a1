import { useSyncExternalStore } from 'react'
import { language, onLanguage, say } from './say.ts'
import type { Language } from './languages.ts'

/** The language at hand; renders again when it is another one. The window's root uses it: what it draws is drawn anew. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language)
}

/** `say` for components that React would leave alone (memo, roots of their own): renders again in another language. */
export function useSay(): typeof say {
  useLanguage()
  return say
}
