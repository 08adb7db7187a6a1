import { Slider } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { parsePercent, percent } from '../../words/numbers.ts'

const formatPercent = (value: number): string => percent(value, 1)

/** A share of 0 to 1, by hand or typed; one pull is one step. */
export function ShareField({ label, hint, value, onChange }: { label: string; hint?: string; value: number; onChange: (value: number, gesture?: string) => void }): ReactElement {
  const id = useId()
  const [pulls, setPulls] = useState(0)
  return (
    <Row label={label} hint={hint}>
      <Slider className="share-slider" thumbLabel={label} size="sm" min={0} max={1} step={0.01} label={null} value={value} onChange={(next) => onChange(next, `${id}-${pulls}`)} onChangeEnd={() => setPulls(pulls + 1)} />
      <span className="share-value"><ValueField label={`${label}, %`} value={value} format={formatPercent} parse={parsePercent} step={0.01} min={0} max={1} onCommit={(next) => onChange(next)} /></span>
    </Row>
  )
}
