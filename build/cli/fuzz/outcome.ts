/** What no input may lead to, although nothing was thrown. */
export class Unforeseen extends Error {}

export interface Outcome {
  readonly index: number
  readonly target: string
  /** `accepted`, the code of a refusal, or `crash`. */
  readonly result: string
  readonly detail: string
  /** The refusal repeats what a library threw. */
  readonly borrowed?: boolean
}

/** Outcomes counted, and each failure with the input that led to it. */
export class Tally {
  inputs = 0
  readonly byTarget: Record<string, Record<string, number>> = {}
  /** Words of libraries that reached the user, without their numbers and names. */
  readonly borrowed: Record<string, number> = {}
  readonly failures: (Outcome & { readonly input?: string })[] = []

  count(outcome: Outcome): void {
    this.inputs += 1
    const results = (this.byTarget[outcome.target] ??= {})
    results[outcome.result] = (results[outcome.result] ?? 0) + 1
    if (outcome.borrowed) {
      const words = outcome.detail.replaceAll(/[“"'`].*[”"'`]|\d+/g, '…').slice(0, 80)
      this.borrowed[words] = (this.borrowed[words] ?? 0) + 1
    }
    if (outcome.result === 'crash' || outcome.result === 'hang') this.failures.push(outcome)
  }

  report(): object {
    const sum = (result: string): number => this.failures.filter((failure) => failure.result === result).length
    return { inputs: this.inputs, crashes: sum('crash'), hangs: sum('hang'), byTarget: this.byTarget, borrowed: this.borrowed }
  }
}
