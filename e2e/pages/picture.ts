import { dot, type Vec3 } from './geometry.ts'

/** What the viewport shows: 8-bit RGBA, sRGB, rows from top to bottom. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

/** What lies under the middle of one pixel. */
export interface Seen {
  /** The piece's name; null: nothing. */
  readonly piece: string | null
  readonly position: Vec3
  /** Unit, towards the camera. */
  readonly normal: Vec3
}

export type Rgb = readonly [r: number, g: number, b: number]
/** From the top left, not rounded: the pixel that holds the point is meant. */
export type PixelPoint = readonly [x: number, y: number]

export function colorAt({ width, rgba }: Picture, [x, y]: PixelPoint): Rgb {
  const at = 4 * (Math.floor(y) * width + Math.floor(x))
  return [rgba[at], rgba[at + 1], rgba[at + 2]]
}

/** Red paint, in whatever light: nothing else in our rooms is three times as red as it is green and blue. */
export const isRed = ([r, g, b]: Rgb): boolean => r > 40 && r > 3 * g && r > 3 * b

export const isGreen = ([r, g, b]: Rgb): boolean => g > 150 && r < 100 && b < 100

export const isGrey = ([r, g, b]: Rgb): boolean => Math.max(r, g, b) - Math.min(r, g, b) < 40

/** Largest difference of any channel, per pixel, 0..255. */
export function differences(a: Picture, b: Picture): Uint8Array {
  if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width} x ${a.height} and ${b.width} x ${b.height} are no pair`)
  return Uint8Array.from({ length: a.width * a.height }, (_, pixel) => {
    const at = 4 * pixel
    return Math.max(...[0, 1, 2].map((k) => Math.abs(a.rgba[at + k] - b.rgba[at + k])))
  })
}

export const largestDifference = (a: Picture, b: Picture): number => differences(a, b).reduce((most, value) => Math.max(most, value), 0)

/** What a pixel has to do between two pictures; `maybe` where an edge runs through it. */
export type Expected = 'changes' | 'stays' | 'maybe'

/** Pixels that did what they should not have: where, and by how much they changed. */
export function violations(before: Picture, after: Picture, expected: readonly Expected[]): string[] {
  return [...differences(before, after)].flatMap((difference, pixel) => {
    const wanted = expected[pixel]
    const isWrong = (wanted === 'changes' && difference < 2) || (wanted === 'stays' && difference > 0)
    return isWrong ? [`(${pixel % before.width}, ${Math.floor(pixel / before.width)}) ${wanted}, differs by ${difference}`] : []
  })
}

export function* redPixels(picture: Picture): Generator<PixelPoint> {
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) if (isRed(colorAt(picture, [x, y]))) yield [x, y]
  }
}

/** `maybe` wherever a neighbour is another surface or has another fate: accumulated, a pixel shows a little of its neighbours. */
export function withSoftEdges(seen: readonly Seen[], expected: readonly Expected[], width: number): Expected[] {
  const height = expected.length / width
  const isAlike = (a: number, b: number): boolean =>
    expected[a] === expected[b] && seen[a].piece === seen[b].piece && dot(seen[a].normal, seen[b].normal) > 0.99
  return expected.map((own, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [nx, ny] = [x + dx, y + dy]
        if (nx >= 0 && ny >= 0 && nx < width && ny < height && !isAlike(pixel, ny * width + nx)) return 'maybe'
      }
    }
    return own
  })
}
