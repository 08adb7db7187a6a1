import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sentenceOfEnd } from './demo-end.mjs'
import { createProgressTeller } from './demo-progress.mjs'

const start = path.join(import.meta.dirname, 'start.mjs')
const run = (args: readonly string[], env: Record<string, string> = {}): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [...args], { encoding: 'utf8', env: { ...process.env, ...env } })

test('an older Node is told which one is needed', () => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })"
  const { status, stderr } = run(['--import', `data:text/javascript,${encodeURIComponent(older)}`, start])
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^\[atrium\] Node 20\.19 or newer is needed.*\n$/)])
})

test.each([['start', 'npm start [-- --demo [FILE.glb]]'], ['test', 'npm test -- --proofs']])('npm %s tells what can be typed, and does nothing else', (name, line) => {
  const { status, stdout } = run([path.join(import.meta.dirname, `${name}.mjs`), '--help'])
  expect(status).toBe(0)
  expect(stdout).toContain(line)
  expect(stdout).not.toMatch(/\/\/|import|\[atrium\]/)
})

test('a file that does not exist is named', () => {
  const { status, stderr } = run([start, 'no-such-room.glb'])
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^\[atrium\] .*no-such-room\.glb does not exist.*\n$/)])
})

test('a script that is none is told what is one', () => {
  const { status, stderr } = run([start, '--script', 'README.md'])
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^\[atrium\] --script needs a file that Help > Save What I Did wrote.*\n$/)])
})

test('a Chromium that cannot be executed is named with what to do', () => {
  const { status, stderr } = run([start, '--dev'], { ATRIUM_RUNTIME: 'chromium-host', ATRIUM_CHROMIUM: '/no/such/chromium' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^\[atrium\] ATRIUM_CHROMIUM=\/no\/such\/chromium cannot be executed.*\n$/)])
})

test('an unattended run that a signal stopped points at no sentence above', () => {
  const end = { output: 'demo-output', code: 1, signal: null, isSilent: false }
  expect(sentenceOfEnd({ ...end, signal: 'SIGTERM' })).toBe('the unattended run was stopped by SIGTERM. Finished pictures are in demo-output')
  expect(sentenceOfEnd({ ...end, code: 0, signal: 'SIGINT' })).toContain('was stopped by SIGINT')
  expect(sentenceOfEnd({ ...end, signal: 'SIGKILL', isSilent: true })).toContain('the sentence above')
  expect(sentenceOfEnd(end)).toContain('the sentence above')
  expect(sentenceOfEnd({ ...end, code: 0 })).toBe('done: look at demo-output')
})

test('an unattended run says which picture it draws, of how many, and once a minute how long that takes', () => {
  const tell = createProgressTeller()
  const minutes = (minute: number, number: number, share: number): string | null => tell({ result: `0${number}.png`, number, count: 8, share }, 60_000 * minute)
  expect([
    minutes(0, 1, 0), minutes(0.4, 1, 0.02), minutes(2, 1, 0.1), minutes(2.5, 1, 0.125), minutes(4, 1, 0.8), minutes(6, 1, 0.8), minutes(7, 2, 0), minutes(17, 2, 0.05), minutes(30, 2, 1),
  ]).toEqual([
    'drawing 01.png (1 of 8)', null, 'drawing 01.png (1 of 8): 10% done, about 18 minutes left', null, 'drawing 01.png (1 of 8): 80% done, about a minute left', null,
    'drawing 02.png (2 of 8)', 'drawing 02.png (2 of 8): 5% done, about 3 hours left', null,
  ])
})
