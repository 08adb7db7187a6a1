/** SHA-256, lower-case hex. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** One hash over several arrays, each preceded by its length so that none can run into the next; null counts as absent. */
export async function sha256OfArrays(arrays: readonly (ArrayBufferView | null)[]): Promise<string> {
  const total = arrays.reduce((sum, array) => sum + 4 + (array?.byteLength ?? 0), 0)
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  let offset = 0
  for (const array of arrays) {
    view.setUint32(offset, array === null ? 0xffffffff : array.byteLength, true)
    offset += 4
    if (array === null) continue
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset)
    offset += array.byteLength
  }
  return sha256Hex(bytes)
}
