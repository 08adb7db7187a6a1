import { powerSaveBlocker } from 'electron'

/** Of a list that a window renders, the next picture is begun when the last is on the disk: a computer that nobody has touched for hours would fall asleep in between. */
const BETWEEN_MS = 60_000

/** Keeps the computer awake, not its screen, as long as it is told to: a night's tiles and pictures are not for a computer that sleeps. */
export class Awake {
  #blocker: number | null = null
  #hasTiles = false
  /** Windows that are writing a picture or a clip. */
  readonly #writing = new Set<object>()
  #between: NodeJS.Timeout | null = null

  /** For tiles of a queue. */
  keepForTiles(on: boolean): void {
    this.#hasTiles = on
    this.#update()
  }

  /** For what a window exports. @param on  something of it is begun and not over */
  keepForExports(window: object, on: boolean): void {
    if (on === this.#writing.has(window)) return
    if (on) this.#writing.add(window)
    else this.#writing.delete(window)
    clearTimeout(this.#between ?? undefined)
    this.#between = this.#writing.size > 0 ? null : setTimeout(() => {
      this.#between = null
      this.#update()
    }, BETWEEN_MS)
    this.#between?.unref()
    this.#update()
  }

  #update(): void {
    const on = this.#hasTiles || this.#writing.size > 0 || this.#between !== null
    if (on === (this.#blocker !== null)) return
    if (this.#blocker !== null) powerSaveBlocker.stop(this.#blocker)
    this.#blocker = on ? powerSaveBlocker.start('prevent-app-suspension') : null
  }
}
