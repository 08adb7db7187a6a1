import { from1 } from './from-1.ts'
import { from2 } from './from-2.ts'
import { from3 } from './from-3.ts'
import type { Migration, RawProject } from './migration.ts'

/** By the version they start from. Version 1 is the first. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map([[1, from1], [2, from2], [3, from3]])

/**
 * Brings a project up to the version of this Atrium, one step at a time.
 *
 * @throws Error when a step is missing, which a test rules out
 */
export function migrate(project: RawProject, from: number, to: number, migrations = MIGRATIONS): RawProject {
  let current = project
  for (let version = from; version < to; version++) {
    const step = migrations.get(version)
    if (step === undefined) throw new Error(`no migration from version ${version}`)
    current = step(current)
  }
  return current
}
