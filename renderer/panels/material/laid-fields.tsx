import { Select } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { materialIn, UNIT_LIMITS, WIDEST_JOINT } from '../../document/materials.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { type Bond, BONDS, type LaidRecord, type MaterialRecord } from '../../document/types.ts'
import { toAtriumError } from '../../errors/atrium-error.ts'
import { reportError } from '../../errors/notices.ts'
import type { MaterialScope } from '../../interaction/store.ts'
import { isTwoToOne } from '../../materials/laying.ts'
import { laidOn, layAnew } from '../../project/materials/library-materials.ts'
import { flash } from '../../shell/shell.ts'
import { editMaterial, type Target } from '../../tools/material/surfaces.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { say } from '../../words/say.ts'
import { smallLength } from './small-length.ts'

/** What is being made now: the next wish takes its place. */
let making: AbortController | null = null

/** How the units of a tile, brick or board of ours are laid: their textures are made anew, which takes a moment. */
export function LaidFields({ record, target, scope }: { record: MaterialRecord | null; target: Target; scope: MaterialScope }): ReactElement | null {
  const small = smallLength(useDocument((state) => state.document.unit))
  const [wish, setWish] = useState<{ readonly of: MaterialRecord; readonly laid: LaidRecord } | null>(null)
  const shown = record === null ? null : laidOn(record)
  if (record === null || shown === null) return null
  const laid = wish?.of === record ? wish.laid : shown

  async function lay(next: LaidRecord): Promise<void> {
    if (record === null) return
    making?.abort()
    const mine = (making = new AbortController())
    setWish({ of: record, laid: next })
    try {
      const made = await layAnew(record, next, { signal: mine.signal })
      const { document } = useDocument.getState()
      // It may show something else by now.
      const piece = findPiece(document, target.piece.id)
      if (made !== null && piece !== null && materialIn(document, piece, target.slot) === record) editMaterial({ ...target, piece }, scope, made.values, { assets: made.assets })
    } catch (error) {
      if (toAtriumError(error).code !== 'cancelled') reportError(error, record.name)
    } finally {
      if (making === mine) setWish(null)
    }
  }
  function chooseBond(bond: Bond): void {
    void lay({ ...laid, bond, length: isTwoToOne(bond) ? 2 * laid.width : laid.length })
  }
  function setUnit(side: 'length' | 'width', metres: number): void {
    const width = side === 'width' ? metres : isTwoToOne(laid.bond) ? metres / 2 : laid.width
    const length = side === 'length' ? metres : isTwoToOne(laid.bond) ? 2 * metres : laid.length
    if ([length, width].some((value) => value < UNIT_LIMITS[0] || value > UNIT_LIMITS[1])) {
      flash(say('material.laid.unit.refused', { least: `${1000 * UNIT_LIMITS[0]} mm`, most: `${UNIT_LIMITS[1]} m` }))
    } else {
      void lay({ ...laid, length, width, joint: Math.min(laid.joint, WIDEST_JOINT * width) })
    }
  }
  function setJoint(joint: number): void {
    const most = WIDEST_JOINT * laid.width
    if (joint > most) flash(say('material.laid.joint.refused', { most: small.format(most) }))
    else void lay({ ...laid, joint })
  }
  const length = { ...small, step: 0.01, fineStep: 0.001 }
  return (
    <Section title={say('material.laid.title')}>
      <Row label={say('material.laid.bond')}>
        <Select
          size="xs"
          aria-label={say('material.laid.bond')}
          data={BONDS.map((bond) => ({ value: bond, label: say(`material.laid.bond.${bond}`) }))}
          value={laid.bond}
          allowDeselect={false}
          onChange={(value) => chooseBond(value as Bond)}
        />
      </Row>
      <Row label={say('material.laid.length')}><ValueField label={say('material.laid.length')} value={laid.length} {...length} onCommit={(metres) => setUnit('length', metres)} /></Row>
      <Row label={say('material.laid.width')}><ValueField label={say('material.laid.width')} value={laid.width} {...length} onCommit={(metres) => setUnit('width', metres)} /></Row>
      <Row label={say('material.laid.joint')}><ValueField label={say('material.laid.joint')} value={laid.joint} {...length} step={0.001} min={0} onCommit={setJoint} /></Row>
    </Section>
  )
}
