import type { ReactElement } from 'react'
import type { Vec3 } from '../../../gpu/index.ts'
import { ValueField, type ValueFieldProps } from '../../ui/value-field.tsx'

export interface VectorFieldProps extends Pick<ValueFieldProps, 'format' | 'parse' | 'step' | 'fineStep' | 'min' | 'disabled'> {
  readonly label: string
  readonly value: Vec3
  /** What the three stand for; the first letter is drawn in the field. */
  readonly axes?: readonly [string, string, string]
  /** One below the other: for values too long to stand side by side (feet, inches and fractions). */
  readonly stacked?: boolean
  readonly onCommit: (value: Vec3, axis: 0 | 1 | 2) => void
}

const XYZ = ['X', 'Y', 'Z'] as const

/** Three typed numbers under one label; letters tell the axes apart without colour. */
export function VectorField({ label, value, axes = XYZ, stacked = false, onCommit, ...field }: VectorFieldProps): ReactElement {
  return (
    <fieldset className="vector-field" data-stacked={stacked}>
      <legend>{label}</legend>
      {([0, 1, 2] as const).map((axis) => (
        <ValueField
          key={axes[axis]}
          {...field}
          label={`${label} ${axes[axis]}`}
          prefix={<span className="axis" data-axis={axes === XYZ ? XYZ[axis] : undefined}>{axes[axis][0]}</span>}
          value={value[axis]}
          onCommit={(next) => onCommit(value.map((old, index) => (index === axis ? next : old)) as unknown as Vec3, axis)}
        />
      ))}
    </fieldset>
  )
}
