import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { shine } from '../../commands/lights/shine.ts'
import { setEmission } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { Emission, Piece } from '../../document/types.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { ColorFields } from './light-color.tsx'
import { formatAmount, parseAmount } from '../../format/quantities.ts'
import { phrase, type PlainId, say } from '../../words/say.ts'

const WHITE = [1, 1, 1] as const

/** How a piece shines by itself: a lamp's shade, a screen, a sign. */
export function EmissionFields({ piece }: { piece: Piece }): ReactElement {
  const { id, name, emission } = piece
  const set = (what: PlainId, next: Emission, gesture?: string): void => useDocument.getState().edit(phrase('undo.change', { what: phrase(what), name }), setEmission([id], next), gesture)
  return (
    <Section title={say('inspector.light')}>
      <Row label={say('inspector.emission')} hint={say('inspector.emission.hint')}>
        <Switch aria-label={say('inspector.emission')} checked={emission !== undefined} onChange={(event) => shine([piece], event.currentTarget.checked)} />
      </Row>
      {emission !== undefined && (
        <>
          <Row label={say('inspector.luminance')} hint={say('inspector.luminance.hint')}>
            <ValueField
              label={say('inspector.luminance')}
              value={emission.radiance}
              format={(value) => formatAmount(value, 'nt')}
              parse={(text) => parseAmount(text, 'nt', { nt: 1 })}
              step={50}
              min={0}
              onCommit={(radiance) => set('undo.what.luminance', { ...emission, radiance })}
            />
          </Row>
          <ColorFields
            value={{ color: emission.color ?? WHITE, temperature: emission.temperature }}
            onChange={({ color, temperature }, gesture) => set('undo.what.colour', { radiance: emission.radiance, color, ...(temperature !== null && { temperature }) }, gesture)}
          />
        </>
      )}
    </Section>
  )
}
