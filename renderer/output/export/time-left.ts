/** Shares and time that an estimate rests on: before that, the start (kernels, trees, the first tile) is taken for the whole. */
const LEAST_SHARE = 0.02
const LEAST_REPORTS = 3
const LEAST_MS = 3000

/**
 * How long something still takes, from what was reported of it: as fast as it has gone since its first report.
 *
 * @returns called with each report, 0..1, and its time, ms: seconds, or null while there is nothing to extrapolate from
 */
export function createTimeLeft(): (share: number, atMs: number) => number | null {
  let first: { readonly share: number; readonly atMs: number } | null = null
  let reports = 0
  return (share, atMs) => {
    if (share <= 0) return null
    reports++
    first ??= { share, atMs }
    const [done, took] = [share - first.share, atMs - first.atMs]
    return reports < LEAST_REPORTS || done < LEAST_SHARE || took < LEAST_MS ? null : took * (1 - share) / done / 1000
  }
}
