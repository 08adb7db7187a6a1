import { expect, test } from 'vitest'
import { guessCategory } from './guess-category.ts'

test.each([
  ['Anna’s chair', 'seating'], ['BARCELONA_CHAIR_01', 'seating'], ['Sitzbank Eiche', 'seating'], ['Küchenstuhl', 'seating'],
  ['Table lamp', 'lighting'], ['Stehleuchte', 'lighting'], ['Light oak table', 'tables'], ['Bedside table', 'tables'], ['Schreibtisch', 'tables'],
  ['Kitchen cabinet', 'kitchen'], ['Bücherregal', 'storage'], ['Double bed', 'beds'], ['Bett 160', 'beds'], ['Wandspiegel', 'mirrors'],
  ['Vase', 'decoration'], ['Tablet', 'decoration'], ['untitled', 'decoration'],
])('%s belongs to %s', (name, category) => expect(guessCategory(name)).toBe(category))
