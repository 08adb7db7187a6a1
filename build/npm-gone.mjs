// npm passes SIGTERM on to the shell between itself and its script; the shell dies of it and tells nobody. Of npm's own death nobody is told at all.
import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

const LOOK_MS = 1000

/** What a read of /proc gives, or null: a process that is gone, or a system that has none. */
function read(look) {
  try {
    return look()
  } catch {
    return null
  }
}

/** Of any process; null: not to be known here. The name before it may hold anything, brackets too. */
const parentOf = (pid) => read(() => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]))

/**
 * Tells once when npm, or its shell, has died while this process runs its script. A program that was started without npm may outlive whoever started it, and is told nothing.
 * On Linux both deaths are seen; elsewhere that of whoever is next above.
 */
export function whenNpmIsGone(then) {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const above = process.ppid
  // A shell that replaced itself by its only command is none: then npm is next, and whose child that is does not matter.
  const isNpm = path.basename(read(() => readlinkSync(`/proc/${above}/exe`)) ?? '').startsWith('node')
  const npm = isNpm ? null : parentOf(above)
  const timer = setInterval(() => {
    if (process.ppid === above && (npm === null || parentOf(above) === npm)) return
    clearInterval(timer)
    then()
  }, LOOK_MS)
  timer.unref()
}
