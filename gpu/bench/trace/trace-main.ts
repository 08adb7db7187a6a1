import path from 'node:path'
import { useSoftwareAdapter } from '../../headless/setup.ts'
import { traceFile } from './trace.ts'
import { parseTraceOptions, TRACE_USAGE, UsageError } from './trace-options.ts'

/** `npm run trace`: see README.md beside this file. One JSON line on stdout, or one sentence on stderr and a status that is not 0. */
async function main(): Promise<number> {
  try {
    const options = parseTraceOptions(process.argv.slice(2))
    if (options === 'help') {
      process.stdout.write(`${TRACE_USAGE}\n`)
      return 0
    }
    if (options.executor === 'gpu') useSoftwareAdapter()
    const from = (file: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
    const report = await traceFile({ ...options, scene: from(options.scene), rays: from(options.rays), out: options.out === null ? null : from(options.out) })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    return 0
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${sentence.replace(/\s+/g, ' ').trim()}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exit(await main())
