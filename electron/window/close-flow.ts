/** How long the page may take to react to a wish to close; asking the user is a reaction, however long it takes. */
export const ANSWER_MS = 4000

export interface CloseParts {
  /** The page crashed, was never loaded or is gone. */
  readonly isPageGone: () => boolean
  readonly askPage: () => void
  /** The page does not react and has unsaved work: does the user want to lose it? */
  readonly confirmLoss: () => Promise<boolean>
  readonly destroyWindow: () => void
  /** The user keeps the window open. */
  readonly stays?: (() => void) | undefined
  /** Milliseconds until it counts as hanging. @param edited  its work would be lost, so the user is asked */
  readonly answerMs: (edited: boolean) => number
}

/** A window closes when its page says so. A page that cannot say anything cannot hold the window either. */
export class CloseFlow {
  edited = false
  #isAllowed = false
  #timer: NodeJS.Timeout | null = null
  readonly #parts: CloseParts

  constructor(parts: CloseParts) {
    this.#parts = parts
  }

  /** For the window's `close` event: false vetoes it. */
  mayClose(): boolean {
    if (this.#isAllowed || this.#parts.isPageGone()) return true
    this.#timer ??= setTimeout(() => void this.#giveUp(), this.#parts.answerMs(this.edited))
    this.#parts.askPage()
    return false
  }

  /** The page reacted. */
  answered(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** The page is done: unsaved work is saved or given up. */
  close(): void {
    this.answered()
    this.#isAllowed = true
    this.#parts.destroyWindow()
  }

  /** She thought better of it. */
  stay(): void {
    this.answered()
    this.#parts.stays?.()
  }

  async #giveUp(): Promise<void> {
    this.#timer = null
    if (!this.edited || (await this.#parts.confirmLoss())) this.close()
    else this.stay()
  }
}
