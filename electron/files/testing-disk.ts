import path from 'node:path'
import type { Disk, DiskFile } from './disk.ts'

/** Bytes of a file: as programs see them now, and as they would be found after a loss of power. */
interface Inode {
  now: Buffer
  durable: Buffer
}
type Names = Map<string, Inode | 'folder'>

/** A change of names that is not yet durable. */
interface NameChange {
  readonly folder: string
  apply(names: Names): void
}

/** What shall happen at an operation, counted from 0: a file system error, or the end of the process. */
export type Fault = { readonly at: number; readonly error: string } | { readonly at: number; readonly kill: 'before' | 'during' | 'after' }

/**
 * A disk in memory that keeps after a loss of power only what was synced: bytes by `sync` of their file, names by `sync` of
 * their folder. Of the rest a random part survives, as on real disks: some first bytes of what was written, some first
 * changes of names. After its kill a disk answers nothing any more, like the process that used it.
 */
export class UnstableDisk implements Disk {
  /** `write /a/b`, one per operation that changed or synced something. */
  readonly operations: string[] = []
  readonly killed: Promise<void>
  fault: Fault | null
  #die: () => void = () => {}
  #isDead = false
  #names: Names = new Map([['/', 'folder']])
  #durable: Names = new Map([['/', 'folder']])
  #pending: NameChange[] = []

  constructor(fault: Fault | null = null) {
    this.fault = fault
    this.killed = new Promise((resolve) => (this.#die = resolve))
  }

  /** What the next process finds after the process was killed, the machine running on. */
  afterKill(): UnstableDisk {
    return UnstableDisk.#from(this.#names, (inode) => inode.now)
  }

  /** What the next start of the machine finds after the plug was pulled. */
  afterPowerLoss(random: () => number): UnstableDisk {
    const names = new Map(this.#durable)
    for (const change of this.#pending.slice(0, Math.floor(random() * (this.#pending.length + 1)))) change.apply(names)
    return UnstableDisk.#from(names, ({ now, durable }) => {
      const isLonger = now.length > durable.length && now.subarray(0, durable.length).equals(durable)
      return isLonger ? now.subarray(0, durable.length + Math.floor(random() * (now.length - durable.length + 1))) : durable
    })
  }

  static #from(names: Names, bytesOf: (inode: Inode) => Buffer): UnstableDisk {
    const disk = new UnstableDisk()
    const inodes = new Map<Inode, Inode>()
    const isReachable = (name: string): boolean => name === '/' || (names.get(path.dirname(name)) === 'folder' && isReachable(path.dirname(name)))
    for (const [name, entry] of names) {
      if (!isReachable(name)) continue
      if (entry !== 'folder' && !inodes.has(entry)) inodes.set(entry, { now: Buffer.from(bytesOf(entry)), durable: Buffer.from(bytesOf(entry)) })
      const copy = entry === 'folder' ? entry : (inodes.get(entry) as Inode)
      disk.#names.set(name, copy)
      disk.#durable.set(name, copy)
    }
    return disk
  }

  /** Puts a file there as if it had always been. */
  place(file: string, content: string | Uint8Array): void {
    const folders = path.dirname(file).split('/').slice(1)
    const inode = { now: Buffer.from(content), durable: Buffer.from(content) }
    for (const names of [this.#names, this.#durable]) {
      folders.forEach((_, i) => names.set(`/${folders.slice(0, i + 1).join('/')}`, 'folder'))
      names.set(file, inode)
    }
  }

  content(file: string): Buffer | null {
    const entry = this.#names.get(file)
    return entry === undefined || entry === 'folder' ? null : entry.now
  }

  async open(file: string, flags: 'r' | 'r+' | 'a' | 'w' | 'wx'): Promise<DiskFile> {
    const entry = this.#names.get(file)
    const isFolder = entry === 'folder'
    if (flags === 'r' || flags === 'r+') {
      if (entry === undefined) throw errno('ENOENT')
      return this.#handle(file, isFolder ? null : entry)
    }
    if (flags === 'wx' && entry !== undefined) throw errno('EEXIST')
    if (isFolder) throw errno('EISDIR')
    await this.#operation(`open ${file}`, () => {
      this.#parentOf(file)
      if (this.#names.get(file) === undefined) this.#change(path.dirname(file), (names, inode) => names.set(file, inode), { now: Buffer.alloc(0), durable: Buffer.alloc(0) })
      else if (flags === 'w') this.#inodeOf(file).now = Buffer.alloc(0)
    })
    return this.#handle(file, this.#inodeOf(file))
  }

  #handle(file: string, inode: Inode | null): DiskFile {
    return {
      writeFile: (data) => {
        if (inode === null) return Promise.reject(errno('EISDIR'))
        const bytes = Buffer.from(data as Uint8Array)
        const add = (part: Buffer): void => void (inode.now = Buffer.concat([inode.now, part]))
        return this.#operation(`write ${file}`, () => add(bytes), () => add(bytes.subarray(0, bytes.length >> 1)))
      },
      sync: () =>
        this.#operation(`sync ${file}`, () => {
          if (inode !== null) {
            inode.durable = inode.now
            return
          }
          for (const change of this.#pending) if (change.folder === file) change.apply(this.#durable)
          this.#pending = this.#pending.filter((change) => change.folder !== file)
        }),
      close: () => Promise.resolve(),
    }
  }

  rename(from: string, to: string): Promise<void> {
    return this.#operation(`rename ${to}`, () => {
      const inode = this.#inodeOf(from)
      this.#parentOf(to)
      this.#change(path.dirname(to), (names, moved) => [names.delete(from), names.set(to, moved)], inode)
    })
  }

  rm(file: string, { force = false, recursive = false }: { force?: boolean; recursive?: boolean }): Promise<void> {
    return this.#operation(`rm ${file}`, () => {
      const entry = this.#names.get(file)
      if (entry === undefined && force) return
      if (entry === undefined || (entry === 'folder' && !recursive)) throw errno(entry === undefined ? 'ENOENT' : 'EISDIR')
      const gone = [...this.#names.keys()].filter((name) => name === file || name.startsWith(`${file}/`)).sort().reverse()
      for (const name of gone) this.#change(path.dirname(name), (names) => names.delete(name))
    })
  }

  copyFile(from: string, to: string): Promise<void> {
    const bytes = this.content(from)
    if (bytes === null) return Promise.reject(errno('ENOENT'))
    const put = (part: Buffer): void => this.#change(path.dirname(to), (names, inode) => names.set(to, inode), { now: Buffer.from(part), durable: Buffer.alloc(0) })
    return this.#operation(`copy ${to}`, () => put(bytes), () => put(bytes.subarray(0, bytes.length >> 1)))
  }

  mkdir(folder: string): Promise<void> {
    return this.#operation(`mkdir ${folder}`, () => {
      const parts = folder.split('/').slice(1)
      for (let i = 1; i <= parts.length; i++) {
        const name = `/${parts.slice(0, i).join('/')}`
        if (!this.#names.has(name)) this.#change(path.dirname(name), (names) => names.set(name, 'folder'))
      }
    })
  }

  async access(file: string): Promise<void> {
    await this.stat(file)
  }

  stat(file: string): Promise<{ mode: number; size: number; mtimeMs: number }> {
    const entry = this.#names.get(file)
    if (this.#isDead) return never()
    return entry === undefined ? Promise.reject(errno('ENOENT')) : Promise.resolve({ mode: 0o644, size: entry === 'folder' ? 0 : entry.now.length, mtimeMs: 0 })
  }

  async lstat(file: string): Promise<{ size: number; isFile: () => boolean }> {
    const { size } = await this.stat(file)
    return { size, isFile: () => this.#names.get(file) !== 'folder' }
  }

  readFile(file: string): Promise<Uint8Array> {
    if (this.#isDead) return never()
    const bytes = this.content(file)
    return bytes === null ? Promise.reject(errno('ENOENT')) : Promise.resolve(bytes)
  }

  readdir(folder: string): Promise<string[]> {
    if (this.#isDead) return never()
    if (this.#names.get(folder) !== 'folder') return Promise.reject(errno('ENOENT'))
    return Promise.resolve([...this.#names.keys()].filter((name) => name !== '/' && path.dirname(name) === folder).map((name) => path.basename(name)))
  }

  /** Does it, or what the fault says. `half` is what a kill in the middle leaves done. */
  async #operation(name: string, run: () => void, half: () => void = () => {}): Promise<void> {
    if (this.#isDead) return never()
    const index = this.operations.push(name) - 1
    // Every operation takes a turn of the loop, so that others come in between.
    await Promise.resolve()
    if (this.#isDead) return never()
    const fault = this.fault?.at === index ? this.fault : null
    if (fault === null) return run()
    if ('error' in fault) throw errno(fault.error)
    if (fault.kill === 'during') half()
    if (fault.kill === 'after') run()
    this.#isDead = true
    this.#die()
    return never()
  }

  #change<T extends Inode | undefined>(folder: string, change: (names: Names, inode: T) => unknown, inode?: T): void {
    const apply = (names: Names): void => void change(names, inode as T)
    apply(this.#names)
    this.#pending.push({ folder, apply })
  }

  #parentOf(file: string): void {
    if (this.#names.get(path.dirname(file)) !== 'folder') throw errno('ENOENT')
  }

  #inodeOf(file: string): Inode {
    const entry = this.#names.get(file)
    if (entry === undefined || entry === 'folder') throw errno('ENOENT')
    return entry
  }
}

const errno = (code: string): Error => Object.assign(new Error(code), { code })
const never = (): Promise<never> => new Promise(() => {})
