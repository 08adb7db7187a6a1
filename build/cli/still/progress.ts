import { durationText } from '../../../renderer/format/figures.ts'
import { fixed } from '../../../renderer/words/numbers.ts'
import { say } from '../../../renderer/words/say.ts'

/** Share done from which on the time that it took tells how long the rest takes. */
const TELLING_SHARE = 0.01

/** How far a picture is, and how long it takes still. @param share  0..1 */
export function tracedText(share: number, seconds: number, samples: number): string {
  const percent = fixed(100 * share, 1)
  return share < TELLING_SHARE ? say('cli.share', { percent }) : say('cli.left', { percent, samples, time: durationText((seconds * (1 - share)) / share) })
}

/** One line on stderr that is written over; whole lines where nobody looks. Whoever started this process as its own is told the share done. */
export function createProgress() {
  const isTerminal = process.stderr.isTTY
  let lastMs = -Infinity
  let toldMs = -Infinity
  let last = ''
  const write = (text: string) => process.stderr.write(isTerminal ? `\r${text.padEnd(last.length)}` : `${text}\n`)
  return {
    say(text: string): void {
      write(text)
      last = text
    },
    /** Says how far it is, now and then. @param share  0..1 */
    count(text: string, share: number): void {
      const now = performance.now()
      if (now - toldMs > 500) {
        toldMs = now
        process.send?.({ share })
      }
      if (now - lastMs < (isTerminal ? 200 : 5000)) return
      lastMs = now
      write(text)
      last = text
    },
    note: (text: string) => { process.stderr.write(`${isTerminal && last !== '' ? '\n' : ''}${text}\n`) },
    /** Makes room for what goes to stdout. */
    clear(): void {
      if (isTerminal && last !== '') process.stderr.write(`\r${' '.repeat(last.length)}\r`)
      last = ''
    },
    end: (text: string) => { write(text); if (isTerminal) process.stderr.write('\n') },
  }
}

export type Progress = ReturnType<typeof createProgress>
