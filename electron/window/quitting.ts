/** How long quitting waits until everything is in order: tiles go back to their queue, locks and half-written files go. A drive that does not answer keeps nobody. */
export const LEAVE_MS = 5000

/** Whether the process ends with its last window: always off macOS, and there when the user quits. One window that she keeps open takes the wish back. */
export class Quitting {
  #isWanted = false

  begin(): void {
    this.#isWanted = true
  }

  cancel(): void {
    this.#isWanted = false
  }

  get isWanted(): boolean {
    return this.#isWanted
  }

  endsWithLastWindow(platform: NodeJS.Platform): boolean {
    return platform !== 'darwin' || this.#isWanted
  }
}
