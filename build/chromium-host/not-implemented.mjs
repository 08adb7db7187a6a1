// What this host lacks throws on first use: a silent no-op would let an app believe that something happened.

export function notImplemented(what) {
  return new Error(`${what} is not implemented by the Chromium host; run with the Electron binary, or add it to the host`)
}

/** An API object whose unknown members throw when they are read. */
export function loud(name, members = {}) {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON') return Reflect.get(target, key, receiver)
      throw notImplemented(`electron.${name}.${String(key)}`)
    },
  })
}

/** A class that cannot be used at all. */
export function loudClass(name) {
  return new Proxy(class {}, {
    construct() {
      throw notImplemented(`new electron.${name}()`)
    },
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol') return Reflect.get(target, key, receiver)
      throw notImplemented(`electron.${name}.${String(key)}`)
    },
  })
}
