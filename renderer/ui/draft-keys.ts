import type { KeyboardEvent } from 'react'

/** What the keys do to a field whose text is a draft until it applies. */
export interface DraftKeys {
  readonly isDraft: boolean
  /** Applies it. */
  readonly leave: () => void
  /** Takes it back. */
  readonly reset: () => void
}

/** Enter applies a draft, Escape takes it back; where none is left, in a panel, Escape leaves the field, and keys are shortcuts again. @returns whether it was one of them */
export function onDraftKey(event: KeyboardEvent<HTMLInputElement>, { isDraft, leave, reset }: DraftKeys): boolean {
  if (event.key === 'Enter') {
    leave()
    event.currentTarget.select()
  } else if (event.key === 'Escape' && isDraft) {
    reset()
    event.stopPropagation()
  } else if (event.key === 'Escape' && event.currentTarget.closest('aside') !== null) {
    event.currentTarget.blur()
  } else {
    return false
  }
  return true
}
