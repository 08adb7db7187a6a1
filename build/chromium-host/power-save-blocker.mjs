import { loud } from './not-implemented.mjs'

const started = new Set()
let last = -1

/** Counted, and told to nobody: where this host runs, the computer's sleep is another's business (README, Limits). */
export const powerSaveBlocker = loud('powerSaveBlocker', {
  start(type) {
    if (type !== 'prevent-app-suspension' && type !== 'prevent-display-sleep') throw new TypeError(`powerSaveBlocker.start: ${type}`)
    started.add(++last)
    return last
  },
  stop: (id) => started.delete(id),
  isStarted: (id) => started.has(id),
})
