// Starts the desk of an unpacked application folder, as the main process does, on a new queue: its database is in the package or it is not.
// Prints how long that took. Used by check.mjs: node build/package/smoke-desk.mjs FOLDER
import { fork } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const folder = path.resolve(process.argv[2])
const queue = mkdtempSync(path.join(os.tmpdir(), 'atrium-smoke-desk-'))
const notes = path.join(queue, 'queue')
mkdirSync(path.join(notes, 'inbox'), { recursive: true })
// A wish of this kind needs nobody who computes.
writeFileSync(path.join(notes, 'inbox', '1.json'), JSON.stringify({ kind: 'cancel', job: 'a'.repeat(32) }))
const started = performance.now()
// Away from the checkout, whose node_modules it must not need. Its database lives for seconds: compiling PostgreSQL a second time, for speed, costs
// more than that brings.
const desk = fork(path.resolve(import.meta.dirname, '../chromium-host/utility-child.mjs'), [path.join(folder, 'out/main/desk.js')], { cwd: queue, execArgv: ['--liftoff-only'], serialization: 'advanced' })
const ended = new Promise((resolve) => { desk.once('exit', resolve) })
try {
  desk.send({ kind: 'start', places: [{ folder: queue, queue: notes, notes }], works: false, version: '0.1.0', language: 'en', locale: 'en' })
  const told = await new Promise((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the desk ended: ${code}`)))
    desk.on('message', ({ kind, state }) => {
      if (kind !== 'state') return
      if (state.trouble !== '') reject(new Error(state.trouble))
      else if (existsSync(path.join(notes, 'status.json'))) resolve(JSON.parse(readFileSync(path.join(notes, 'status.json'), 'utf8')))
    })
  })
  if (!Array.isArray(told.jobs)) throw new Error('the desk wrote no status')
  console.log(`the desk has opened a queue after ${((performance.now() - started) / 1000).toFixed(1)} s`)
  desk.send({ kind: 'stop' })
  await ended
} finally {
  desk.kill('SIGKILL')
  rmSync(queue, { recursive: true, force: true, maxRetries: 20 })
}
