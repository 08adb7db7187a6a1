import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isAlive } from '../../../electron/files/project-lock.ts'

/** Where a picture is written before it takes its name. @param pid  of the process that writes it */
export const partOf = (out: string, pid = process.pid): string => `${out}.${pid}.part`

/** Removes what stills of this name left behind when they were killed. Never throws: a file that stays costs room and nothing else. */
export function removeParts(out: string): void {
  const [folder, name] = [path.dirname(path.resolve(out)), path.basename(out)]
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const pid = Number(/\.(\d{1,10})\.part$/.exec(entry.name)?.[1])
      if (entry.isFile() && entry.name === partOf(name, pid) && !isAlive(pid)) rmSync(path.join(folder, entry.name), { force: true })
    }
  } catch {
    // No rights to list or to remove.
  }
}
