import { describe, expect, test } from 'vitest'
import { emptyDocument } from '../../document/empty.ts'
import { selectablePieces } from '../../document/flags.ts'
import type { Piece } from '../../document/types.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { piecesInBand, rectangleOf, selectionAfterClick } from './select.ts'

describe('clicking', () => {
  test('selects one, adds and takes away with Shift or Ctrl, and clears on nothing', () => {
    expect(selectionAfterClick(['a', 'b'], ['c'], false)).toEqual(['c'])
    expect(selectionAfterClick(['a'], ['b'], true)).toEqual(['a', 'b'])
    expect(selectionAfterClick(['a', 'b'], ['a'], true)).toEqual(['b'])
    expect(selectionAfterClick(['a', 'x'], ['x', 'y'], true)).toEqual(['a', 'x', 'y'])
    expect(selectionAfterClick(['a', 'x', 'y'], ['x', 'y'], true)).toEqual(['a'])
    expect(selectionAfterClick(['a', 'b'], [], false)).toEqual([])
    expect(selectionAfterClick(['a', 'b'], [], true)).toEqual(['a', 'b'])
  })

  test('what changes nothing gives the very same selection', () => {
    const selection = ['a']
    expect(selectionAfterClick(selection, ['a'], false)).toBe(selection)
  })
})

describe('the rubber band', () => {
  const pose = { position: [0, 1, 5], orientation: [0, 0, 0, 1], target: [0, 1, 0], verticalFov: 0.9 } as const
  const size = { width: 200, height: 100 }
  const piece = (id: string, flags: Partial<Piece> = {}): Piece => ({
    id, name: id, asset: '', part: '', position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'floor', hidden: false, locked: false, ...flags,
  })
  const box = (x: number, z = 0): Bounds => ({ min: [x - 0.2, 0.8, z - 0.2], max: [x + 0.2, 1.2, z + 0.2] })

  test('takes the pieces whose middle it holds, but no architecture and nothing behind the camera', () => {
    const pieces = selectablePieces({ ...emptyDocument(), pieces: [piece('middle'), piece('right'), piece('wall', { locked: true }), piece('hidden', { hidden: true }), piece('behind')] })
    const boxes = new Map([['middle', box(0)], ['right', box(2)], ['wall', box(0)], ['hidden', box(0)], ['behind', box(0, 9)]])
    const band = rectangleOf({ x: 120, y: 80 }, { x: 80, y: 20 })
    expect(piecesInBand(pieces, boxes, band, pose, size)).toEqual(['middle'])
    expect(piecesInBand(pieces, boxes, rectangleOf({ x: 0, y: 0 }, { x: 200, y: 100 }), pose, size)).toEqual(['middle', 'right'])
  })
})
