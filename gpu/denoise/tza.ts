/** A tensor of a file of weights, as 32-bit floats. */
export interface Tensor {
  /** Outermost first: output channels, input channels, rows, columns of a convolution's weights. */
  readonly dims: readonly number[]
  readonly values: Float32Array
}

/** 'A7', as Intel's Open Image Denoise writes it, little-endian. */
const MAGIC = 0x41d7
const MAJOR = 2
/** What no network of ours comes near; a file that claims more is damaged. */
const [MOST_TENSORS, MOST_DIMS, MOST_VALUES] = [1024, 8, 1 << 26]

/**
 * Reads weights in Open Image Denoise's own format (TZA 2): tensors by name, in half or single precision.
 *
 * @throws Error that says what is wrong; every byte is looked at as somebody else's
 */
export function parseTza(bytes: Uint8Array): ReadonlyMap<string, Tensor> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (size: number): number => {
    if (at + size > bytes.length) throw new Error('The weights are cut short.')
    at += size
    return at - size
  }
  const place = (): number => {
    const value = view.getBigUint64(take(8), true)
    if (value > BigInt(bytes.length)) throw new Error('A part of the weights lies behind their end.')
    return Number(value)
  }
  if (bytes.length < 12 || view.getUint16(take(2), true) !== MAGIC) throw new Error('These are no weights of a denoiser.')
  const [major] = [view.getUint8(take(1)), take(1)]
  if (major !== MAJOR) throw new Error(`Weights of version ${major} cannot be read, only ${MAJOR}.`)
  at = place()
  const count = view.getUint32(take(4), true)
  if (count > MOST_TENSORS) throw new Error(`The weights claim to have ${count} tensors.`)
  const tensors = new Map<string, Tensor>()
  for (let i = 0; i < count; i++) {
    const nameBytes = view.getUint16(take(2), true)
    const from = take(nameBytes)
    const name = String.fromCharCode(...bytes.subarray(from, at))
    const rank = view.getUint8(take(1))
    if (rank > MOST_DIMS) throw new Error(`The tensor ${name} claims to have ${rank} dimensions.`)
    const dims = Array.from({ length: rank }, () => view.getUint32(take(4), true))
    take(rank)
    const kind = String.fromCharCode(view.getUint8(take(1)))
    if (kind !== 'f' && kind !== 'h') throw new Error(`The numbers of ${name} are of no known kind.`)
    const size = dims.reduce((product, dim) => product * dim, 1)
    const begin = place()
    if (!(size <= MOST_VALUES) || begin + size * (kind === 'f' ? 4 : 2) > bytes.length) throw new Error(`The tensor ${name} lies behind the end of the weights.`)
    if (tensors.has(name)) throw new Error(`There are two tensors named ${name}.`)
    tensors.set(name, { dims, values: Float32Array.from({ length: size }, (_, k) => (kind === 'f' ? view.getFloat32(begin + 4 * k, true) : fromHalf(view.getUint16(begin + 2 * k, true)))) })
  }
  for (const [name, { values }] of tensors) if (!values.every((value) => Number.isFinite(value))) throw new Error(`A weight of ${name} is no number.`)
  return tensors
}

function fromHalf(bits: number): number {
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  const size = exponent === 0 ? fraction * 2 ** -24 : exponent === 0x1f ? (fraction === 0 ? Infinity : NaN) : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return (bits & 0x8000) === 0 ? size : -size
}
