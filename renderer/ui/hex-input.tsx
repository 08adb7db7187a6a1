import { ColorInput, type ColorInputProps } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { onDraftKey } from './draft-keys.ts'

export interface HexInputProps extends Pick<ColorInputProps, 'swatches' | 'popoverProps'> {
  readonly label: string
  /** Of the eye dropper. */
  readonly pickLabel: string
  /** `#rrggbb`. */
  readonly value: string
  /** `#rrggbb`, another than it was; of one `drag`, all are one step. */
  readonly onChange: (hex: string, drag: number) => void
}

const WHOLE = /^\s*#?([0-9a-f]{6})\s*$/i
const SHORT = /^\s*#?([0-9a-f])([0-9a-f])([0-9a-f])\s*$/i

/** What was typed as `#rrggbb`, or null. */
function hexOf(text: string): string | null {
  const [, digits = null] = WHOLE.exec(text) ?? []
  if (digits !== null) return `#${digits.toLowerCase()}`
  const short = SHORT.exec(text)
  return short === null ? null : `#${short.slice(1).map((digit) => digit + digit).join('').toLowerCase()}`
}

/** A colour, picked or typed: six digits apply at once, Enter or leaving the field applies three, Escape takes back what is half typed or leaves the field. */
export function HexInput({ label, pickLabel, value, onChange, ...looks }: HexInputProps): ReactElement {
  const [draft, setDraft] = useState<string | null>(null)
  const [drag, setDrag] = useState(0)
  function apply(hex: string | null): void {
    if (hex !== null && hex !== value) onChange(hex, drag)
    setDraft(null)
  }
  const leave = (): void => { if (draft !== null) apply(hexOf(draft)) }
  return (
    <ColorInput
      {...looks}
      aria-label={label}
      aria-invalid={draft !== null && hexOf(draft) === null}
      data-applied={draft === null}
      size="xs"
      format="hex"
      fixOnBlur={false}
      eyeDropperButtonProps={{ 'aria-label': pickLabel }}
      value={draft ?? value}
      onChange={(text) => (WHOLE.test(text) ? apply(hexOf(text)) : setDraft(text))}
      onChangeEnd={() => setDrag(drag + 1)}
      onBlur={leave}
      onKeyDown={(event) => { onDraftKey(event, { isDraft: draft !== null, leave, reset: () => setDraft(null) }) }}
    />
  )
}
