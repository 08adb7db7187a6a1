/** Stands in for `electron` in unit tests, where services must not need it: any use fails loudly. */
export default new Proxy({}, { get: (_target, name) => { throw new Error(`electron.${String(name)} used in a unit test`) } })
