import { ActionIcon, TextInput } from '@mantine/core'
import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { exportOwnMaterial, removeOwnMaterial } from '../../commands/edit/own-materials.ts'
import { reportError } from '../../errors/notices.ts'
import { type OwnMaterial, renameOwnMaterial } from '../../project/materials/own-materials.ts'
import { say } from '../../words/say.ts'

/** What can be done about a material of the user's own, on its card. */
export function OwnMaterialTools({ own }: { own: OwnMaterial }): ReactElement {
  const { name } = own.material
  const [draft, setDraft] = useState<string | null>(null)
  const leave = (): void => {
    if (draft !== null && draft.trim() !== '' && draft.trim() !== name) void renameOwnMaterial(own.id, draft.trim()).catch((error: unknown) => reportError(error, name))
    setDraft(null)
  }
  if (draft !== null) {
    return (
      <TextInput
        className="card-rename"
        size="xs"
        autoFocus
        aria-label={say('ownMaterial.rename', { name })}
        maxLength={200}
        value={draft}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setDraft(null)
        }}
      />
    )
  }
  return (
    <span className="card-tools">
      <ActionIcon size="sm" variant="default" aria-label={say('ownMaterial.rename', { name })} onClick={() => setDraft(name)}><IconPencil size={13} stroke={1.6} /></ActionIcon>
      <ActionIcon size="sm" variant="default" aria-label={say('ownMaterial.export', { name })} onClick={() => void exportOwnMaterial(own)}><IconDownload size={13} stroke={1.6} /></ActionIcon>
      <ActionIcon size="sm" variant="default" aria-label={say('ownMaterial.remove', { name })} onClick={() => void removeOwnMaterial(own)}><IconTrash size={13} stroke={1.6} /></ActionIcon>
    </span>
  )
}
