/** Milliseconds between two lines about one picture. */
const SAY_MS = 60_000
/** Of a picture, from here on its time can be told. */
const LEAST_SHARE = 0.05

/**
 * Says which picture the unattended run draws, and how long it takes.
 *
 * @returns a sentence for what progress.json says at a time in milliseconds; null: nothing that is new
 */
export function createProgressTeller() {
  let drawn = ''
  let [beganMs, saidMs, saidShare] = [0, 0, 0]
  /** @param {{ result: string, number: number, count: number, share: number }} state @param {number} nowMs */
  return ({ result, number, count, share }, nowMs) => {
    if (result !== drawn) {
      drawn = result
      ;[beganMs, saidMs, saidShare] = [nowMs, nowMs, share]
      return `drawing ${result} (${number} of ${count})`
    }
    if (nowMs - saidMs < SAY_MS || share < LEAST_SHARE || share <= saidShare || share >= 1) return null
    ;[saidMs, saidShare] = [nowMs, share]
    return `drawing ${result} (${number} of ${count}): ${Math.round(100 * share)}% done, ${left(((nowMs - beganMs) * (1 - share)) / share)} left`
  }
}

/** @param {number} ms */
function left(ms) {
  const minutes = Math.round(ms / 60_000)
  if (minutes <= 1) return 'about a minute'
  return minutes < 100 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`
}
