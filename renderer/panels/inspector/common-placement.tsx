import { useDeferredValue, useMemo, type ReactElement } from 'react'
import type { Vec3 } from '../../../gpu/index.ts'
import { nameOf } from '../../commands/edit/edit.ts'
import { turnSelection } from '../../commands/arrange/stand.ts'
import { movePieces } from '../../document/changes/index.ts'
import { FARTHEST, sanePosition } from '../../document/changes/sane.ts'
import { unlockedPieces } from '../../document/flags.ts'
import { useDocument } from '../../document/store.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { add, sub } from '../../navigation/vector.ts'
import { useAssets } from '../../project/assets.ts'
import { flash } from '../../shell/shell.ts'
import { footOf } from '../../tools/foot.ts'
import { Section } from '../../ui/section.tsx'
import { phrase, say } from '../../words/say.ts'
import { lengthField } from './length-field.ts'
import { VectorField } from './vector-field.tsx'

const FIVE_DEGREES = Math.PI / 36
/** What is turned once has no turn of its own: the next one begins at nothing. */
const STILL: Vec3 = [0, 0, 0]
const AXES: readonly [Vec3, Vec3, Vec3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

/**
 * Where all that is selected stands, as one: a value that is typed moves all of it alike, or turns it by so much. Locked pieces stay, and do not count.
 *
 * @param group  the name of the group that all of them are; null: they are none
 */
export function CommonPlacement({ ids, group }: { ids: readonly string[]; group: string | null }): ReactElement | null {
  const unit = useDocument((state) => state.document.unit)
  // Ten thousand pieces that are dragged are measured after their picture.
  const document = useDeferredValue(useDocument((state) => state.document))
  const parsed = useAssets((state) => state.parsed)
  const pieces = useMemo(() => unlockedPieces(document, ids), [document, ids])
  const foot = useMemo(() => footOf(pieces, parsed), [pieces, parsed])
  if (foot === null) return null
  function move(next: Vec3): void {
    const way = sub(next, foot!)
    if (pieces.some(({ position }) => sanePosition(add(position, way)) === undefined)) return flash(say('inspector.position.refused', { most: `${FARTHEST / 1000} km` }))
    const moved = [...pieces, ...document.lights.filter(({ id }) => ids.includes(id))]
    useDocument.getState().edit(phrase('undo.move', { name: group ?? nameOf(moved) }), movePieces(moved.map(({ id }) => id), way))
  }
  return (
    <Section title={say('inspector.placement')}>
      <VectorField label={say('inspector.position')} value={foot} {...lengthField(unit)} step={0.01} onCommit={move} />
      <VectorField label={say('inspector.turn')} value={STILL} format={formatAngle} parse={parseAngle} step={FIVE_DEGREES} onCommit={(by, axis) => turnSelection(by[axis], AXES[axis])} />
    </Section>
  )
}
