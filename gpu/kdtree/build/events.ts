/**
 * The sweep's events: where a triangle's bounds begin and end along each axis, sorted by position, ends before starts.
 *
 * Every node owns the same range of all three axes' lists. Ranges lie on a stack: the children's above their parent's, the
 * below child's on top, for it is the next to be split.
 */
export class EventStack {
  /** Position of each event, per axis. */
  positions: Float32Array[]
  /** triangle << 1 | 1 for a start, | 0 for an end, per axis. */
  codes: Uint32Array[]
  capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
    this.positions = [0, 1, 2].map(() => new Float32Array(capacity))
    this.codes = [0, 1, 2].map(() => new Uint32Array(capacity))
  }

  reserve(capacity: number): void {
    if (capacity <= this.capacity) return
    this.capacity = Math.max(capacity, Math.ceil(1.5 * this.capacity))
    for (let axis = 0; axis < 3; axis++) {
      const positions = new Float32Array(this.capacity)
      const codes = new Uint32Array(this.capacity)
      positions.set(this.positions[axis])
      codes.set(this.codes[axis])
      this.positions[axis] = positions
      this.codes[axis] = codes
    }
  }
}

/**
 * Fills the bottom of the stack with the events of `count` boxes, sorted once.
 *
 * @param bounds  6 floats per box: min xyz, max xyz
 */
export function sortedEvents(bounds: Float32Array, count: number): EventStack {
  return stackOf([0, 1, 2].map((axis) => sortedAxis(bounds, count, axis)))
}

/** The events of one axis alone. */
export interface AxisEvents {
  readonly positions: Float32Array<ArrayBuffer>
  readonly codes: Uint32Array<ArrayBuffer>
}

export function sortedAxis(bounds: Float32Array, count: number, axis: number): AxisEvents {
  const positions = new Float32Array(2 * count)
  const codes = new Uint32Array(2 * count)
  // Ends first: the sort is stable, so they stay before starts at the same position.
  for (let i = 0; i < count; i++) {
    positions[i] = bounds[6 * i + 3 + axis]
    codes[i] = i << 1
    positions[count + i] = bounds[6 * i + axis]
    codes[count + i] = (i << 1) | 1
  }
  radixSort(positions, codes, 2 * count)
  return { positions, codes }
}

/** A stack with these events at its bottom. @param spare  one that nobody needs any more: taken where it is large enough */
export function stackOf(axes: readonly AxisEvents[], spare: EventStack | null = null): EventStack {
  const capacity = Math.max(64, Math.ceil(4.5 * axes[0].positions.length))
  const events = spare !== null && spare.capacity >= capacity ? spare : new EventStack(capacity)
  for (const [axis, { positions, codes }] of axes.entries()) {
    events.positions[axis].set(positions)
    events.codes[axis].set(codes)
  }
  return events
}

/** Stable sort by position, in place: three passes of 11 bits over the order-preserving bits of a float. */
function radixSort(positions: Float32Array<ArrayBuffer>, codes: Uint32Array<ArrayBuffer>, total: number): void {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, total)
  for (let i = 0; i < total; i++) bits[i] = bits[i] & 0x80000000 ? ~bits[i] : bits[i] | 0x80000000
  let keys: Uint32Array = bits
  let values: Uint32Array = codes
  let otherKeys: Uint32Array = new Uint32Array(total)
  let otherValues: Uint32Array = new Uint32Array(total)
  const starts = new Uint32Array(2048)
  for (const shift of [0, 11, 22]) {
    starts.fill(0)
    for (let i = 0; i < total; i++) starts[(keys[i] >>> shift) & 2047]++
    let sum = 0
    for (let bucket = 0; bucket < 2048; bucket++) {
      const size = starts[bucket]
      starts[bucket] = sum
      sum += size
    }
    for (let i = 0; i < total; i++) {
      const to = starts[(keys[i] >>> shift) & 2047]++
      otherKeys[to] = keys[i]
      otherValues[to] = values[i]
    }
    ;[keys, otherKeys] = [otherKeys, keys]
    ;[values, otherValues] = [otherValues, values]
  }
  codes.set(values)
  for (let i = 0; i < total; i++) bits[i] = keys[i] & 0x80000000 ? keys[i] ^ 0x80000000 : ~keys[i]
}

/** Sorts a short, nearly sorted run of events by position, ends before starts at the same place. */
export function sortRun(positions: Float32Array, codes: Uint32Array, count: number): void {
  let moves = 0
  const allowed = 24 * count + 256
  for (let i = 1; i < count; i++) {
    const position = positions[i]
    const code = codes[i]
    let j = i - 1
    while (j >= 0 && (positions[j] > position || (positions[j] === position && (codes[j] & 1) > (code & 1)))) {
      positions[j + 1] = positions[j]
      codes[j + 1] = codes[j]
      j--
    }
    positions[j + 1] = position
    codes[j + 1] = code
    moves += i - 1 - j
    if (moves > allowed) {
      sortRunByRadix(positions, codes, count)
      return
    }
  }
}

function sortRunByRadix(positions: Float32Array, codes: Uint32Array, count: number): void {
  const p = new Float32Array(count)
  const c = new Uint32Array(count)
  let at = 0
  for (let type = 0; type < 2; type++) {
    for (let i = 0; i < count; i++) {
      if ((codes[i] & 1) !== type) continue
      p[at] = positions[i]
      c[at++] = codes[i]
    }
  }
  radixSort(p, c, count)
  positions.set(p)
  codes.set(c)
}

/**
 * Merges a sorted run into the sorted list that ends at `end`, from the back, in place.
 *
 * @param begin  first event of the list
 */
export function mergeRun(
  positions: Float32Array,
  codes: Uint32Array,
  begin: number,
  end: number,
  runPositions: Float32Array,
  runCodes: Uint32Array,
  runCount: number,
): void {
  let i = end - 1
  let j = runCount - 1
  let to = end + runCount - 1
  while (j >= 0) {
    const position = runPositions[j]
    const code = runCodes[j]
    while (i >= begin && (positions[i] > position || (positions[i] === position && (codes[i] & 1) > (code & 1)))) {
      positions[to] = positions[i]
      codes[to] = codes[i]
      to--
      i--
    }
    positions[to] = position
    codes[to] = code
    to--
    j--
  }
}
