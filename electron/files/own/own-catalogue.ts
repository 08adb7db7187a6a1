import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type LeftOut, OwnItem } from '../../contract.ts'
import { Failure, fileFailure } from '../../failure.ts'
import { type Disk, nodeDisk, PRIVATE_FILE, privateDisk, replaceFile } from '../disk.ts'

export type OwnFile = 'model' | 'picture'
const FILES: Record<OwnFile, { readonly name: string; readonly mostBytes: number }> = {
  model: { name: 'model.glb', mostBytes: 512 * 2 ** 20 },
  picture: { name: 'picture.png', mostBytes: 4 * 2 ** 20 },
}
const ITEM = 'item.json'
const MOST_ITEM_BYTES = 64 * 1024
/** Folders that are looked at; a catalogue of more is none. */
const MOST_ITEMS = 5000
const KEY = /^[a-f0-9]{64}$/
const REMOVED = '.removed'

/**
 * The user's own pieces, a folder each: `<sha256 of the model>/{model.glb,item.json,picture.png}`. A piece enters as a whole or not at all, by
 * a folder that is renamed. What is broken is passed over and named. Such a folder is also what is exported and imported.
 */
export class OwnCatalogue {
  readonly #folder: string
  /** What was received for a piece that is about to enter: a folder of its own each. */
  readonly #arriving = new Map<string, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** By name; `broken`: how many folders are none. */
  async list(): Promise<{ items: OwnItem[]; broken: number }> {
    const { found, left } = await readFolders(this.#folder, (await namesIn(this.#folder)).filter((name) => KEY.test(name)))
    return { items: found.map(({ item }) => item).toSorted((a, b) => a.name.localeCompare(b.name)), broken: left.length }
  }

  /** @throws Failure `request-invalid`, `file-missing`, `file-not-readable` */
  async read(id: string, file: OwnFile): Promise<Uint8Array<ArrayBuffer>> {
    const target = path.join(this.#folder, keyOf(id), FILES[file].name)
    try {
      return (await readBounded(target, FILES[file].mostBytes)) as Uint8Array<ArrayBuffer>
    } catch (error) {
      throw fileFailure(error, 'reading', FILES[file].name)
    }
  }

  /** Takes a file of a piece; `save` makes it real. @throws Failure `file-too-large`, `disk-full`, `file-not-writable` */
  async receive(id: string, file: OwnFile, body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      const folder = await this.#arrivingFolder(keyOf(id))
      const handle = await open(path.join(folder, FILES[file].name), 'w', PRIVATE_FILE)
      try {
        let size = 0
        for await (const chunk of body) {
          size += chunk.length
          if (size > FILES[file].mostBytes) throw new Failure('file-too-large', `${FILES[file].name} has more than ${FILES[file].mostBytes} bytes`)
          await handle.write(chunk)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
    } catch (error) {
      await this.#discard(id)
      throw fileFailure(error, 'writing', FILES[file].name)
    }
  }

  /**
   * A piece enters with what was received for it, or one that is there gets other facts.
   *
   * @throws Failure `checksum-mismatch` when the model is not the one of that name, `file-missing` when none was received
   */
  async save(item: OwnItem): Promise<void> {
    const target = path.join(this.#folder, item.id)
    const arriving = this.#arriving.get(item.id)
    this.#arriving.delete(item.id)
    try {
      if (await isFolder(target)) {
        const picture = arriving && path.join(arriving, FILES.picture.name)
        if (picture && await sizeOf(picture) !== null) await rename(picture, path.join(target, FILES.picture.name))
      } else {
        if (arriving === undefined) throw new Failure('file-missing', 'The model of the piece did not arrive.')
        if ((await sha256Of(path.join(arriving, FILES.model.name))) !== item.id) throw new Failure('checksum-mismatch', 'The model of the piece is not what was sent.')
        await writeItem(arriving, item)
        await rename(arriving, target)
      }
      await writeItem(target, item)
    } catch (error) {
      throw fileFailure(error, 'writing', item.name)
    } finally {
      if (arriving !== undefined) await rm(arriving, { recursive: true, force: true })
    }
  }

  /** Out of the catalogue; until Atrium ends, `restore` brings it back. */
  async remove(id: string): Promise<void> {
    const target = path.join(this.#folder, keyOf(id))
    await rm(target + REMOVED, { recursive: true, force: true })
    await rename(target, target + REMOVED).catch((error: unknown) => { throw fileFailure(error, 'writing', id) })
  }

  async restore(id: string): Promise<void> {
    const target = path.join(this.#folder, keyOf(id))
    await rename(target + REMOVED, target).catch((error: unknown) => { throw fileFailure(error, 'writing', id) })
  }

  /** Copies every piece into a folder. @returns how many there are in it now that came from here */
  async exportTo(folder: string): Promise<number> {
    const { items } = await this.list()
    for (const item of items) await copyPiece(path.join(this.#folder, item.id), folder, item, nodeDisk)
    return items.length
  }

  /** Takes the pieces of a folder that was exported, or that is one piece, under whatever names. @returns what came of them */
  async importFrom(folder: string): Promise<{ added: number; known: number; left: LeftOut[] }> {
    const isOne = (await isThere(path.join(folder, ITEM))) || (await isThere(path.join(folder, FILES.model.name)))
    const { found, left } = isOne ? await readFolders(folder, ['.']) : await readFolders(folder, await foldersOfPieces(folder))
    let [added, known] = [0, 0]
    for (const { item, name } of found) {
      const from = path.join(folder, name)
      if (await isFolder(path.join(this.#folder, item.id))) known++
      else if ((await sha256Of(path.join(from, FILES.model.name)).catch(() => null)) !== item.id) left.push(leftOut(name, FILES.model.name, 'model-other'))
      else {
        await copyPiece(from, this.#folder, item, privateDisk)
        added++
      }
    }
    return { added, known, left }
  }

  /** Nothing is left of what never entered, or was removed. */
  async clean(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (name.endsWith(REMOVED) || name.startsWith('.new-')) await rm(path.join(this.#folder, name), { recursive: true, force: true })
    }
  }

  async #arrivingFolder(id: string): Promise<string> {
    const known = this.#arriving.get(id)
    if (known !== undefined) return known
    const made = await newFolder(this.#folder)
    this.#arriving.set(id, made)
    return made
  }

  async #discard(id: string): Promise<void> {
    const folder = this.#arriving.get(id)
    this.#arriving.delete(id)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function keyOf(id: string): string {
  if (!KEY.test(id)) throw new Failure('request-invalid', `no piece ${id.slice(0, 80)}`)
  return id
}

async function newFolder(beside: string, disk = privateDisk): Promise<string> {
  const made = path.join(beside, `.new-${randomBytes(8).toString('hex')}`)
  await disk.mkdir(made, { recursive: true })
  return made
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.') && !name.endsWith(REMOVED)).slice(0, MOST_ITEMS)

/** What was exported, and folders that somebody gave another name. */
async function foldersOfPieces(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  const isPiece = await Promise.all(names.map(async (name) => KEY.test(name) || (await isThere(path.join(folder, name, ITEM)))))
  return names.filter((_, i) => isPiece[i])
}

async function readFolders(folder: string, names: readonly string[]): Promise<{ found: { readonly item: OwnItem; readonly name: string }[]; left: LeftOut[] }> {
  const [found, left]: [{ item: OwnItem; name: string }[], LeftOut[]] = [[], []]
  for (const name of names) {
    const item = await readItem(folder, name)
    if ('why' in item) left.push(item)
    else found.push({ item, name })
  }
  return { found, left }
}

const leftOut = (name: string, file: string, why: LeftOut['why']): LeftOut => ({ file: name === '.' ? file : `${name}/${file}`, why })

/** A folder under a key must hold the piece of that key. */
async function readItem(parent: string, name: string): Promise<OwnItem | LeftOut> {
  const file = path.join(parent, name, ITEM)
  if (!(await isFolder(path.join(parent, name))) || (await sizeOf(file)) === null) return leftOut(name, ITEM, 'item-missing')
  let raw: unknown
  try {
    raw = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readBounded(file, MOST_ITEM_BYTES)))
  } catch (error) {
    return leftOut(name, ITEM, error instanceof Failure && error.code === 'file-too-large' ? 'item-too-large' : 'item-damaged')
  }
  const item = OwnItem.safeParse(raw)
  if (!item.success || (KEY.test(name) && item.data.id !== name)) return leftOut(name, ITEM, 'item-wrong')
  const size = await sizeOf(path.join(parent, name, FILES.model.name))
  if (size === null || size === 0) return leftOut(name, FILES.model.name, 'model-missing')
  return size > FILES.model.mostBytes ? leftOut(name, FILES.model.name, 'model-too-large') : item.data
}

const writeItem = (folder: string, item: OwnItem, disk = privateDisk): Promise<void> => replaceFile(disk, path.join(folder, ITEM), [`${JSON.stringify(OwnItem.parse(item), null, 2)}\n`])

/** A piece as a whole, unless it is there; the picture only where it is one. */
async function copyPiece(from: string, folder: string, item: OwnItem, disk: Disk): Promise<void> {
  const target = path.join(folder, item.id)
  if (await isFolder(target)) return
  const made = await newFolder(folder, disk)
  try {
    for (const { name, mostBytes } of [FILES.model, FILES.picture]) {
      const size = await sizeOf(path.join(from, name))
      if (size !== null && size <= mostBytes) await disk.copyFile(path.join(from, name), path.join(made, name))
    }
    await writeItem(made, item, disk)
    await rename(made, target)
  } catch (error) {
    throw fileFailure(error, 'writing', item.name)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Of a regular file that is no link; null: there is none. */
const sizeOf = (file: string): Promise<number | null> => lstat(file).then((status) => (status.isFile() ? status.size : null), () => null)

/** Of whatever kind: what is a link is there, and refused. */
const isThere = (file: string): Promise<boolean> => lstat(file).then(() => true, () => false)

const isFolder = (folder: string): Promise<boolean> => lstat(folder).then((status) => status.isDirectory(), () => false)

/** A regular file that is no link. @throws Failure `file-missing`, `file-too-large` */
export async function readBounded(file: string, mostBytes: number): Promise<Uint8Array> {
  const size = await sizeOf(file)
  if (size === null) throw new Failure('file-missing', `${path.basename(file)} is not there.`)
  if (size > mostBytes) throw new Failure('file-too-large', `${path.basename(file)} has ${size} bytes`)
  return new Uint8Array(await readFile(file))
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
