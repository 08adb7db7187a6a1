import { AIM_MS, MANY_IN_FLIGHT, type NetworkCost, type PassPart } from './network-cost.ts'
import type { NetworkPass } from './network-passes.ts'

/** Where nothing is known: less than a millisecond of a card a hundred times slower than an H200. */
const FIRST_WORK = 1000
/** Passes that take so long at most are done together, milliseconds: the card would wait for the host as long. */
const SMALL_MS = 2
/** Slices on their way at once: with one the card waits for the host each time. With MANY_IN_FLIGHT, where the next part is asked for already, it has work while the host puts the one before in place. */
const IN_FLIGHT = 2

type Steps = Pick<NetworkPass, 'length' | 'work' | 'isTiled'>

/** Where a part of a picture stands in the network. */
export interface Place { readonly pass: number; readonly first: number }

/** What is submitted at once, its work in the unit of NetworkPass, and where the next one begins. */
export interface NetworkSlice { readonly parts: readonly PassPart[]; readonly work: number; readonly next: Place }

/** From a place on: as many steps of a pass as there is time for, and one at least; or small passes one after the other. */
export function nextNetworkSlice(passes: readonly Steps[], { pass, first }: Place, cost: NetworkCost): NetworkSlice {
  const parts: PassPart[] = []
  let [ms, all] = [0, 0]
  if (first === 0) {
    for (const [i, { length, work }] of passes.entries()) {
      if (i < pass) continue
      const each = cost.expectedMs(i, length * work)
      if (each > SMALL_MS || ms + each > AIM_MS) break
      parts.push({ pass: i, first: 0, count: length })
      ms += each
      all += length * work
    }
  }
  if (parts.length > 1) return { parts, work: all, next: { pass: pass + parts.length, first: 0 } }
  const { length, work } = passes[pass]
  const each = cost.eachMs(pass)
  const room = each === null ? FIRST_WORK : AIM_MS / each
  const count = Math.min(length - first, Math.max(1, Math.floor(room / work)))
  return { parts: [{ pass, first, count }], work: count * work, next: first + count < length ? { pass, first: first + count } : { pass: pass + 1, first: 0 } }
}

export interface SliceRun {
  readonly cost: NetworkCost
  /** Resolves when the card has done what it had before. */
  readonly begun: Promise<unknown>
  /** Submits, and resolves when the card has done it. */
  readonly submit: (parts: readonly PassPart[]) => Promise<unknown>
  /** Another part is asked for, or one before is not read yet. */
  readonly isAskedAhead: () => boolean
  /** Slices on their way, those of parts before, too: this part's are added, and waited for in their order. None of them rejects. */
  readonly flying: Promise<unknown>[]
  readonly signal?: AbortSignal | undefined
}

/**
 * Takes a part of a picture through the network, slice by slice. Whoever calls it off waits for two slices at most, as does whatever else is
 * submitted meanwhile; for eight, of all parts together, where the next part is asked for already.
 *
 * @returns when all is submitted: what resolves when it is done
 * @throws what `submit` throws, or the signal's reason
 */
export async function runInSlices(passes: readonly Steps[], { cost, begun, submit, isAskedAhead, flying, signal }: SliceRun): Promise<{ readonly done: Promise<unknown> }> {
  let hasFailed = false
  // What goes wrong is heard of when its turn comes, and never where the first submission throws.
  const heard = (landing: Promise<unknown>): Promise<unknown> => landing.catch(() => { hasFailed = true })
  let last = begun.then(() => performance.now())
  void heard(last)
  for (let from: Place = { pass: 0, first: 0 }; from.pass < passes.length;) {
    const { parts, work, next } = nextNetworkSlice(passes, from, cost)
    const { isTiled } = passes[from.pass]
    from = next
    const [before, submitted] = [last, performance.now()]
    last = Promise.all([before, submit(parts)]).then(([free]) => {
      const now = performance.now()
      cost.add({ passes: parts.map(({ pass }) => pass), work, isTiled }, now - Math.max(submitted, free))
      return now
    })
    flying.push(heard(last))
    while (flying.length >= (isAskedAhead() ? MANY_IN_FLIGHT : IN_FLIGHT)) {
      await flying.shift()
      if (hasFailed) await last
      signal?.throwIfAborted()
    }
  }
  return { done: last }
}
