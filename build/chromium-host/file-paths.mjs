import { debug } from './host.mjs'

/** webUtils.getPathForFile of one page. It is synchronous: the preload world waits at a debugger statement until it was told. */
export class FilePaths {
  #slot
  #send
  #context
  #disarm = null

  /**
   * @param key the name under which the preload world keeps what it asks for
   * @param send asks the page's DevTools session
   * @param context the preload world's execution context now
   */
  constructor(key, send, context) {
    this.#slot = key
    this.#send = send
    this.#context = context
  }

  /** Files are about to arrive: a page stops at a debugger statement only while somebody debugs it. */
  arm() {
    this.#post('Debugger.enable')
    clearTimeout(this.#disarm)
    this.#disarm = setTimeout(() => this.#post('Debugger.disable'), 60_000).unref()
  }

  /** The page waits. */
  async answer() {
    const slot = `globalThis['${this.#slot}']`
    try {
      const path = await this.#pathOf(`${slot}?.file`)
      const expression = `${slot} && (${slot}.path = ${JSON.stringify(path)})`
      await this.#send('Runtime.evaluate', { expression, contextId: this.#context() })
    } catch (error) {
      debug('getPathForFile failed', error)
    } finally {
      this.#post('Debugger.resume')
    }
  }

  /** Paths of so many files that the page has laid out, without waiting. */
  all(count) {
    return Promise.all(Array.from({ length: count }, (_item, index) => this.#pathOf(`globalThis['${this.#slot}files'][${index}]`)))
  }

  /** Real path of the File that an expression in the preload world gives; '' when it has none. */
  async #pathOf(expression) {
    const { result } = await this.#send('Runtime.evaluate', { expression, contextId: this.#context() })
    return result.objectId ? (await this.#send('DOM.getFileInfo', { objectId: result.objectId })).path : ''
  }

  /** The page may be gone already. */
  #post(method) {
    this.#send(method).catch(() => {})
  }
}
