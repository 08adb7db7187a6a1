import { parseArgs } from 'node:util'
import { type Group, GROUPS } from './bench.ts'

export interface BenchOptions {
  /** Mesh files; none: ATRIUM_SCENES or our own generators. */
  readonly scenes: readonly string[]
  readonly only: ReadonlySet<Group>
  /** Beginnings of experiments' names; none: all of the groups. */
  readonly names: readonly string[]
  readonly minutes: number
  /** Where rows go; null: out/bench/ADAPTER.json. */
  readonly json: string | null
  /** The folder of references that are kept; null: the committed one is read, and none is made. */
  readonly references: string | null
  /** Leave out what the file holds already. */
  readonly resume: boolean
  /** Measure nothing: write BENCHMARKS.md from the committed rows. */
  readonly report: boolean
}

export const USAGE = `npm run bench -- [--scene FILE.glb]... [--only build,trace,card,edit,frame,picture] [--minutes N] [--json FILE] [--references DIR] [--resume] [--report]
gpu/bench/README.md says what each does.`

/** @throws Error with a sentence and the usage */
export function parseOptions(args: readonly string[]): BenchOptions | 'help' {
  let values
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        scene: { type: 'string', multiple: true }, only: { type: 'string', multiple: true }, minutes: { type: 'string' }, json: { type: 'string' }, references: { type: 'string' },
        resume: { type: 'boolean' }, report: { type: 'boolean' }, help: { type: 'boolean' },
      },
    }))
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error })
  }
  if (values.help === true) return 'help'
  const minutes = Number(values.minutes ?? 10)
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error(`--minutes ${values.minutes}: it takes a number above 0, at most 1440.\n${USAGE}`)
  const only = (values.only ?? []).flatMap((list) => list.split(',')).map((word) => word.trim()).filter(Boolean)
  const names = only.filter((word) => word.includes('/'))
  const groups = only.filter((word) => !word.includes('/'))
  const unknown = groups.find((word) => !GROUPS.includes(word as Group))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there are ${GROUPS.join(', ')}, and names of experiments, which have a slash.\n${USAGE}`)
  return {
    scenes: values.scene ?? [], only: new Set(groups.length > 0 ? groups as Group[] : names.length > 0 ? [] : GROUPS), names, minutes, json: values.json ?? null, references: values.references ?? null,
    resume: values.resume ?? false, report: values.report ?? false,
  }
}
