import { TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { useShell } from '../shell/shell.ts'

interface RenameFieldProps {
  /** What the shell knows as `renaming` while this stands there. */
  readonly id: string
  readonly name: string
  readonly label: string
  readonly onRename: (name: string) => void
  /** What has the keys afterwards; null: nothing any more. */
  readonly findRow: () => HTMLElement | null
}

/** In place of a name in a list: Enter or leaving the field gives it another, Escape keeps it. */
export function RenameField({ id, name, label, onRename, findRow }: RenameFieldProps): ReactElement {
  const [draft, setDraft] = useState(name)
  function end(keeps: boolean): void {
    // Leaving the field ends it once more.
    if (useShell.getState().renaming !== id) return
    useShell.setState({ renaming: null })
    if (keeps) onRename(draft)
    requestAnimationFrame(() => findRow()?.focus())
  }
  return (
    <TextInput
      className="tree-rename" aria-label={label} data-autofocus autoFocus value={draft}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => end(true)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') end(true)
        if (event.key === 'Escape') end(false)
      }}
    />
  )
}
