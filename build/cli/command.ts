import { compilersAtRest } from '../../gpu/headless/compilers.ts'
import { speakSystemLanguage } from './language.ts'
import { sentenceOf } from './sentence.ts'
import { UsageError } from './usage.ts'

/** Stdout is what a command answers; what its libraries say beside goes to stderr. */
export function keepStdout(speaker: Pick<Console, 'log' | 'info' | 'debug' | 'error'> = globalThis.console): void {
  for (const method of ['log', 'info', 'debug'] as const) speaker[method] = (...said: unknown[]) => speaker.error(...said)
}

/** Of a process that wrote to a pipe whose reader has gone: 128 and the number of SIGPIPE, as shells have it. */
const PIPE_CLOSED = 141

/**
 * Ends when an answer cannot be written. Who reads only its first lines, as `head` does, has enough: nothing is said.
 *
 * @param fail  told of any other failure
 */
export function watchStdout(stdout: NodeJS.EventEmitter, end: (status: number) => void, fail: (error: Error) => void): void {
  stdout.on('error', (error: Error & { code?: string }) => {
    if (error.code !== 'EPIPE') fail(error)
    end(error.code === 'EPIPE' ? PIPE_CLOSED : 1)
  })
}

/** What was written is out, or has failed. */
const written = (): Promise<void> => new Promise((resolve) => { process.stdout.write('', () => setImmediate(resolve)) })

/**
 * Runs a command of the command line and ends the process: 0 when all went well, 1 after a failure, 2 when it was called wrongly, or without words where it needs some. The
 * sentence about what went wrong goes to stderr.
 *
 * @param run  takes the words after the command's name; what it returns is the exit status
 */
export async function runCommand(name: Parameters<typeof sentenceOf>[1], usage: () => string, run: (words: readonly string[]) => Promise<number>, needsWords = true): Promise<never> {
  try {
    keepStdout()
    watchStdout(process.stdout, (status) => process.exit(status), (error) => process.stderr.write(`\n${sentenceOf(error, name)}\n`))
    speakSystemLanguage()
    const words = process.argv.slice(2)
    if ((needsWords && words.length === 0) || words.includes('--help')) {
      process.stderr.write(`${usage()}\n`)
      process.exit(words.includes('--help') ? 0 : 2)
    }
    const status = await run(words)
    await written()
    await compilersAtRest()
    process.exit(status)
  } catch (error) {
    process.stderr.write(`\n${sentenceOf(error, name)}\n`)
    // Whoever started this process as its own is told why, and what the system said.
    if (process.send !== undefined && process.connected) await new Promise((resolve) => { process.send!({ failed: sentenceOf(error, name), code: (error as { code?: string }).code }, resolve) })
    await compilersAtRest()
    process.exit(error instanceof UsageError ? 2 : 1)
  }
}
