import { TextInput } from '@mantine/core'
import { useRef, useState, type ReactElement } from 'react'
import { say } from '../../words/say.ts'

/** The title of what is inspected; typing in it renames. */
export function NameField({ name, kind, onRename }: { name: string; kind: string; onRename: (name: string) => void }): ReactElement {
  const [draft, setDraft] = useState<string | null>(null)
  const isTakenBack = useRef(false)
  return (
    <div className="inspector-head">
      <span className="inspector-kind">{kind}</span>
      <TextInput
        aria-label={say('inspector.name')}
        data-testid="inspector-title"
        variant="unstyled"
        classNames={{ input: 'inspector-title' }}
        spellCheck={false}
        value={draft ?? name}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => {
          if (!isTakenBack.current && draft !== null && draft.trim() !== '' && draft !== name) onRename(draft)
          isTakenBack.current = false
          setDraft(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') {
            // The keys are shortcuts again.
            isTakenBack.current = true
            event.currentTarget.blur()
            event.stopPropagation()
          }
        }}
      />
    </div>
  )
}
