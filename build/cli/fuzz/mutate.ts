/* Structure-aware damage: values of JSON documents, chunks of containers, bytes. All of it from one source of numbers. */

export type Random = () => number
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]
export const below = (random: Random, count: number): number => Math.floor(random() * count)

/** Stands for a number that JSON can say and JavaScript cannot hold; see `textOf`. */
const INFINITE = '@infinite@'

/** Values at which programs break. */
const AWKWARD: readonly ((random: Random) => Json)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1,
  () => 0.5,
  () => 2 ** 31,
  () => 2 ** 32 - 1,
  () => 2 ** 53,
  () => -(2 ** 63),
  () => 1e-320,
  () => 1e300,
  () => INFINITE,
  () => '',
  () => '0',
  () => '__proto__',
  () => '../../etc/passwd',
  () => 'x'.repeat(100_000),
  () => '\u0000\ud800\uffff',
  () => [],
  () => ({}),
  () => [[]],
  (random) => nested(below(random, 3000)),
  (random) => Array.from({ length: below(random, 5000) }, (_, i) => i),
]

function nested(depth: number): Json {
  let value: Json = []
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { children: value }
  return value
}

interface Place {
  readonly holder: Json[] | { [key: string]: Json }
  readonly key: string | number
}

function placesIn(root: Json): Place[] {
  const places: Place[] = []
  const stack: Json[] = [root]
  while (stack.length > 0 && places.length < 20_000) {
    const holder = stack.pop()
    if (typeof holder !== 'object' || holder === null) continue
    const keys = Array.isArray(holder) ? holder.keys() : Object.keys(holder)
    for (const key of keys) {
      places.push({ holder, key })
      stack.push((holder as Record<string | number, Json>)[key])
    }
  }
  return places
}

/** Damages a JSON document in 1 to 3 places; the given one stays as it is. */
export function mutateJson(random: Random, original: Json): Json {
  const box: { [key: string]: Json } = { root: structuredClone(original) }
  for (let i = pick(random, [1, 1, 1, 2, 3]); i > 0; i--) {
    const places = placesIn(box)
    if (places.length === 0) break
    const { holder, key } = pick(random, places)
    const at = holder as Record<string | number, Json>
    const value = at[key]
    const dice = random()
    if (dice < 0.35) at[key] = pick(random, AWKWARD)(random)
    else if (dice < 0.5 && typeof value === 'number') at[key] = pick(random, [value + 1, value - 1, -value, value * 2, value + 0.5, value * 1e6])
    else if (dice < 0.65) {
      if (Array.isArray(holder)) holder.splice(key as number, 1)
      else delete at[key]
    } else if (dice < 0.75 && Array.isArray(holder)) holder.push(structuredClone(value))
    else if (dice < 0.9) {
      const other = pick(random, places)
      at[key] = structuredClone((other.holder as Record<string | number, Json>)[other.key])
    } else if (!Array.isArray(holder)) Object.defineProperty(holder, pick(random, ['__proto__', 'constructor', 'extensions', 'uri', 'matrix', 'children', 'x']), { value, enumerable: true, configurable: true, writable: true })
  }
  return box['root'] ?? null
}

/** As text; numbers too large for JavaScript stand as they would in a file. */
export function textOf(value: Json): string {
  return JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999')
}

/** Flips, cuts, repeats and overwrites bytes. */
export function mutateBytes(random: Random, original: Uint8Array): Uint8Array<ArrayBuffer> {
  let bytes = Uint8Array.from(original)
  for (let i = 1 + below(random, 6); i > 0 && bytes.length > 0; i--) {
    const at = below(random, bytes.length)
    const dice = random()
    if (dice < 0.4) bytes[at] ^= 1 << below(random, 8)
    else if (dice < 0.6) bytes[at] = pick(random, [0, 1, 0x7f, 0x80, 0xff])
    else if (dice < 0.75 && at + 4 <= bytes.length) new DataView(bytes.buffer).setUint32(at, pick(random, [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, bytes.length, 0x7fc00000]), true)
    else if (dice < 0.85) bytes = bytes.slice(0, at)
    else if (dice < 0.93) bytes = join([bytes.subarray(0, at), bytes.subarray(below(random, at + 1))])
    else bytes = join([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + below(random, 64)))])
  }
  return bytes
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export const encodeText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
