import type { Scene } from 'three/webgpu'
import type { Vec3 } from '../../../gpu/index.ts'
import { useGuides } from '../../interaction/guides.ts'
import { add, cross, length, normalize, scale, sub, UP } from '../../navigation/vector.ts'
import { createStrands } from './strands.ts'

export const GUIDE_COLORS = { line: '#f0569f', dimension: '#e8e8ea', active: '#5eb1ff' } as const
/** Metres to each side: the stroke that ends a dimension. */
const TICK = 0.04

/** The lines of a drag in the room: where it falls into line, and ways with a stroke at each end. */
export function createGuideLines(overlay: Scene): { update(): void; dispose(): void } {
  const strands = createStrands(overlay, 'guides', { width: 1.3, seen: 1, hidden: 0.45, halo: true, order: 6 })
  return {
    update() {
      const { lines = [], dimensions = [] } = useGuides.getState().shown ?? {}
      const positions: number[] = []
      const colors: string[] = []
      const draw = (from: Vec3, to: Vec3, color: string): void => {
        positions.push(...from, ...to)
        colors.push(color)
      }
      for (const [from, to] of lines) draw(from, to, GUIDE_COLORS.line)
      for (const { from, to, isActive } of dimensions) {
        if (length(sub(to, from)) < 1e-3) continue
        const color = isActive ? GUIDE_COLORS.active : GUIDE_COLORS.dimension
        draw(from, to, color)
        const along = normalize(sub(to, from))
        const aside = scale(Math.abs(along[1]) > 0.9 ? [1, 0, 0] : normalize(cross(UP, along)), TICK)
        for (const end of [from, to]) draw(sub(end, aside), add(end, aside), color)
      }
      strands.set(positions, colors)
    },
    dispose: () => strands.dispose(),
  }
}
