import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent, ReactElement } from 'react'
import { say } from '../words/say.ts'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** From the words straight to what they found; Escape forgets them, and then leaves the field. */
function onKey(event: KeyboardEvent<HTMLInputElement>, onChange: (value: string) => void): void {
  const field = event.currentTarget
  const panel = field.closest('aside')
  // In a dialog, Escape closes it.
  if (panel === null) return
  if (event.key === 'ArrowDown') panel.querySelector<HTMLElement>('.card, [role="tree"], [role="treeitem"][tabindex="0"]')?.focus()
  else if (event.key === 'Escape' && field.value === '') field.blur()
  else if (event.key === 'Escape') onChange('')
  else return
  event.preventDefault()
}

/** Narrows a list down by words, and clears itself. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps): ReactElement {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} stroke={1.6} />}
      rightSection={value === '' ? null : <CloseButton size="xs" aria-label={say('search.clear')} onClick={() => onChange('')} />}
      value={value}
      onKeyDown={(event) => onKey(event, onChange)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
