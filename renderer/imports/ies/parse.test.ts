import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { IesProfile } from '../../../gpu/index.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { textOf } from '../../words/say.ts'
import { type IesFile, parseIes } from './parse.ts'
import { luminaires } from './testing-luminaires.ts'

const read = (name: string): IesFile => parseIes(luminaires.get(name)!, 'key')
/** The line TILT= ends where a blank follows its word. */
const parse = (text: string): IesFile => parseIes(new TextEncoder().encode(text.replace(/TILT=(NONE|INCLUDE) /, 'TILT=$1\n')), 'key')

/** Candela of a profile at angles in degrees: the engine's own lookup, by hand. */
function candelaAt({ width, height, verticalFrom, verticalTo, candela }: IesProfile, vertical: number, horizontal: number): number {
  const row = (((vertical * Math.PI) / 180 - verticalFrom) / (verticalTo - verticalFrom)) * (height - 1)
  const column = ((horizontal % 360) / 360) * width
  const [r, c] = [Math.min(height - 2, Math.max(0, Math.floor(row + 1e-4))), Math.floor(column + 1e-4) % width]
  const at = (i: number, j: number): number => candela[i * width + (j % width)]
  const [f, g] = [Math.max(0, column - Math.floor(column + 1e-4)), row - r]
  return (at(r, c) * (1 - f) + at(r, c + 1) * f) * (1 - g) + (at(r + 1, c) * (1 - f) + at(r + 1, c + 1) * f) * g
}

/** What stands in a well-behaved file, read the plainest way: everything behind TILT=NONE. */
function plainly(text: string): { vertical: number[]; horizontal: number[]; values: number[]; factor: number } {
  const words = text.slice(text.indexOf('TILT=NONE') + 9).trim().split(/\s+/).map(Number)
  const [, , multiplier, n, m] = words
  return { factor: multiplier * words[10], vertical: words.slice(13, 13 + n), horizontal: words.slice(13 + n, 13 + n + m), values: words.slice(13 + n + m, 13 + n + m + n * m) }
}

/** The file's candela at every angle of its table, and its lumens summed up in small steps. */
function expectSound(name: string, bytes: Uint8Array): void {
  const { profile, peakCandela, lumens } = parseIes(bytes, name)
  const { vertical, horizontal, values, factor } = plainly(new TextDecoder().decode(bytes))
  horizontal.forEach((h, j) => vertical.forEach((v, i) => {
    const exact = values[j * vertical.length + i] * factor
    expect(Math.abs(candelaAt(profile, v, h) - exact), `${name} at ${v}, ${h}`).toBeLessThan(Math.max(1e-3 * exact, 1e-4))
  }))
  expect(peakCandela).toBeCloseTo(Math.max(...values) * factor, 2)
  expect(profile.key).toBe(name)
  let sum = 0
  const step = 0.5
  for (let v = step / 2; v < 180; v += step) {
    const solid = ((step * Math.PI) / 180) * Math.sin((v * Math.PI) / 180) * ((5 * Math.PI) / 180)
    if ((v * Math.PI) / 180 < profile.verticalTo) for (let h = 2.5; h < 360; h += 5) sum += candelaAt(profile, v, h) * solid
  }
  expect(lumens / sum, name).toBeCloseTo(1, 2)
}

test.each([...luminaires])('%s has the file’s candela at every angle of its table, and the lumens of that', expectSound)

const scenes = process.env.ATRIUM_SCENES
describe.runIf(scenes)('@scenes (skipped: ATRIUM_SCENES is not set)', () => {
  const folder = path.join(scenes ?? '', 'ies')
  const names = scenes === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.ies'))
  test('there are measured luminaires', () => expect(names.length).toBeGreaterThan(5))
  test.each(names)('%s has the file’s candela at every angle of its table, and the lumens of that', (name) => expectSound(name, readFileSync(path.join(folder, name))))
})

test('a quadrant is mirrored into the other three, a half into the other, a wall washer is not', () => {
  const { profile: batwing } = read('a batwing by its quadrant')
  for (const [vertical, horizontal] of [[30, 22.5], [47.5, 67.5], [61, 10]]) {
    const one = candelaAt(batwing, vertical, horizontal)
    expect(one).toBeGreaterThan(1)
    for (const mirrored of [180 - horizontal, 180 + horizontal, 360 - horizontal]) expect(candelaAt(batwing, vertical, mirrored)).toBeCloseTo(one, 2)
  }
  const { profile: washer } = read('a wall washer all around')
  expect(candelaAt(washer, 35, 0)).toBeCloseTo(2400, 1)
  expect(candelaAt(washer, 35, 180)).toBeLessThan(100)
  const half = (first: number, last: number) => parse(`TILT=NONE 1 -1 1 2 3 1 2 0 0 0 1 1 10 0 90 ${first} ${(first + last) / 2} ${last} 1 2 3 4 5 6`).profile
  expect([0, 90, 180, 270].map((h) => candelaAt(half(0, 180), 0, h))).toEqual([1, 3, 5, 3])
  expect([0, 90, 180, 270].map((h) => candelaAt(half(90, 270), 0, h))).toEqual([3, 1, 3, 5])
})

test('lumens are what is known of simple luminaires', () => {
  // I = 100 cos: 100 pi lumens. Even light into a hemisphere: 2 pi times its candela.
  const angles = Array.from({ length: 91 }, (_, i) => i)
  const lambert = parse(`TILT=NONE\n1 -1 1 91 1 1 2 0 0 0\n1 1 10\n${angles.join(' ')}\n0\n${angles.map((a) => (100 * Math.cos((a * Math.PI) / 180)).toFixed(6)).join(' ')}`)
  expect(lambert.lumens / (100 * Math.PI)).toBeCloseTo(1, 4)
  expect(parse('TILT=NONE 1 -1 1 2 1 1 2 0 0 0 1 1 10 0 90 0 50 50').lumens).toBeCloseTo(100 * Math.PI, 3)
})

test('multiplier, ballast, lamps and units are applied', () => {
  const relative = read('a relative table with a multiplier')
  expect(relative.peakCandela).toBeCloseTo(2200 * 1.5, 1)
  expect(relative.lampLumens).toBe(500)
  expect(read('a round downlight, alike on all sides').opening).toEqual({ isRound: true, width: 0.75, length: 0, height: 0 })
  expect(read('a downlight in feet').opening.width).toBeCloseTo(0.12 * 0.3048, 6)
  const { opening, name, lampLumens, watts } = read('a rectangular opening')
  expect([opening, name, lampLumens, watts]).toEqual([{ isRound: false, width: 0.12, length: 0.34, height: 0 }, 'a rectangular opening', null, 15])
  // The lamp's own factor counted until 1991; ballast 0.5.
  const body = 'TILT=NONE 1 -1 2 2 1 1 2 0 0 0 0.5 0.8 10 0 90 0 50 50'
  expect(parse(`IESNA91\n${body}`).peakCandela).toBeCloseTo(40, 4)
  expect(parse(body).peakCandela).toBeCloseTo(40, 4)
  expect(parse(`IESNA:LM-63-2002\n${body}`).peakCandela).toBeCloseTo(50, 4)
  expect(parse(`IES:LM-63-2019\n${body}`).peakCandela).toBeCloseTo(50, 4)
})

test('a lamp that dims when tilted counts as untilted, and the note says so; a tilt file is not asked for', () => {
  const rest = '1 -1 1 2 1 1 2 0 0 0 1 1 10 0 90 0 50 50'
  const tilted = parse(`TILT=INCLUDE\n1\n3\n0 45 90\n0.9 0.8 0.7\n${rest}`)
  expect(tilted.peakCandela).toBeCloseTo(45, 4)
  expect(tilted.notes.map(textOf).join()).toMatch(/untilted/)
  const elsewhere = parse(`TILT=LAMP.TLT\r\n${rest}`)
  expect(elsewhere.peakCandela).toBe(50)
  expect(elsewhere.notes.map(textOf).join()).toMatch(/LAMP\.TLT/)
})

test('uneven angles are met by finer steps, very uneven ones read in between with a note', () => {
  const even = parse('TILT=NONE 1 -1 1 4 1 1 2 0 0 0 1 1 10 0 2.5 10 90 0 8 4 2 1')
  expect([0, 2.5, 10, 90].map((v) => candelaAt(even.profile, v, 0))).toEqual([8, 4, 2, 1])
  expect(even.notes).toEqual([])
  const odd = parse('TILT=NONE 1 -1 1 4 1 1 2 0 0 0 1 1 10 0 2.501 10.113 90 0 8 4 2 1')
  expect(candelaAt(odd.profile, 2.501, 0)).toBeCloseTo(4, 0)
  expect(odd.notes.map(textOf).join()).toMatch(/unevenly/)
})

test('files that lie are refused in a sentence that names what is wrong', () => {
  const good = 'TILT=NONE 1 -1 1 2 1 1 2 0 0 0 1 1 10 0 90 0 50 50'
  expect(parse(good).notes).toEqual([])
  const refusals: readonly [string, RegExp][] = [
    ['', /no line TILT=/], ['TILT=NONE', /ends before its number of lamps/], ['\0TILT=NONE', /not a text file/],
    [good.replace('50 50', '50'), /candela value 2 of 2/], [good.replace('50 50', '50 NaN'), /“NaN”/], [good.replace('50 50', '50 1e999'), /no number/],
    [good.replace('2 1 1 2', '2000000000 1 1 2'), /vertical angles is 2000000000/], [good.replace('2 1 1 2', '-2 1 1 2'), /vertical angles is -2/],
    [good.replace('2 1 1 2', '1500 1500 1 2'), /1500 x 1500/], [good.replace('1 2 0 0 0', '2 2 0 0 0'), /type B/], [good.replace('1 2 0 0 0', '3 2 0 0 0'), /type A/],
    [good.replace('0 90 0', '90 0 0'), /do not rise: 0 follows 90/], [good.replace('0 90 0', '-90 90 0'), /within 0 and 180/], [good.replace('50 50', '0 0'), /dark/],
    [good.replace('1 -1 1 ', '1 -1 0 '), /no light/], [good.replace('50 50', '50 1e12'), /candela value 2 is/],
    ['TILT=NONE 1 -1 1 2 2 1 2 0 0 0 1 1 10 0 90 0 45 1 2 3 4', /from 0 to 45/], ['TILT=INCLUDE 1 9999999', /tilt angles is 9999999/],
  ]
  for (const [text, message] of refusals) {
    try {
      parse(text)
      expect.unreachable(text)
    } catch (error) {
      expect(error).toBeInstanceOf(AtriumError)
      expect((error as AtriumError).code).toBe('photometry-invalid')
      expect((error as AtriumError).detail).toMatch(message)
    }
  }
  expect(() => parseIes(luminaires.get('a batwing by its quadrant')!.slice(0, 480), 's')).toThrow(/candela value \d+ of 185/)
  expect(parse(good.replace('50 50', '50 -3')).notes.map(textOf).join()).toMatch(/below zero/)
  expect(parse(`${good} 7 8 9`).notes.map(textOf).join()).toMatch(/3 extra numbers/)
})

test('no cut or scrambled file does anything but be read or be refused, seed 7', () => {
  const bytes = luminaires.get('a batwing by its quadrant')!
  let state = 7
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const outcomes = { read: 0, refused: 0 }
  for (let i = 0; i < 400; i++) {
    const mangled = bytes.slice(0, i % 2 === 0 ? random(bytes.length) : bytes.length)
    for (let k = random(6); k > 0 && mangled.length > 0; k--) mangled[random(mangled.length)] = random(256)
    try {
      const { profile, lumens } = parseIes(mangled, 'm')
      expect(profile.candela.every((value) => value >= 0 && Number.isFinite(value)) && Number.isFinite(lumens)).toBe(true)
      outcomes.read++
    } catch (error) {
      expect((error as AtriumError).code).toBe('photometry-invalid')
      outcomes.refused++
    }
  }
  expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(20)
})
