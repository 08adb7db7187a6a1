import { SegmentedControl, TextInput } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import type { Rgb } from '../../../gpu/index.ts'
import { luminanceOf } from '../../document/temperature.ts'
import { hexFromRgb, hsvText, rgbFromHex, rgbFromHsvText, rgbFromText, rgbText } from '../../format/color.ts'
import { HexInput } from '../../ui/hex-input.tsx'
import { Row } from '../../ui/section.tsx'
import { percent } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'

const NOTATIONS = { hex: null, rgb: { write: rgbText, read: rgbFromText }, hsv: { write: hsvText, read: rgbFromHsvText } } as const
type Notation = keyof typeof NOTATIONS
/** Fresh snow sends back 0.9 of the light, soot 0.02: no paint goes beyond. */
const [DARKEST, BRIGHTEST] = [0.02, 0.9]

/** A surface's colour, and how much light it sends back. @param isPaint  its reflectance has bounds (metals and glass have others) */
export function ColorField({ label, color, isPaint = false, onChange }: { label: string; color: Rgb; isPaint?: boolean; onChange: (color: Rgb, gesture?: string) => void }): ReactElement {
  const id = useId()
  const [notation, setNotation] = useState<Notation>('hex')
  const [draft, setDraft] = useState<string | null>(null)
  const reflectance = luminanceOf(color)
  const typed = NOTATIONS[notation]
  const leave = (): void => {
    const next = draft === null ? null : (typed?.read(draft) ?? null)
    if (next !== null) onChange(next)
    setDraft(null)
  }
  return (
    <>
      <Row label={label}>
        <HexInput
          label={label}
          pickLabel={say('inspector.colour.pick')}
          value={hexFromRgb(color)}
          // Above the field: what it reflects, and the warning, are told below.
          popoverProps={{ withinPortal: false, floatingStrategy: 'fixed', position: 'top-end' }}
          onChange={(hex, drag) => {
            const next = rgbFromHex(hex)
            if (next !== null) onChange(next, `${id}-${drag}`)
          }}
        />
      </Row>
      {isPaint && (
        <>
          <Row label={say('material.notation')}>
            <SegmentedControl size="xs" aria-label={say('material.notation')} data={(['hex', 'rgb', 'hsv'] as const).map((value) => ({ value, label: say(`material.notation.${value}`) }))} value={notation} onChange={(value) => setNotation(value as Notation)} />
          </Row>
          {typed !== null && (
            <Row label="">
              <TextInput
                aria-label={say(notation === 'rgb' ? 'material.rgb' : 'material.hsv')}
                classNames={{ input: 'value-field' }}
                value={draft ?? typed.write(color)}
                error={draft !== null && typed.read(draft) === null}
                onChange={(event) => setDraft(event.currentTarget.value)}
                onBlur={leave}
                onKeyDown={(event) => { if (event.key === 'Enter') leave() }}
              />
            </Row>
          )}
          <Row label={say('material.reflectance')} hint={say('material.reflectance.hint')}><span className="row-text">{percent(reflectance, 1)}</span></Row>
          {(reflectance > BRIGHTEST || reflectance < DARKEST) && <p className="panel-hint" role="status">{say(reflectance > BRIGHTEST ? 'material.tooBright' : 'material.tooDark')}</p>}
        </>
      )}
    </>
  )
}
