import { lstat, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { shortName } from '../disk.ts'

/** Where the bytes of a save go before they take the target's name. @param token  eight hexadecimal digits */
export const temporaryOf = (target: string, token: string): string => path.join(path.dirname(target), `.${shortName(path.basename(target))}.${token}.tmp`)

/** @returns whether a path is one that `temporaryOf` makes */
export const isTemporary = (file: string): boolean => /^\..+\.[0-9a-f]{8}\.tmp$/.test(path.basename(file)) && path.isAbsolute(file)

/** A ZIP's first bytes; after a loss of power there may be none, or zeros. */
const ZIP_START = Buffer.from('PK\x03\x04', 'latin1')

/**
 * Removes what saves of this project left beside it when they were killed: regular files under exactly the name that a save
 * gives (`temporaryOf`), which begin as a project does. Anything else stays, whatever it is called. Never throws: a file that
 * stays costs room and nothing else.
 *
 * @param inUse  paths that a save is writing now
 */
export async function removeStrays(target: string, inUse: ReadonlySet<string>): Promise<void> {
  const names = await readdir(path.dirname(target)).catch(() => [])
  for (const name of names) {
    const token = /\.([0-9a-f]{8})\.tmp$/.exec(name)?.[1]
    if (token === undefined) continue
    const file = temporaryOf(target, token)
    if (path.basename(file) !== name || inUse.has(file)) continue
    if (await isUnfinishedProject(file).catch(() => false)) await rm(file).catch(() => {})
  }
}

async function isUnfinishedProject(file: string): Promise<boolean> {
  if (!(await lstat(file)).isFile()) return false
  const opened = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(ZIP_START.length), 0, ZIP_START.length, 0)
    const start = buffer.subarray(0, bytesRead)
    return start.equals(ZIP_START.subarray(0, bytesRead)) || start.every((byte) => byte === 0)
  } finally {
    await opened.close()
  }
}
