/** The languages of Atrium, each under its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
/** `en-XA`: English with accents and brackets, 40 % longer: shows what is not in the catalogue, and what is clipped. */
export type Language = keyof typeof LANGUAGES | 'en-XA'

export const isLanguage = (text: string): text is Language => text in LANGUAGES || text === 'en-XA'

/** The first that Atrium speaks of those that the system prefers (BCP 47: `de-AT`); English where it speaks none. */
export function languageOf(preferred: readonly string[]): Language {
  return preferred.map((tag) => tag.split('-')[0].toLowerCase()).find((tag): tag is keyof typeof LANGUAGES => tag in LANGUAGES) ?? 'en'
}

/** For numbers and dates: the system's own variant of the language (`de-AT`, `en-GB`), where it has one. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  if (language === 'en-XA') return 'en'
  return preferred.find((tag) => tag.split('-')[0].toLowerCase() === language) ?? language
}
