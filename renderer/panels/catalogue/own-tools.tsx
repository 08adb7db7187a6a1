import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { editOwn, removeOwn } from '../../commands/insert/own-catalogue.ts'
import type { CatalogueItem } from '../../imports/types.ts'
import { say } from '../../words/say.ts'

/** What can be done about a piece of the own catalogue, on its card. */
export function OwnTools({ item }: { item: CatalogueItem }): ReactElement {
  return (
    <span className="card-tools">
      <ActionIcon size="sm" variant="default" aria-label={say('own.edit', { name: item.name })} onClick={() => editOwn(item)}><IconPencil size={13} stroke={1.6} /></ActionIcon>
      <ActionIcon size="sm" variant="default" aria-label={say('own.remove', { name: item.name })} onClick={() => void removeOwn(item)}><IconTrash size={13} stroke={1.6} /></ActionIcon>
    </span>
  )
}
