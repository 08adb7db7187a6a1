import { ScrollArea } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { CATEGORY_NAMES, searchItems, type Category } from '../../catalogue/catalogue-items.ts'
import { useOwnCatalogue } from '../../catalogue/own-store.ts'
import { CatalogueCard } from './catalogue-card.tsx'
import { fetchCatalogue, useCatalogue } from '../../catalogue/catalogue-store.ts'
import { OwnTools } from './own-tools.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { say } from '../../words/say.ts'

/** A category, or the pieces of one's own; null: all. */
type Shelf = Category | 'own' | null

function Shelves({ value, available, onChange }: {
  value: Shelf
  available: readonly Category[]
  onChange: (shelf: Shelf) => void
}): ReactElement {
  const entries: [Shelf, string][] = [[null, say('catalogue.all')], ['own', say('own.title')], ...available.map((key): [Shelf, string] => [key, CATEGORY_NAMES[key]])]
  return (
    <div className="chips" role="group" aria-label={say('catalogue.categories')}>
      {entries.map(([key, name]) => (
        <button key={name} type="button" className="chip" aria-pressed={value === key} onClick={() => onChange(key)}>{name}</button>
      ))}
    </div>
  )
}

/** Furniture to drag into the room; or, by keyboard, to place in front of the camera with Enter. */
export function Catalogue(): ReactElement {
  const { items, failed } = useCatalogue()
  const [query, setQuery] = useState('')
  const own = useOwnCatalogue((state) => state.items)
  const [shelf, setShelf] = useState<Shelf>(null)
  const found = shelf === 'own' ? searchItems(own, query, null) : searchItems([...own, ...(items ?? [])], query, shelf)
  const available = (Object.keys(CATEGORY_NAMES) as Category[]).filter((key) => [...own, ...(items ?? [])].some((item) => item.category === key))
  return (
    <>
      <div className="panel-tools">
        <SearchField label={say('catalogue.search')} placeholder={say('catalogue.search.placeholder')} value={query} onChange={setQuery} />
        <Shelves value={shelf} available={available} onChange={setShelf} />
      </div>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto">
        <ul className="cards" aria-label={say('catalogue.list')}>
          {found.map((item) => <li key={item.id} className={shelf === 'own' ? 'card-own' : undefined}><CatalogueCard item={item} />{shelf === 'own' && <OwnTools item={item} />}</li>)}
        </ul>
        {failed && (
          <p className="panel-hint">
            {say('catalogue.failed')} <button type="button" className="link" onClick={() => void fetchCatalogue()}>{say('catalogue.retry')}</button>
          </p>
        )}
        {items === null && !failed && <p className="panel-hint">{say('catalogue.loading')}</p>}
        {shelf === 'own' && own.length === 0 && <p className="panel-hint">{say('own.empty')}</p>}
        {items !== null && found.length === 0 && (shelf !== 'own' || own.length > 0) && <p className="panel-hint">{say('catalogue.none', { query })}</p>}
      </ScrollArea>
    </>
  )
}
