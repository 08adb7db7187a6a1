import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { say } from '../words/say.ts'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
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
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
