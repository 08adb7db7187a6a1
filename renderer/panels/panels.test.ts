import { describe, expect, test } from 'vitest'
import type { Quat } from '../../gpu/index.ts'
import type { CatalogueItem } from '../imports/types.ts'
import { epsilonName, parseEpsilon } from '../commands/view/render.ts'
import { emptyDocument } from '../document/empty.ts'
import type { AtriumDocument, Piece } from '../document/types.ts'
import { searchItems } from '../catalogue/catalogue-items.ts'
import { hexFromRgb, rgbFromHex } from '../format/color.ts'
import { eulerFromQuat, quatFromEuler, type Euler } from '../format/euler.ts'
import { agoText, shortCount, shortMs } from '../format/figures.ts'
import { holdersOf, idsBetween, outlineRows, rowOrHolder } from './outline/outline-rows.ts'
import { directionOf, sunAngles } from '../document/sun-angles.ts'

describe('typed angles', () => {
  test('every rotation can be typed back as it is shown', () => {
    const angles: Euler[] = [[0, 0, 0], [0, Math.PI / 4, 0], [0.3, -2.5, 1.1], [-1.2, 3, -0.4], [Math.PI / 2, 0.7, 0]]
    for (const euler of angles) {
      const before = quatFromEuler(euler)
      const after = quatFromEuler(eulerFromQuat(before))
      const dot = before.reduce((sum, value, index) => sum + value * (after as Quat)[index], 0)
      expect(Math.abs(dot), String(euler)).toBeCloseTo(1, 6)
    }
  })

  test('turning a standing piece shows in y alone', () => {
    const [x, y, z] = eulerFromQuat([0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)])
    expect([x, y, z].map((angle) => Math.round((angle * 180) / Math.PI))).toEqual([0, 45, 0])
  })

  test('the sun stands where its angles say', () => {
    expect(sunAngles([0, -1, 0]).altitude).toBeCloseTo(Math.PI / 2)
    const angles = { altitude: 0.6, azimuth: 4 }
    const { altitude, azimuth } = sunAngles(directionOf(angles))
    expect([altitude, azimuth].map((value) => value.toFixed(6))).toEqual(['0.600000', '4.000000'])
  })
})

describe('colours', () => {
  test('survive the way to hexadecimal and back', () => {
    for (const hex of ['#000000', '#ffffff', '#fff4e5', '#0a7fc3']) expect(hexFromRgb(rgbFromHex(hex) ?? [0, 0, 0])).toBe(hex)
    expect(rgbFromHex('#12')).toBeNull()
  })
})

describe('the catalogue search', () => {
  const item = (id: string, name: string, category: CatalogueItem['category'], keywords: string[] = []): CatalogueItem =>
    ({ id, name, category, keywords, mount: 'floor', size: [1, 1, 1], light: null, model: 'model.glb', picture: 'picture.png', licence: 'MIT' })
  const items = [item('sofa', 'Three-seat sofa', 'seating', ['couch']), item('chair', 'Chair', 'seating'), item('kettle', 'Kettle', 'kitchen', ['steel'])]

  test('looks at name, category and keywords, and wants every word', () => {
    expect(searchItems(items, 'couch', null).map(({ id }) => id)).toEqual(['sofa'])
    expect(searchItems(items, 'kitchen steel', null).map(({ id }) => id)).toEqual(['kettle'])
    expect(searchItems(items, '', 'seating').map(({ id }) => id)).toEqual(['sofa', 'chair'])
    expect(searchItems(items, 'kettle', 'seating')).toEqual([])
  })
})

describe('the outline', () => {
  const piece = (id: string, name: string, locked = false): Piece => ({
    id, name, asset: 'a', part: '0', position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'floor', hidden: false, locked,
  })
  const document: AtriumDocument = { ...emptyDocument(), pieces: [piece('1', 'Sofa'), piece('2', 'Wall', true), piece('3', 'Chair')] }

  test('groups furniture and room, the room folded at first', () => {
    expect(outlineRows(document, '', new Set()).map(({ id }) => id)).toEqual(['furniture', '1', '3', 'room'])
  })

  test('opens folded groups while searching', () => {
    expect(outlineRows(document, 'wall', new Set()).map(({ id }) => id)).toEqual(['room', '2'])
  })

  test('says of each row where it stands, for lists that are not there as a whole', () => {
    const rows = outlineRows(document, '', new Set(['room']))
    expect(rows.map(({ id, position, siblings }) => [id, position, siblings])).toEqual([['furniture', 1, 2], ['1', 1, 2], ['3', 2, 2], ['room', 2, 2], ['2', 1, 1]])
  })

  test('selects a range in either direction, without the group heads', () => {
    const rows = outlineRows(document, '', new Set(['room']))
    expect(idsBetween(rows, '2', '1')).toEqual(['1', '3', '2'])
  })

  const nested: AtriumDocument = {
    ...document,
    groups: [{ id: 'eg', name: 'Ground floor', parent: null, kind: 'storey' }, { id: 'seats', name: 'Seats', parent: 'eg', kind: 'class' }, { id: 'walls', name: 'Walls', parent: 'eg', kind: 'class' }],
    pieces: [{ ...piece('1', 'Sofa'), group: 'seats' }, { ...piece('2', 'Wall', true), group: 'walls' }, { ...piece('3', 'Chair'), group: 'seats' }, piece('4', 'Lamp'), { ...piece('5', 'Dog'), group: 'eg' }],
  }
  const shown = (query: string, ...toggled: string[]) => outlineRows(nested, query, new Set(toggled)).map(({ id, level, parent }) => [id, level, parent])

  test('however deep groups are nested, no piece is looked at more often', () => {
    const readsAt = (depth: number): number => {
      let reads = 0
      const groups = Array.from({ length: depth }, (_, i) => ({ id: `g${i}`, name: 'Group', parent: i === 0 ? null : `g${i - 1}` }))
      const pieces = Array.from({ length: 50 }, (_, i) => Object.defineProperty({ ...piece(`p${i}`, 'Chair'), group: `g${depth - 1}` }, 'hidden', { enumerable: true, get: () => ++reads > 0 }))
      const rows = outlineRows({ ...document, groups, pieces }, '', new Set(groups.slice(1).map(({ id }) => id)))
      expect([rows.length, rows[0]]).toEqual([depth + 50 + document.lights.length + (document.lights.length > 0 ? 1 : 0), expect.objectContaining({ isHidden: true, isLocked: false })])
      return reads
    }
    expect(readsAt(32)).toBe(readsAt(1))
  })

  test('groups of the document stand as they are nested; storeys are open at first, what is in them folded', () => {
    expect(shown('')).toEqual([['eg', 1, null], ['seats', 2, 'eg'], ['walls', 2, 'eg'], ['5', 2, 'eg'], ['furniture', 1, null], ['4', 2, 'furniture']])
    expect(shown('', 'seats').slice(1, 4)).toEqual([['seats', 2, 'eg'], ['1', 3, 'seats'], ['3', 3, 'seats']])
    expect(shown('', 'eg', 'furniture')).toEqual([['eg', 1, null], ['furniture', 1, null]])
    const [storey, seats, walls] = outlineRows(nested, '', new Set())
    expect([storey, seats, walls]).toMatchObject([{ ids: ['1', '3', '2', '5'], isLocked: false, siblings: 2 }, { ids: ['1', '3'], position: 1, siblings: 3 }, { isLocked: true }])
  })

  test('a search shows what matches with the groups around it, and all of a group that matches', () => {
    expect(shown('sofa').map(([id]) => id)).toEqual(['eg', 'seats', '1'])
    expect(shown('seats').map(([id]) => id)).toEqual(['eg', 'seats', '1', '3'])
    expect(shown('nothing')).toEqual([])
  })

  test('a range takes all of a folded group, and of an open one what is in reach', () => {
    expect(idsBetween(outlineRows(nested, '', new Set()), 'seats', '5')).toEqual(['1', '3', '2', '5'])
    expect(idsBetween(outlineRows(nested, '', new Set(['seats'])), 'seats', '1')).toEqual(['1'])
  })

  test('what is folded away is found by the innermost row that holds it', () => {
    const rows = outlineRows(nested, '', new Set())
    expect(['1', '5', '4', 'gone'].map((id) => rowOrHolder(rows, nested, id))).toEqual(['seats', '5', '4', null])
    expect(rowOrHolder(outlineRows(nested, '', new Set(['eg'])), nested, '1')).toBe('eg')
    expect(['1', '4', 'gone'].map((id) => holdersOf(nested, id))).toEqual([['seats', 'eg'], ['furniture'], []])
  })

  test('ten thousand entries in a thousand groups', () => {
    const groups = Array.from({ length: 1000 }, (_, i) => ({ id: `g${i}`, name: `Group ${i}`, parent: i % 10 === 0 ? null : `g${i - 1}` }))
    const many = { ...document, groups, pieces: Array.from({ length: 10_000 }, (_, i) => ({ ...piece(`p${i}`, `Thing ${i}`), group: `g${i % 1000}` })) }
    const rows = outlineRows(many, '', new Set())
    expect(rows.filter(({ level }) => level === 1)).toHaveLength(100)
    expect(outlineRows(many, 'thing', new Set())).toHaveLength(11_000)
  })
})

describe('figures', () => {
  test('are short enough for the status bar', () => {
    expect([9_999, 45_600, 1_234_567].map(shortCount)).toEqual(['9,999', '46 k', '1.23 M'])
    expect([0.8412, 12.34, 436.2, 42_478].map(shortMs)).toEqual(['0.84 ms', '12.3 ms', '436 ms', '42.5 s'])
  })

  test('ray offsets can be typed in micrometres, millimetres or left to Atrium', () => {
    expect(parseEpsilon('50 µm')).toBeCloseTo(5e-5)
    expect(parseEpsilon('0.1')).toBeCloseTo(1e-4)
    expect(parseEpsilon('auto')).toBe(0)
    expect(parseEpsilon('much')).toBeNull()
    for (const epsilon of [0, 1e-5, 1e-4, 1e-3, 1e-2]) expect(parseEpsilon(epsilonName(epsilon))).toBeCloseTo(epsilon, 9)
  })

  test('recent projects are as old as one remembers them', () => {
    const day = 86_400_000
    expect([0, 1, 5].map((days) => agoText(100 * day - days * day, 100 * day))).toEqual(['today', 'yesterday', '5 days ago'])
  })
})
