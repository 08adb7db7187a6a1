import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { shine } from '../../commands/shine.ts'
import { setEmission } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { Emission, Piece } from '../../document/types.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { ColorFields } from './light-color.tsx'
import { formatAmount, parseAmount } from '../../format/quantities.ts'

const WHITE = [1, 1, 1] as const

/** How a piece shines by itself: a lamp's shade, a screen, a sign. */
export function EmissionFields({ piece }: { piece: Piece }): ReactElement {
  const { id, name, emission } = piece
  const set = (what: string, next: Emission, gesture?: string): void => useDocument.getState().edit(`Change ${what} of ${name}`, setEmission([id], next), gesture)
  return (
    <Section title="Light">
      <Row label="Own luminance" hint="In nits, in place of what its materials came with: parts that came shining keep their shares">
        <Switch aria-label="Own luminance" checked={emission !== undefined} onChange={(event) => shine([piece], event.currentTarget.checked)} />
      </Row>
      {emission !== undefined && (
        <>
          <Row label="Luminance" hint="How bright it looks: a paper 100, a screen 300, a lamp shade 2000 cd/m²">
            <ValueField
              label="Luminance"
              value={emission.radiance}
              format={(value) => formatAmount(value, 'nt')}
              parse={(text) => parseAmount(text, 'nt', { nt: 1 })}
              step={50}
              min={0}
              onCommit={(radiance) => set('Luminance', { ...emission, radiance })}
            />
          </Row>
          <ColorFields
            value={{ color: emission.color ?? WHITE, temperature: emission.temperature }}
            onChange={({ color, temperature }, gesture) => set('Colour', { radiance: emission.radiance, color, ...(temperature !== null && { temperature }) }, gesture)}
          />
        </>
      )}
    </Section>
  )
}
