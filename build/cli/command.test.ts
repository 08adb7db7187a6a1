import { Console } from 'node:console'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { keepStdout, watchStdout } from './command.ts'

test('what a library prints beside a command’s answer goes to stderr', () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const speaker = new Console(stdout, stderr)
  keepStdout(speaker)
  // As three's reader of COLLADA does.
  speaker.debug('File version', '1.4.1')
  speaker.info('read')
  speaker.log('done')
  expect(stdout.read()).toBeNull()
  expect(String(stderr.read())).toBe('File version 1.4.1\nread\ndone\n')
})

test('a command whose reader has gone ends without a word; one whose answer cannot be written says so', () => {
  for (const [code, status, said] of [['EPIPE', 141, []], ['ENOSPC', 1, ['ENOSPC']]] as const) {
    const stdout = new PassThrough()
    const [ended, told]: [number[], string[]] = [[], []]
    watchStdout(stdout, (end) => ended.push(end), (error) => told.push(error.message))
    stdout.emit('error', Object.assign(new Error(code), { code }))
    expect([ended, told]).toEqual([[status], said])
  }
})
