import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import { setAmount, setLight } from '../../document/changes/index.ts'
import { amountIn, shownUnit, unitFactors } from '../../document/photometry.ts'
import { useDocument } from '../../document/store.ts'
import type { DocumentLight, PhotometricUnit } from '../../document/types.ts'
import { useAssets } from '../../project/assets.ts'
import { profileFlux } from '../../project/insert/luminaires.ts'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { formatAmount, parseAmount, UNIT_NAMES } from '../../format/quantities.ts'
import { phrase, say, table } from '../../words/say.ts'

const LABELS: Readonly<Record<PhotometricUnit, string>> = table({ lm: 'inspector.lm', cd: 'inspector.cd', lx: 'inspector.lx', nt: 'inspector.nt' })
const HINTS: Readonly<Record<PhotometricUnit, string>> = table({ lm: 'inspector.lm.hint', cd: 'inspector.cd.hint', lx: 'inspector.lx.hint', nt: 'inspector.nt.hint' })
const UNDONE = { lm: 'undo.what.lm', cd: 'undo.what.cd', lx: 'undo.what.lx', nt: 'undo.what.luminance' } as const

/** A tenth to a fiftieth of the value, in round numbers. */
const stepOf = (amount: number): number => (amount > 0 ? 10 ** Math.floor(Math.log10(amount)) / 5 : 1)

/** How much a light gives, in the unit one likes; the other units below it. */
export function StrengthFields({ light }: { light: DocumentLight }): ReactElement {
  // A luminaire's file may come later than its light.
  useAssets((state) => state.luminaires)
  const unit = shownUnit(light, profileFlux)
  const factors = unitFactors(light, profileFlux)
  const units = Object.keys(factors) as PhotometricUnit[]
  const amount = amountIn(light, unit, profileFlux) ?? 0
  const others = units.filter((other) => other !== unit).map((other) => formatAmount(amountIn(light, other, profileFlux) ?? 0, other))
  return (
    <>
      <Row label={LABELS[unit]} hint={HINTS[unit]}>
        <ValueField
          label={LABELS[unit]}
          value={amount}
          format={(value) => formatAmount(value, unit)}
          parse={(text) => parseAmount(text, unit, factors)}
          step={stepOf(amount)}
          min={0}
          onCommit={(next) => useDocument.getState().edit(phrase('undo.change', { what: phrase(UNDONE[unit]), name: light.name }), setAmount(light.id, next, unit, profileFlux))}
        />
      </Row>
      {units.length > 1 && (
        <Row label={say('inspector.unit')} hint={say('inspector.unit.hint')}>
          <Select
            aria-label={say('inspector.unit.strength')}
            data={units.map((value) => ({ value, label: UNIT_NAMES[value] }))}
            value={unit}
            onChange={(next) => useDocument.getState().edit(phrase('undo.change', { what: phrase('undo.what.unit'), name: light.name }), setLight(light.id, { unit: next as PhotometricUnit }))}
          />
        </Row>
      )}
      {others.length > 0 && <p className="row-note">{`= ${others.join(' = ')}`}</p>}
    </>
  )
}
