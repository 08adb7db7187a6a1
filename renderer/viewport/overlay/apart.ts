export interface Label {
  /** Middle, CSS pixels from the top left. */
  readonly at: readonly [x: number, y: number]
  /** CSS pixels. */
  readonly width: number
}

/** CSS pixels from the middle of one line to that of the next; nearer than this less a half, they cover each other: rounding must not send a label back. */
const LINE = 20
const CLEAR = LINE - 0.5

/** Middles of labels of one line so that none covers another: who comes later goes below who came first. O(n^2), for a handful. */
export function apart(labels: readonly Label[]): readonly (readonly [x: number, y: number])[] {
  const placed: Label[] = []
  for (const { at: [x, y], width } of labels) {
    let top = y
    const isCovered = ({ at, width: other }: Label): boolean => Math.abs(at[0] - x) < (width + other) / 2 && Math.abs(at[1] - top) < CLEAR
    // Each step goes down, past one of those that were placed before.
    for (let other = placed.find(isCovered); other !== undefined; other = placed.find(isCovered)) top = other.at[1] + LINE
    placed.push({ at: [x, top], width })
  }
  return placed.map(({ at }) => at)
}
