import { constants, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Disk, nodeDisk, shortName } from '../../electron/files/disk.ts'
import { isAlive } from '../../electron/files/project-lock.ts'
import { say } from '../../renderer/words/say.ts'
import { UsageError } from './usage.ts'

/** Where a picture is written before it takes its name. @param pid  of the process that writes it */
export const partOf = (out: string, pid = process.pid): string => path.join(path.dirname(out), `${shortName(path.basename(out))}.${pid}.part`)

/** Before the work, which may take a night. @throws UsageError where no file of this name can be written; what the system says of a folder, or of a file there, that may only be read */
export async function checkOut(out: string, disk: Pick<Disk, 'access'> = nodeDisk): Promise<void> {
  const isFolder = async (at: string): Promise<boolean> => (await stat(at).catch(() => null))?.isDirectory() === true
  if (!(await isFolder(path.dirname(path.resolve(out))))) throw new UsageError(say('cli.error.outFolder', { out }))
  if (await isFolder(out)) throw new UsageError(say('cli.error.outIsFolder', { out }))
  const target = await linkedBy(out)
  await disk.access(path.dirname(target), constants.W_OK)
  // A rename asks the folder alone; a file that is read-only shall stay as it is, too.
  await disk.access(target, constants.W_OK).catch((error: NodeJS.ErrnoException) => { if (error.code !== 'ENOENT') throw error })
}

/** What a name leads to, be it there or not: a link is followed, so that it stays a link. */
export const linkedBy = (out: string): Promise<string> => realpath(out).catch(async ({ code }: NodeJS.ErrnoException) => {
  const next = code === 'ENOENT' ? await readlink(out).catch(() => null) : null
  return next === null ? path.resolve(out) : linkedBy(path.resolve(await realpath(path.dirname(out)), next))
})

/** Writes a file whole or not at all; one that stood there before stays until then. */
export async function writeWhole(out: string, write: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const target = await linkedBy(out)
  const temporary = partOf(target)
  const file = await open(temporary, 'w')
  try {
    await write(file)
    await file.sync()
    await file.close()
    await rename(temporary, target)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

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
