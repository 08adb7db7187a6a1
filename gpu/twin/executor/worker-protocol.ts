/** A texture in memory that threads share: one packed array per level, the largest first. */
export interface SharedTexture {
  readonly format: string
  readonly width: number
  readonly height: number
  readonly layers: number
  readonly levels: readonly SharedArrayBuffer[]
}

/** From the executor to its workers. */
export type ToWorker =
  /** Makes a kernel over shared memory; it is run under this id. */
  | { readonly type: 'bind'; readonly id: number; readonly kernel: string; readonly resources: Readonly<Record<string, SharedArrayBuffer | SharedTexture>>; readonly constants: Readonly<Record<string, number>> }
  /** Takes parts of a dispatch until none is left: `next` is the first workgroup that nobody has taken, counted row by row. */
  | { readonly type: 'run'; readonly id: number; readonly run: number; readonly next: SharedArrayBuffer; readonly partSize: number; readonly count: readonly [number, number, number] }
  | { readonly type: 'forget'; readonly id: number }

/** From a worker: what it was told is done, or went wrong. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'bound'; readonly id: number }
  | { readonly type: 'done'; readonly run: number }
  | { readonly type: 'failed'; readonly id: number; readonly run: number | null; readonly message: string }

/** A web worker, or what a test or Node puts in its place. */
export interface WorkerPort {
  postMessage(message: ToWorker): void
  onmessage: ((event: { data: FromWorker }) => void) | null
  /** It could not be loaded, or broke down: nothing answers any more. */
  onerror: ((event: { readonly message?: string }) => void) | null
  terminate(): void
}

/**
 * Runs of consecutive workgroups as boxes: a part of a row, whole rows, a part of a row.
 *
 * @param first, end  workgroups counted row by row, x fastest
 */
export function* boxesOf(
  first: number, end: number, [x, y]: readonly [number, number, number],
): Generator<[first: [number, number, number], end: [number, number, number]]> {
  for (let at = first; at < end;) {
    const column = at % x
    const row = Math.floor(at / x) % y
    const layer = Math.floor(at / (x * y))
    const stop = Math.min(x, column + end - at)
    yield [[column, row, layer], [stop, row + 1, layer + 1]]
    at += stop - column
  }
}
