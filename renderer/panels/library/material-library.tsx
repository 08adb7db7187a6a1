import { ActionIcon, ScrollArea } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMemo, useState, type ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { CATEGORIES, LIBRARY, type MaterialCategory } from '../../materials/library.ts'
import { changeSettings } from '../../shell/settings.ts'
import { useShell } from '../../shell/shell.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { say } from '../../words/say.ts'
import { type Choice, nameOfChoice } from './apply.ts'
import { MaterialCard } from './material-card.tsx'

type Shelf = MaterialCategory | 'project' | 'favourites' | null

interface Entry {
  readonly shelf: MaterialCategory | 'project'
  readonly choice: Choice
}
const NONE: readonly string[] = []

/** Materials to drag onto surfaces: those of the project, and those that ship. */
export function MaterialLibrary(): ReactElement {
  const records = useDocument((state) => state.document.materials)
  const [query, setQuery] = useState('')
  const [shelf, setShelf] = useState<Shelf>(null)
  const all = useMemo((): readonly Entry[] => [
    ...(records ?? []).map((record) => ({ shelf: 'project' as const, choice: { kind: 'project' as const, record } })),
    ...LIBRARY.map((entry) => ({ shelf: entry.category, choice: { kind: 'library' as const, entry } })),
  ], [records])
  const favourites = useShell((state) => state.settings.favouriteMaterials) ?? NONE
  const isOn = (one: Entry): boolean => shelf === null || one.shelf === shelf || (shelf === 'favourites' && one.choice.kind === 'library' && favourites.includes(one.choice.entry.id))
  const wanted = query.trim().toLocaleLowerCase()
  const found = all.filter((one) => isOn(one) && (nameOfChoice(one.choice).toLocaleLowerCase().includes(wanted)
    || (one.shelf !== 'project' && say(`library.category.${one.shelf}`).toLocaleLowerCase().includes(wanted))))
  const shelves: readonly [Shelf, string][] = [[null, say('library.all')], ['project', say('library.project')], ['favourites', say('library.favourites')], ...CATEGORIES.map((key): [Shelf, string] => [key, say(`library.category.${key}`)])]
  return (
    <>
      <div className="panel-tools">
        <SearchField label={say('library.search')} placeholder={say('library.search.placeholder')} value={query} onChange={setQuery} />
        <div className="chips" role="group" aria-label={say('library.categories')}>
          {shelves.map(([key, name]) => <button key={name} type="button" className="chip" aria-pressed={shelf === key} onClick={() => setShelf(key)}>{name}</button>)}
        </div>
      </div>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto">
        <ul className="cards" aria-label={say('library.list')}>
          {found.map(({ choice }) => (
            <li key={choice.kind === 'library' ? choice.entry.id : choice.record.id} className="card-own">
              <MaterialCard choice={choice} />
              {choice.kind === 'library' && <Star id={choice.entry.id} name={nameOfChoice(choice)} favourites={favourites} />}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="panel-hint">{shelf === 'project' && query === '' ? say('library.project.none') : shelf === 'favourites' && query === '' ? say('library.favourites.none') : say('library.none', { query })}</p>}
      </ScrollArea>
    </>
  )
}

/** Keeps a material of the library among the favourites, or no longer. */
function Star({ id, name, favourites }: { id: string; name: string; favourites: readonly string[] }): ReactElement {
  const isKept = favourites.includes(id)
  const Icon = isKept ? IconStarFilled : IconStar
  const toggle = (): void => changeSettings({ favouriteMaterials: isKept ? favourites.filter((other) => other !== id) : [...favourites, id] })
  return (
    <span className="card-tools" data-kept={isKept}>
      <ActionIcon size="sm" variant="default" aria-pressed={isKept} aria-label={say('library.favourite', { name })} onClick={toggle}><Icon size={13} stroke={1.6} /></ActionIcon>
    </span>
  )
}
