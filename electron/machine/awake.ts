import { powerSaveBlocker } from 'electron'

/** Keeps the computer awake, not its screen, as long as it is told to: a night's tiles are not for a computer that sleeps. */
export class Awake {
  #blocker: number | null = null

  keep(on: boolean): void {
    if (on === (this.#blocker !== null)) return
    if (this.#blocker !== null) powerSaveBlocker.stop(this.#blocker)
    this.#blocker = on ? powerSaveBlocker.start('prevent-app-suspension') : null
  }
}
