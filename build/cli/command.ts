import { compilersAtRest } from '../../gpu/headless/compilers.ts'
import { speakSystemLanguage } from './language.ts'
import { sentenceOf } from './sentence.ts'
import { UsageError } from './usage.ts'

/** Stdout is what a command answers; what its libraries say beside goes to stderr. */
export function keepStdout(speaker: Pick<Console, 'log' | 'info' | 'debug' | 'error'> = globalThis.console): void {
  for (const method of ['log', 'info', 'debug'] as const) speaker[method] = (...said: unknown[]) => speaker.error(...said)
}

/**
 * Runs a command of the command line and ends the process: 0 when all went well, 1 after a failure, 2 when it was called wrongly, or without words where it needs some. The
 * sentence about what went wrong goes to stderr.
 *
 * @param run  takes the words after the command's name; what it returns is the exit status
 */
export async function runCommand(name: Parameters<typeof sentenceOf>[1], usage: () => string, run: (words: readonly string[]) => Promise<number>, needsWords = true): Promise<never> {
  try {
    keepStdout()
    speakSystemLanguage()
    const words = process.argv.slice(2)
    if ((needsWords && words.length === 0) || words.includes('--help')) {
      process.stderr.write(`${usage()}\n`)
      process.exit(words.includes('--help') ? 0 : 2)
    }
    const status = await run(words)
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
