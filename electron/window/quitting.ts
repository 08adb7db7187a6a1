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
