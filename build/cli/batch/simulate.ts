/** An office on paper: how long a job takes, and what it waits for. */
export interface Office {
  readonly workers: number
  /** Recorded seconds of tiles on one worker; they are dealt in turn. */
  readonly tileSeconds: readonly number[]
  readonly tiles: number
  /** Of a tile's file. */
  readonly tileBytes: number
  /** What the shared folder takes from all machines together, and one machine's network. */
  readonly folderBytesPerSecond: number
  readonly machineBytesPerSecond: number
  /** Statements that the database answers in a second. */
  readonly statementsPerSecond: number
  /** Between two questions of a worker that has nothing to do. */
  readonly pollSeconds: number
  /** Between a worker's reports, of two statements. */
  readonly reportSeconds: number
}

export interface Simulated {
  /** Until the last tile is there. */
  readonly seconds: number
  /** Tiles' own time through all workers' time: 1 where none ever waits. */
  readonly efficiency: number
  /** Shares of what it can do, while all work. */
  readonly databaseLoad: number
  readonly folderLoad: number
}

/** Statements for a tile from end to end: fetched, completed, and its picture's merge told. */
const STATEMENTS_PER_TILE = 4
const STATEMENTS_PER_REPORT = 2
/** A tile's heartbeat (queue.ts). */
const HEARTBEAT_SECONDS = 3

/**
 * Deals tiles to workers one by one. The database and the folder are queues with one server each: whoever comes while they are busy waits.
 * What runs all the time (reports, heartbeats) leaves the database so much less for the rest.
 */
export function simulate({ workers, tileSeconds, tiles, tileBytes, folderBytesPerSecond, machineBytesPerSecond, statementsPerSecond, pollSeconds, reportSeconds }: Office): Simulated {
  const always = workers * (STATEMENTS_PER_REPORT / reportSeconds + 1 / HEARTBEAT_SECONDS)
  const databaseLoad = always / statementsPerSecond
  if (databaseLoad >= 1) return { seconds: Infinity, efficiency: 0, databaseLoad, folderLoad: 0 }
  const statementSeconds = 1 / (statementsPerSecond * (1 - databaseLoad))
  const [free, finishing] = [new Heap(), new Heap()]
  // Nobody asks at the same moment: workers are spread over one interval.
  for (let i = 0; i < workers; i++) free.push((pollSeconds * i) / workers)
  let [databaseFreeAt, folderFreeAt, end, traced, begun] = [0, 0, 0, 0, 0]
  // In the order of time: a tile that takes long keeps nobody from writing before it.
  while (begun < tiles || finishing.least < Infinity) {
    if (begun < tiles && free.least <= finishing.least) {
      databaseFreeAt = Math.max(databaseFreeAt, free.pop()) + STATEMENTS_PER_TILE * statementSeconds
      const own = tileSeconds[begun++ % tileSeconds.length]
      traced += own
      finishing.push(databaseFreeAt + own)
      continue
    }
    const finished = finishing.pop()
    folderFreeAt = Math.max(folderFreeAt, finished) + tileBytes / folderBytesPerSecond
    const there = Math.max(folderFreeAt, finished + tileBytes / machineBytesPerSecond)
    end = Math.max(end, there)
    free.push(there)
  }
  return { seconds: end, efficiency: traced / (workers * end), databaseLoad, folderLoad: (tiles * tileBytes) / folderBytesPerSecond / end }
}

/** Smallest first. */
class Heap {
  readonly #values: number[] = []

  get least(): number { return this.#values[0] ?? Infinity }

  push(value: number): void {
    const values = this.#values
    let i = values.push(value) - 1
    while (i > 0) {
      const above = (i - 1) >> 1
      if (values[above] <= values[i]) break
      ;[values[above], values[i]] = [values[i], values[above]]
      i = above
    }
  }

  pop(): number {
    const values = this.#values
    const least = values[0]
    const last = values.pop()!
    if (values.length === 0) return least
    values[0] = last
    for (let i = 0; ;) {
      let child = 2 * i + 1
      if (child >= values.length) break
      if (child + 1 < values.length && values[child + 1] < values[child]) child++
      if (values[i] <= values[child]) break
      ;[values[i], values[child]] = [values[child], values[i]]
      i = child
    }
    return least
  }
}
