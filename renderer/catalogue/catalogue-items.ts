import type { CatalogueItem } from '../imports/types.ts'

export type Category = CatalogueItem['category']

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  seating: 'Seating',
  tables: 'Tables',
  beds: 'Beds',
  storage: 'Storage',
  kitchen: 'Kitchen',
  lighting: 'Lighting',
  mirrors: 'Mirrors',
  decoration: 'Decoration',
  primitives: 'Primitives',
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
