import { CloseButton, ScrollArea, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState, type ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { CATEGORIES, LIBRARY, type MaterialCategory } from '../../materials/library.ts'
import { say } from '../../words/say.ts'
import { type Choice, nameOfChoice } from './apply.ts'
import { MaterialCard } from './material-card.tsx'

type Shelf = MaterialCategory | 'project' | null

/** Materials to drag onto surfaces: those of the project, and those that ship. */
export function MaterialLibrary(): ReactElement {
  const records = useDocument((state) => state.document.materials)
  const [query, setQuery] = useState('')
  const [shelf, setShelf] = useState<Shelf>(null)
  const all = useMemo((): readonly { readonly shelf: Shelf; readonly choice: Choice }[] => [
    ...(records ?? []).map((record) => ({ shelf: 'project' as const, choice: { kind: 'project' as const, record } })),
    ...LIBRARY.map((entry) => ({ shelf: entry.category, choice: { kind: 'library' as const, entry } })),
  ], [records])
  const wanted = query.trim().toLocaleLowerCase()
  const found = all.filter((one) => (shelf === null || one.shelf === shelf) && (nameOfChoice(one.choice).toLocaleLowerCase().includes(wanted)
    || (one.shelf !== null && one.shelf !== 'project' && say(`library.category.${one.shelf}`).toLocaleLowerCase().includes(wanted))))
  const shelves: readonly [Shelf, string][] = [[null, say('library.all')], ['project', say('library.project')], ...CATEGORIES.map((key): [Shelf, string] => [key, say(`library.category.${key}`)])]
  return (
    <>
      <div className="panel-tools">
        <TextInput
          type="search"
          aria-label={say('library.search')}
          placeholder={say('library.search.placeholder')}
          leftSection={<IconSearch size={14} stroke={1.6} />}
          rightSection={query === '' ? null : <CloseButton size="xs" aria-label={say('library.clear')} onClick={() => setQuery('')} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <div className="chips" role="group" aria-label={say('library.categories')}>
          {shelves.map(([key, name]) => <button key={name} type="button" className="chip" aria-pressed={shelf === key} onClick={() => setShelf(key)}>{name}</button>)}
        </div>
      </div>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto">
        <ul className="cards" aria-label={say('library.list')}>
          {found.map(({ choice }) => <li key={choice.kind === 'library' ? choice.entry.id : choice.record.id}><MaterialCard choice={choice} /></li>)}
        </ul>
        {found.length === 0 && <p className="panel-hint">{shelf === 'project' && query === '' ? say('library.project.none') : say('library.none', { query })}</p>}
      </ScrollArea>
    </>
  )
}
