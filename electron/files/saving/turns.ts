/** Runs what concerns one thing one after another, in the order asked, whatever becomes of those before. Things do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  take<T>(thing: string, run: () => Promise<T>): Promise<T> {
    const before = this.#last.get(thing) ?? Promise.resolve()
    const turn = before.then(run)
    const over = turn.catch(() => {}).then(() => {
      if (this.#last.get(thing) === over) this.#last.delete(thing)
    })
    this.#last.set(thing, over)
    return turn
  }
}
