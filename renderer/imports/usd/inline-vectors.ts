import { USDCParser, type ValueRep } from 'three/examples/jsm/loaders/usd/USDCParser.js'

/** By their numbers in a binary file (OpenUSD, crateDataTypes.h): vectors of doubles and of halves, and how many values they have. */
const VECTORS: ReadonlyMap<number, number> = new Map([[19, 2], [23, 3], [25, 3], [27, 4], [29, 4]])

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
const { _readInlinedValue: readOthers } = USDCParser.prototype

/**
 * Vectors of small whole numbers stand where else their place in the file stands, a signed byte each. three reads those of floats alone so: for a
 * thing that was moved by whole metres the file was called damaged.
 */
export function readInlineVectors(): void {
  USDCParser.prototype._readInlinedValue = readInlined
}

function readInlined(this: USDCParser, value: ValueRep): unknown {
  const count = VECTORS.get(value.typeEnum)
  if (count === undefined) return readOthers.call(this, value)
  return Array.from(new Int8Array(Uint32Array.of(value.getInlinedValue()).buffer).subarray(0, count))
}
