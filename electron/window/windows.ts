import { randomBytes } from 'node:crypto'
import type { WebContents } from 'electron'
import type { EventName, EventPayload, MenuEntry, Response } from '../contract.ts'
import { Failure } from '../failure.ts'
import type { Exports } from '../files/exports/exports.ts'
import type { Files } from '../files/files.ts'
import type { ProjectLock } from '../files/project-lock.ts'
import { notify } from '../ipc.ts'
import type { MainWindow } from './window.ts'

/** What a window has for itself. */
export interface WindowParts {
  /** The handles that its page was given: no other page is answered for them. */
  readonly files: Files
  readonly exports: Exports
  /** Of its project. */
  readonly lock: ProjectLock
}

/** A window with what is its own. */
export interface OpenWindow extends MainWindow, WindowParts {
  /** Names it to its own page; 32 hex digits that nobody guesses. */
  readonly id: string
  /** Made once: a reloaded page gets the same handles. */
  info: Pick<Response<'app:info'>, 'demo' | 'open'>
  menu: readonly MenuEntry[]
  /** The journal of what is open in it; null: nothing is. */
  session: string | null
}

/** The windows of this process, the one in front last. */
export class Windows {
  #open: OpenWindow[] = []

  add(window: MainWindow, parts: WindowParts): OpenWindow {
    const added: OpenWindow = { ...window, ...parts, id: randomBytes(16).toString('hex'), info: { demo: null, open: null }, menu: [], session: null }
    this.#open.push(added)
    return added
  }

  remove(window: OpenWindow): void {
    this.#open = this.#open.filter((other) => other !== window)
  }

  /** It has the focus now. */
  raise(window: OpenWindow): void {
    if (this.#open.includes(window)) this.#open = [...this.#open.filter((other) => other !== window), window]
  }

  get all(): readonly OpenWindow[] {
    return this.#open
  }

  get front(): OpenWindow | null {
    return this.#open.at(-1) ?? null
  }

  /** The window that asks. Throws `request-invalid` for a page that belongs to none. */
  of(contents: WebContents): OpenWindow {
    const found = this.#open.find(({ window }) => window.webContents === contents)
    if (found === undefined) throw new Failure('request-invalid', 'the window is gone')
    return found
  }

  /** The window that has a project open; null: none. @param except  one that is not meant */
  holding(project: string, except?: OpenWindow): OpenWindow | null {
    return this.#open.find((other) => other !== except && other.lock.project === project) ?? null
  }

  /** The window that a page's handle belongs to. Throws `handle-unknown`. */
  withHandle(id: string): OpenWindow {
    return this.#named(id, ({ files }) => files.has(id))
  }

  /** Throws `handle-unknown`. */
  withExport(id: string): OpenWindow {
    return this.#named(id, ({ exports }) => exports.has(id))
  }

  /** Throws `handle-unknown`. */
  withId(id: string): OpenWindow {
    return this.#named(id, (window) => window.id === id)
  }

  /** Tells every page but that of the window where it came from. */
  tellOthers<E extends EventName>(from: OpenWindow, event: E, payload: EventPayload<E>): void {
    for (const other of this.#open) if (other !== from && !other.window.isDestroyed()) notify(other.window.webContents, event, payload)
  }

  #named(id: string, isIt: (window: OpenWindow) => boolean): OpenWindow {
    const found = this.#open.find(isIt)
    if (found === undefined) throw new Failure('handle-unknown', id)
    return found
  }
}

/** Shows a window that may be minimized or behind others. */
export function bringForward({ window }: MainWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}
