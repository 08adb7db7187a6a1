import type { ReactElement } from 'react'
import type { Vec3 } from '../../../gpu/index.ts'
import { useInteraction } from '../../interaction/store.ts'
import { conjugate, rotate } from '../../navigation/vector.ts'

const AXES: readonly { readonly name: string; readonly axis: Vec3; readonly color: string }[] = [
  { name: 'x', axis: [1, 0, 0], color: '#e5484d' },
  { name: 'y', axis: [0, 1, 0], color: '#46a758' },
  { name: 'z', axis: [0, 0, 1], color: '#3e8fe8' },
]
const REACH = 20

/** Which way x, y (up) and z point, in the corner of the viewport. */
export function AxisCross(): ReactElement {
  const orientation = useInteraction((state) => state.pose.orientation)
  const seen = AXES.map(({ axis, ...rest }) => ({ ...rest, to: rotate(conjugate(orientation), axis) })).toSorted((a, b) => a.to[2] - b.to[2])
  return (
    <svg className="axis-cross" width={56} height={56} viewBox="-28 -28 56 56" aria-hidden style={{ position: 'absolute', left: 8, bottom: 8, pointerEvents: 'none' }}>
      {seen.map(({ name, color, to: [x, y, z] }) => (
        <g key={name} opacity={z < -0.3 ? 0.5 : 1}>
          <line x2={x * REACH} y2={-y * REACH} stroke={color} strokeWidth={2} strokeLinecap="round" />
          <text x={x * (REACH + 5)} y={-y * (REACH + 5)} fill={color} fontSize={9} textAnchor="middle" dominantBaseline="central">{name}</text>
        </g>
      ))}
    </svg>
  )
}
