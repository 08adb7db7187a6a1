import type { Vec3 } from '../../../gpu/index.ts'
import { lightFrame, type LightFrame } from '../../document/light-frame.ts'
import type { Piece, PlacedLight } from '../../document/types.ts'

/* What a light looks like as lines: where it ends and where it shines. Six numbers per segment, metres, world space. */

const ROUND = 40
/** Metres. */
const CONE = 0.6
const SHORTEST_ARROW = 0.15
const CROSS = 0.015

type Line = (from: Vec3, to: Vec3) => void

export function lightOutline(light: PlacedLight, carrier: Piece | null): number[] {
  const frame = lightFrame(light, carrier)
  const positions: number[] = []
  const line: Line = (from, to) => positions.push(...from, ...to)
  switch (light.kind) {
    case 'sphere': ball(frame, light.radius, line); break
    case 'point':
      if ((light.radius ?? 0) > 0) ball(frame, light.radius ?? 0, line)
      if (light.profile !== undefined) {
        arrow(frame, SHORTEST_ARROW, line)
        line(frame.position, at(frame, SHORTEST_ARROW / 2, 0, 0))
      }
      break
    case 'disc':
      circle(frame, light.radius, 'across', 'along', line)
      arrow(frame, light.radius, line)
      break
    case 'spot':
      for (const angle of new Set([light.innerAngle, light.outerAngle])) rim(frame, angle, line)
      for (const [x, z] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) line(frame.position, onCone(frame, light.outerAngle, x, z))
      break
    case 'rectangle': case 'grid': {
      const [x, z] = [light.width / 2, light.length / 2]
      const corners = [at(frame, -x, 0, -z), at(frame, x, 0, -z), at(frame, x, 0, z), at(frame, -x, 0, z)]
      corners.forEach((corner, i) => line(corner, corners[(i + 1) % 4]))
      if (light.kind === 'rectangle') arrow(frame, Math.min(light.width, light.length), line)
      else points(frame, light.width, light.length, light.columns, light.rows, line)
    }
  }
  return positions
}

/** Across, down and along the light. */
const at = ({ position: p, across: u, axis: a, along: v }: LightFrame, x: number, down: number, z: number): Vec3 =>
  [0, 1, 2].map((k) => p[k] + u[k] * x + a[k] * down + v[k] * z) as unknown as Vec3

function arrow(frame: LightFrame, size: number, line: Line): void {
  const length = Math.max(SHORTEST_ARROW, size / 2)
  const tip = at(frame, 0, length, 0)
  line(frame.position, tip)
  for (const [x, z] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) line(tip, at(frame, 0.12 * length * x, 0.8 * length, 0.12 * length * z))
}

function circle(frame: LightFrame, radius: number, first: 'across' | 'axis', second: 'axis' | 'along', line: Line): void {
  const point = (i: number): Vec3 => {
    const [c, s] = [Math.cos((2 * Math.PI * i) / ROUND) * radius, Math.sin((2 * Math.PI * i) / ROUND) * radius]
    return [0, 1, 2].map((k) => frame.position[k] + frame[first][k] * c + frame[second][k] * s) as unknown as Vec3
  }
  for (let i = 0; i < ROUND; i++) line(point(i), point(i + 1))
}

function ball(frame: LightFrame, radius: number, line: Line): void {
  circle(frame, radius, 'across', 'along', line)
  circle(frame, radius, 'across', 'axis', line)
  circle(frame, radius, 'axis', 'along', line)
}

const onCone = (frame: LightFrame, angle: number, x: number, z: number): Vec3 =>
  at(frame, CONE * Math.sin(angle) * x, CONE * Math.cos(angle), CONE * Math.sin(angle) * z)

function rim(frame: LightFrame, angle: number, line: Line): void {
  const point = (i: number): Vec3 => onCone(frame, angle, Math.cos((2 * Math.PI * i) / ROUND), Math.sin((2 * Math.PI * i) / ROUND))
  for (let i = 0; i < ROUND; i++) line(point(i), point(i + 1))
}

function points(frame: LightFrame, width: number, length: number, columns: number, rows: number, line: Line): void {
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const [x, z] = [((i + 0.5) / columns - 0.5) * width, ((j + 0.5) / rows - 0.5) * length]
      line(at(frame, x - CROSS, 0, z), at(frame, x + CROSS, 0, z))
      line(at(frame, x, 0, z - CROSS), at(frame, x, 0, z + CROSS))
    }
  }
}
