import type { CatalogueItem } from '../imports/types.ts'
import { isId, table, textOf } from '../words/say.ts'

export type Category = CatalogueItem['category']

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = table({
  seating: 'furniture.category.seating',
  tables: 'furniture.category.tables',
  beds: 'furniture.category.beds',
  storage: 'furniture.category.storage',
  kitchen: 'furniture.category.kitchen',
  lighting: 'furniture.category.lighting',
  mirrors: 'furniture.category.mirrors',
  decoration: 'furniture.category.decoration',
  primitives: 'furniture.category.primitives',
})

/** An item with its name in the language at hand; one that the catalogue of words does not know keeps its own. */
export function named(item: CatalogueItem): CatalogueItem {
  const id = `furniture.item.${item.id}`
  return isId(id) ? Object.defineProperty({ ...item }, 'name', { enumerable: true, get: () => textOf({ id }) }) : item
}

/** Those of a category (null: all) whose name, category or keywords contain every word of the query. */
export function searchItems(items: readonly CatalogueItem[], query: string, category: Category | null): readonly CatalogueItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    if (category !== null && item.category !== category) return false
    const text = [item.name, CATEGORY_NAMES[item.category], ...item.keywords].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A name that none of the items has: itself, or with the next number behind it. */
export function freeName(name: string, items: readonly Pick<CatalogueItem, 'name'>[]): string {
  const taken = new Set(items.map((item) => item.name.toLowerCase()))
  if (!taken.has(name.toLowerCase())) return name
  const stem = name.replace(/ \d+$/, '')
  for (let number = 2; ; number++) if (!taken.has(`${stem} ${number}`.toLowerCase())) return `${stem} ${number}`
}
