import { Select, Slider } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import { type Choice, FORMS } from '../../catalogue/forms.ts'
import { pullForm, reshapePiece } from '../../commands/edit/reshape.ts'
import { isLocked } from '../../document/flags.ts'
import { useDocument } from '../../document/store.ts'
import type { FormRecord, Piece } from '../../document/types.ts'
import { formatLength } from '../../document/units.ts'
import { formOfPiece } from '../../project/insert/shaped.ts'
import { flash } from '../../shell/shell.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { say } from '../../words/say.ts'
import { lengthField } from './length-field.ts'

const parseCount = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

/** With what a piece of ours is made: a sofa's width, its seats, its fabric. It is made anew, which takes a moment. */
export function FormFields({ piece }: { piece: Piece }): ReactElement | null {
  const document = useDocument((state) => state.document)
  const [wish, setWish] = useState<{ readonly of: Piece; readonly values: FormRecord['values'] } | null>(null)
  /** Where a hand holds a slider now; pulls are counted, for each is a step of its own. */
  const [pulled, setPulled] = useState<{ readonly id: string; readonly value: number } | null>(null)
  const [pulls, setPulls] = useState(0)
  const gesture = `form-${useId()}-${pulls}`
  const form = formOfPiece(document, piece)
  if (form === null) return null
  const values = wish?.of === piece ? { ...form.values, ...wish.values } : form.values
  const disabled = isLocked(document, piece)

  async function set(id: string, value: number | string): Promise<void> {
    const wished = { ...values, [id]: value }
    setWish({ of: piece, values: wished })
    if (await reshapePiece(piece, wished)) setWish(null)
  }
  function follow(id: string, value: number, isLast: boolean): void {
    setPulled({ id, value })
    const done = pullForm(piece.id, { ...values, [id]: value }, gesture)
    if (!isLast) return
    setPulls(pulls + 1)
    void done.finally(() => setPulled(null))
  }
  return (
    <Section title={say('form.title')}>
      {FORMS[form.item].map((field) => {
        const label = say(`form.${field.kind === 'length' ? field.name : field.id}`)
        const value = values[field.id]
        if (field.kind === 'choice') {
          return (
            <Row key={field.id} label={label}>
              <Select size="xs" aria-label={label} disabled={disabled} data={field.choices.map((one) => ({ value: one, label: say(`form.choice.${one}`) }))} value={value as Choice} allowDeselect={false} onChange={(next) => { if (next !== null) void set(field.id, next) }} />
            </Row>
          )
        }
        const { least, most } = field
        const show = (amount: number): string => (field.kind === 'count' ? String(amount) : formatLength(amount, document.unit))
        const commit = (next: number): void => {
          if (next < least || next > most) flash(say('form.refused', { what: label, least: show(least), most: show(most) }))
          else void set(field.id, next)
        }
        const how = field.kind === 'count' ? { format: String, parse: parseCount, step: 1 } : { ...lengthField(document.unit), step: 0.01 }
        const amount = pulled?.id === field.id ? pulled.value : (value as number)
        return (
          <div key={field.id}>
            <Row label={label}><ValueField label={label} value={amount} {...how} disabled={disabled} onCommit={commit} /></Row>
            <Slider className="wide-slider" size="sm" label={null} thumbLabel={say('form.pull', { what: label })} disabled={disabled} min={least} max={most} step={how.step} value={amount} onChange={(next) => follow(field.id, next, false)} onChangeEnd={(next) => follow(field.id, next, true)} />
          </div>
        )
      })}
    </Section>
  )
}
