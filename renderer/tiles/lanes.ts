/** Benches side by side, each with one task after the other. */
export interface Lanes<Bench> {
  /** On the bench that has the least to do. */
  run<T>(task: (bench: Bench) => Promise<T>): Promise<T>
}

interface Lane<Bench> { readonly bench: Bench; waiting: number; last: Promise<unknown> }

/** @param most  benches; each is made when all before it are busy */
export function createLanes<Bench>(most: number, createBench: () => Bench): Lanes<Bench> {
  const lanes: Lane<Bench>[] = []

  function free(): Lane<Bench> {
    const idle = lanes.find(({ waiting }) => waiting === 0)
    if (idle !== undefined) return idle
    if (lanes.length >= most) return lanes.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least))
    const made: Lane<Bench> = { bench: createBench(), waiting: 0, last: Promise.resolve() }
    lanes.push(made)
    return made
  }

  return {
    run(task) {
      const lane = free()
      lane.waiting++
      const done = lane.last.then(() => task(lane.bench)).finally(() => lane.waiting--)
      lane.last = done.catch(() => {})
      return done
    },
  }
}
