import { CloseButton, ScrollArea, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { CATEGORY_NAMES, searchItems, type Category } from '../../catalogue/catalogue-items.ts'
import { CatalogueCard } from './catalogue-card.tsx'
import { fetchCatalogue, useCatalogue } from '../../catalogue/catalogue-store.ts'
import { say } from '../../words/say.ts'

function Categories({ value, available, onChange }: {
  value: Category | null
  available: readonly Category[]
  onChange: (category: Category | null) => void
}): ReactElement {
  const entries: [Category | null, string][] = [[null, say('catalogue.all')], ...available.map((key): [Category, string] => [key, CATEGORY_NAMES[key]])]
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
  const [category, setCategory] = useState<Category | null>(null)
  const found = searchItems(items ?? [], query, category)
  const available = (Object.keys(CATEGORY_NAMES) as Category[]).filter((key) => items?.some((item) => item.category === key))
  return (
    <>
      <div className="panel-tools">
        <TextInput
          type="search"
          aria-label={say('catalogue.search')}
          placeholder={say('catalogue.search.placeholder')}
          leftSection={<IconSearch size={14} stroke={1.6} />}
          rightSection={query === '' ? null : <CloseButton size="xs" aria-label={say('catalogue.clear')} onClick={() => setQuery('')} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Categories value={category} available={available} onChange={setCategory} />
      </div>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto">
        <ul className="cards" aria-label={say('catalogue.list')}>
          {found.map((item) => <li key={item.id}><CatalogueCard item={item} /></li>)}
        </ul>
        {failed && (
          <p className="panel-hint">
            {say('catalogue.failed')} <button type="button" className="link" onClick={() => void fetchCatalogue()}>{say('catalogue.retry')}</button>
          </p>
        )}
        {items === null && !failed && <p className="panel-hint">{say('catalogue.loading')}</p>}
        {items !== null && found.length === 0 && <p className="panel-hint">{say('catalogue.none', { query })}</p>}
      </ScrollArea>
    </>
  )
}
