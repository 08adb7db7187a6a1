import { ActionIcon, Button, ScrollArea } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMemo, useState, type ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { CATEGORIES, LIBRARY, type MaterialCategory } from '../../materials/library.ts'
import { runCommand } from '../../commands/registry.ts'
import { useOwnMaterials } from '../../project/materials/own-materials.ts'
import { changeSettings } from '../../shell/settings.ts'
import { useShell } from '../../shell/shell.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { say } from '../../words/say.ts'
import { type Choice, idOfChoice, nameOfChoice } from './apply.ts'
import { MaterialCard } from './material-card.tsx'
import { OwnMaterialTools } from './own-material-tools.tsx'

type Shelf = MaterialCategory | 'project' | 'own' | 'favourites' | null

interface Entry {
  readonly shelf: MaterialCategory | 'project' | 'own'
  readonly choice: Choice
}
const NONE: readonly string[] = []
const EMPTY = { project: 'library.project.none', own: 'ownMaterial.none', favourites: 'library.favourites.none' } as const

/** Materials to drag onto surfaces: those of the project, the user's own, and those that ship. */
export function MaterialLibrary(): ReactElement {
  const records = useDocument((state) => state.document.materials)
  const own = useOwnMaterials((state) => state.materials)
  const [query, setQuery] = useState('')
  const [shelf, setShelf] = useState<Shelf>(null)
  const all = useMemo((): readonly Entry[] => [
    ...own.map((one) => ({ shelf: 'own' as const, choice: { kind: 'own' as const, own: one } })),
    ...LIBRARY.map((entry) => ({ shelf: entry.category, choice: { kind: 'library' as const, entry } })),
    // Last: a click that takes one into the project moves no other card from under the pointer.
    ...(records ?? []).map((record) => ({ shelf: 'project' as const, choice: { kind: 'project' as const, record } })),
  ], [records, own])
  const favourites = useShell((state) => state.settings.favouriteMaterials) ?? NONE
  const isOn = (one: Entry): boolean => shelf === null || one.shelf === shelf || (shelf === 'favourites' && one.choice.kind !== 'project' && favourites.includes(idOfChoice(one.choice)))
  const wanted = query.trim().toLocaleLowerCase()
  const found = all.filter((one) => isOn(one) && (nameOfChoice(one.choice).toLocaleLowerCase().includes(wanted)
    || (one.shelf !== 'project' && one.shelf !== 'own' && say(`library.category.${one.shelf}`).toLocaleLowerCase().includes(wanted))))
  const shelves: readonly [Shelf, string][] = [[null, say('library.all')], ['project', say('library.project')], ['own', say('ownMaterial.title')], ['favourites', say('library.favourites')], ...CATEGORIES.map((key): [Shelf, string] => [key, say(`library.category.${key}`)])]
  return (
    <>
      <div className="panel-tools">
        <SearchField label={say('library.search')} placeholder={say('library.search.placeholder')} value={query} onChange={setQuery} />
        <div className="chips" role="group" aria-label={say('library.categories')}>
          {shelves.map(([key, name]) => <button key={name} type="button" className="chip" aria-pressed={shelf === key} onClick={() => setShelf(key)}>{name}</button>)}
        </div>
        {shelf === 'own' && <Button size="compact-xs" variant="default" onClick={() => void runCommand('edit.bringMaterial')}>{say('ownMaterial.bring')}</Button>}
      </div>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto">
        <ul className="cards" aria-label={say('library.list')}>
          {found.map(({ choice }) => (
            <li key={idOfChoice(choice)} className="card-own">
              <MaterialCard choice={choice} />
              {choice.kind !== 'project' && <Star id={idOfChoice(choice)} name={nameOfChoice(choice)} favourites={favourites} />}
              {choice.kind === 'own' && <OwnMaterialTools own={choice.own} />}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="panel-hint">{query === '' && shelf !== null && shelf in EMPTY ? say(EMPTY[shelf as keyof typeof EMPTY]) : say('library.none', { query })}</p>}
      </ScrollArea>
    </>
  )
}

/** Keeps a material of the library or of the user's own among the favourites, or no longer. */
function Star({ id, name, favourites }: { id: string; name: string; favourites: readonly string[] }): ReactElement {
  const isKept = favourites.includes(id)
  const Icon = isKept ? IconStarFilled : IconStar
  const toggle = (): void => changeSettings({ favouriteMaterials: isKept ? favourites.filter((other) => other !== id) : [...favourites, id] })
  return (
    <span className="card-tools card-star" data-kept={isKept}>
      <ActionIcon size="sm" variant="default" aria-pressed={isKept} aria-label={say('library.favourite', { name })} onClick={toggle}><Icon size={13} stroke={1.6} /></ActionIcon>
    </span>
  )
}
