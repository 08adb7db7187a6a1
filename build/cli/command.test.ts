import { Console } from 'node:console'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { keepStdout } from './command.ts'

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
