import type { Category } from './catalogue-items.ts'

/** By what names say, in English and German; the first that fits. */
const KINDS: readonly (readonly [Category, RegExp])[] = [
  ['mirrors', /mirror|spiegel/i],
  ['lighting', /lamp|leuchte|chandelier|sconce|(?:ceiling|wall|floor|spot|pendant|table).?lights?\b/i],
  ['seating', /chair|sofa|couch|stool|bench|seat|stuhl|stühle|sessel|hocker|sitz|(?<!daten)bank\b/i],
  ['tables', /\btables?\b|(?:side|coffee|dining|end)table|desk|tisch/i],
  ['kitchen', /kitchen|fridge|refrigerator|\boven|stove|\bsink\b|dishwasher|küche|herd\b|spüle|kühlschrank|backofen/i],
  ['storage', /shel[fv]|cabinet|wardrobe|drawer|dresser|cupboard|bookcase|sideboard|regal|schrank|kommode|vitrine/i],
  ['beds', /\bbeds?\b|mattress|bett|matratze/i],
]

/** Where a piece of the user's own belongs, as a first answer; what nobody can tell is decoration. */
export const guessCategory = (name: string): Category => KINDS.find(([, words]) => words.test(name.replace(/[_-]/g, ' ')))?.[0] ?? 'decoration'
