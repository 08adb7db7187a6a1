// A structured clone as text, for messages between main process and preload. The function runs unchanged in both:
// its source is injected into the page's isolated world.

export function createCodec({ toBase64, fromBase64 }) {
  const TYPED = [
    'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
    'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'DataView',
  ]
  const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
  const refuse = () => {
    throw new Error('An object could not be cloned.')
  }

  function encode(root) {
    const seen = new Map()
    const number = (value) => {
      if (Object.is(value, -0)) return { $: 'number', v: '-0' }
      return Number.isFinite(value) ? value : { $: 'number', v: String(value) }
    }
    const view = (value) => {
      const name = TYPED.find((typed) => value instanceof globalThis[typed])
      return { $: 'view', n: name, v: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
    }
    const record = (value) => ({ $: 'record', v: Object.fromEntries(Object.keys(value).map((key) => [key, walk(value[key])])) })
    const object = (value) => {
      if (seen.has(value)) return { $: 'seen', v: seen.get(value) }
      seen.set(value, seen.size)
      if (Array.isArray(value)) return { $: 'list', v: Array.from(value, walk) }
      if (ArrayBuffer.isView(value)) return view(value)
      switch (Object.prototype.toString.call(value).slice(8, -1)) {
        case 'ArrayBuffer':
          return { $: 'buffer', v: toBase64(new Uint8Array(value)) }
        case 'Date':
          return { $: 'date', v: value.getTime() }
        case 'RegExp':
          return { $: 'regexp', v: value.source, f: value.flags }
        case 'Map':
          return { $: 'map', v: [...value].map(([key, item]) => [walk(key), walk(item)]) }
        case 'Set':
          return { $: 'set', v: [...value].map(walk) }
        case 'Error':
          return { $: 'error', n: value.name, v: value.message, k: value.stack }
        case 'Object':
          return record(value)
        default:
          return refuse()
      }
    }
    const walk = (value) => {
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value
        case 'number':
          return number(value)
        case 'undefined':
          return { $: 'undefined' }
        case 'bigint':
          return { $: 'bigint', v: String(value) }
        case 'object':
          return value === null ? null : object(value)
        default:
          return refuse()
      }
    }
    return JSON.stringify(walk(root))
  }

  function decode(text) {
    const seen = []
    const keep = (value) => {
      seen.push(value)
      return value
    }
    // Never by assignment: a key may be `__proto__`.
    const define = (target, key, value) => {
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
    }
    const readers = {
      undefined: () => undefined,
      number: ({ v }) => Number(v),
      bigint: ({ v }) => BigInt(v),
      seen: ({ v }) => seen[v],
      list: ({ v }) => {
        const list = keep([])
        for (const item of v) list.push(walk(item))
        return list
      },
      record: ({ v }) => {
        const record = keep({})
        for (const key of Object.keys(v)) define(record, key, walk(v[key]))
        return record
      },
      map: ({ v }) => {
        const map = keep(new Map())
        for (const [key, item] of v) map.set(walk(key), walk(item))
        return map
      },
      set: ({ v }) => {
        const set = keep(new Set())
        for (const item of v) set.add(walk(item))
        return set
      },
      buffer: ({ v }) => keep(fromBase64(v).buffer),
      view: ({ n, v }) => keep(new globalThis[n](fromBase64(v).buffer)),
      date: ({ v }) => keep(new Date(v)),
      regexp: ({ v, f }) => keep(new RegExp(v, f)),
      error: ({ n, v, k }) => {
        const error = keep(new (ERRORS[n] ?? Error)(v))
        if (k) define(error, 'stack', k)
        return error
      },
    }
    const walk = (value) => (typeof value === 'object' && value !== null ? readers[value.$](value) : value)
    return walk(JSON.parse(text))
  }

  return { encode, decode }
}

export const nodeCodec = createCodec({
  toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  fromBase64: (text) => new Uint8Array(Buffer.from(text, 'base64')),
})
