import type { Event } from './session.ts'

/** What must be found after the sessions so far, and whether it was. */
export class Judge {
  gestures = 0
  lostGestures = 0
  recoveries = 0
  readonly recoveryMs: number[] = []
  readonly faults: string[] = []
  #made = new Map<number, string>()
  #safe = 0
  #saved: string | null = null
  #saving = new Set<string>()

  /** One session's events, in order. */
  read(events: readonly Event[], where: string): void {
    for (const event of events) this.#hear(event, where)
  }

  #hear(event: Event, where: string): void {
    if (event.kind === 'made') {
      this.gestures += 1
      this.#made.set(event.n, event.hash)
    } else if (event.kind === 'safe') {
      this.#safe = Math.max(this.#safe, event.n)
    } else if (event.kind === 'saving') {
      this.#saving.add(event.hash)
    } else if (event.kind === 'saved') {
      this.#saved = event.hash
      this.#saving = new Set()
    } else if (event.kind === 'file') {
      const isKnown = event.hash === this.#saved || (event.hash !== null && this.#saving.has(event.hash))
      if (!isKnown) this.faults.push(`${where}: the file is neither what was saved nor what was being saved`)
      this.#saved = event.hash
      this.#saving = new Set()
    } else {
      this.#opened(event, where)
    }
  }

  #opened({ n, hash, from, tookMs }: Extract<Event, { kind: 'opened' }>, where: string): void {
    if (n < this.#safe) {
      this.lostGestures += this.#safe - n
      this.faults.push(`${where}: gesture ${this.#safe} was acknowledged, ${n} was found (${from})`)
    } else if (n > 0 && this.#made.get(n) !== hash) {
      this.lostGestures += 1
      this.faults.push(`${where}: gesture ${n} led to another document than was found (${from})`)
    }
    if (from === 'recovery') {
      this.recoveries += 1
      this.recoveryMs.push(tookMs)
    }
    // What was never acknowledged may be gone, and others may take those numbers.
    this.#made = new Map([[n, hash]])
    this.#safe = n
  }
}
