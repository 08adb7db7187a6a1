import { TextInput } from '@mantine/core'
import { useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { evaluate } from './arithmetic.ts'
import { onDraftKey } from './draft-keys.ts'

export interface ValueFieldProps {
  readonly label: string
  /** Shown inside the field; the label itself is then for assistive technology. */
  readonly prefix?: ReactNode
  /** A button at the field's end. */
  readonly suffix?: ReactNode
  readonly value: number
  readonly format: (value: number) => string
  /** null: what was typed is not a value. */
  readonly parse: (text: string) => number | null
  /** Arrow keys change the value by this; ten times as much with Shift. */
  readonly step: number
  /** And with Alt; left out: the same. */
  readonly fineStep?: number
  readonly min?: number
  readonly max?: number
  readonly disabled?: boolean
  /** The dialog that it stands in gives it the keys. */
  readonly hasKeys?: boolean
  readonly onCommit: (value: number) => void
}

/** A typed number with its unit, or a sum (`3.2m/4`): Enter or leaving the field applies it, Escape takes it back or leaves the field, arrows nudge it. */
export function ValueField(props: ValueFieldProps): ReactElement {
  const { label, value, format, parse, step, fineStep = step, min = -Infinity, max = Infinity } = props
  const [draft, setDraft] = useState<string | null>(null)
  const parsed = draft === null ? value : evaluate(draft, parse)
  const isWrong = parsed === null

  function commit(next: number): void {
    const clamped = Math.min(max, Math.max(min, next))
    if (clamped !== value) props.onCommit(clamped)
  }
  function leave(): void {
    if (draft !== null && parsed !== null && draft !== format(value)) commit(parsed)
    setDraft(null)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (onDraftKey(event, { isDraft: draft !== null, leave, reset: () => setDraft(null) })) return
    if (direction !== 0) {
      event.preventDefault()
      setDraft(null)
      commit((parsed ?? value) + direction * (event.altKey ? fineStep : event.shiftKey ? 10 * step : step))
    }
  }
  return (
    <TextInput
      aria-label={label}
      aria-invalid={isWrong}
      data-applied={draft === null}
      data-autofocus={props.hasKeys === true || undefined}
      error={isWrong}
      disabled={props.disabled ?? false}
      leftSection={props.prefix}
      leftSectionWidth={props.prefix === undefined ? undefined : 20}
      leftSectionPointerEvents="none"
      rightSection={props.suffix}
      classNames={{ input: 'value-field' }}
      value={draft ?? format(value)}
      inputMode="text"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  )
}
