import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { detailOf } from './failure.ts'

const MAX_BYTES = 1 << 20
export type Level = 'info' | 'warn' | 'error'

/** A local text file that nobody sends anywhere and nobody else may read; one older file is kept. Logging never throws. */
export class Log {
  readonly #path: string

  constructor(filePath: string) {
    this.#path = filePath
  }

  info(message: string): void {
    this.write('info', message)
  }

  warn(message: string): void {
    this.write('warn', message)
  }

  /** `where` is a channel or a step of the start. */
  error(where: string, error: unknown): void {
    this.write('error', `${where}: ${error instanceof Error ? (error.stack ?? error.message) : detailOf(error)}`)
  }

  write(level: Level, message: string): void {
    const line = `${new Date().toISOString()} ${level} ${message.replaceAll('\n', '\n  ')}\n`
    try {
      mkdirSync(path.dirname(this.#path), { recursive: true, mode: 0o700 })
      if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(this.#path, `${this.#path}.1`)
      appendFileSync(this.#path, line, { mode: 0o600 })
    } catch (error) {
      process.stderr.write(`[atrium] log: ${detailOf(error)}\n`)
    }
    if (level === 'error') process.stderr.write(`[atrium] ${message}\n`)
  }
}
