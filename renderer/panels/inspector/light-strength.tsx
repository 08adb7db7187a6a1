import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import { setAmount, setLight } from '../../document/changes/index.ts'
import { amountIn, shownUnit, unitFactors } from '../../document/photometry.ts'
import { useDocument } from '../../document/store.ts'
import type { DocumentLight, PhotometricUnit } from '../../document/types.ts'
import { useAssets } from '../../project/assets.ts'
import { profileFlux } from '../../project/luminaires.ts'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { formatAmount, parseAmount, UNIT_NAMES } from '../../format/quantities.ts'

const LABELS: Readonly<Record<PhotometricUnit, string>> = { lm: 'Luminous flux', cd: 'Intensity', lx: 'Illuminance', nt: 'Luminance' }
const HINTS: Readonly<Record<PhotometricUnit, string>> = {
  lm: 'All the light it gives', cd: 'Towards where it is brightest', lx: 'On a surface that faces it', nt: 'How bright it looks itself',
}

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
          onCommit={(next) => useDocument.getState().edit(`Change ${LABELS[unit]} of ${light.name}`, setAmount(light.id, next, unit, profileFlux))}
        />
      </Row>
      {units.length > 1 && (
        <Row label="Unit" hint="Stays as it is when the size changes">
          <Select
            aria-label="Unit of strength"
            data={units.map((value) => ({ value, label: UNIT_NAMES[value] }))}
            value={unit}
            onChange={(next) => useDocument.getState().edit(`Change Unit of ${light.name}`, setLight(light.id, { unit: next as PhotometricUnit }))}
          />
        </Row>
      )}
      {others.length > 0 && <p className="row-note">{`= ${others.join(' = ')}`}</p>}
    </>
  )
}
