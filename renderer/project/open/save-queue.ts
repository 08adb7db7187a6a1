/**
 * Saves of what is open, one after another. A save that is asked for while another runs begins when that one has ended, with what
 * is there then; all that are asked for until it begins are one save.
 */
export class SaveQueue {
  #last: Promise<unknown> = Promise.resolve()
  #running = 0
  #joined: Promise<boolean> | null = null

  /**
   * @param run       true: written; false: the user cancelled
   * @param isNeeded  asked when its turn comes after another save: what that one wrote may be all there is
   * @returns false also when the save before it was cancelled: who cancels saving does not want to be asked again
   */
  ask(run: () => Promise<boolean>, isNeeded: () => boolean): Promise<boolean> {
    if (this.#running === 0) return this.inTurn(run)
    const before = this.#last
    this.#joined ??= this.inTurn(async () => {
      this.#joined = null
      if ((await before) === false) return false
      return isNeeded() ? run() : true
    })
    return this.#joined
  }

  /** A save that joins no other: Save As. */
  inTurn(run: () => Promise<boolean>): Promise<boolean> {
    this.#running += 1
    const turn = this.#last.then(run).finally(() => (this.#running -= 1))
    // A save that failed says so itself; the next one tries anew.
    this.#last = turn.catch(() => null)
    return turn
  }
}
