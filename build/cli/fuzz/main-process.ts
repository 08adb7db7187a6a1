import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { z } from 'zod'
import { type Channel, type Request as Asked, contract } from '../../../electron/contract.ts'
import { INITIAL_SETTINGS, type Settings, StoredSettings } from '../../../renderer/settings.ts'
import { Demo } from '../../../electron/demo.ts'
import { Exports } from '../../../electron/files/exports/exports.ts'
import { Failure } from '../../../electron/failure.ts'
import { Files } from '../../../electron/files/files.ts'
import { JsonFile } from '../../../electron/files/json-file.ts'
import { createProtocolHandler, ORIGIN } from '../../../electron/protocol.ts'
import { Recent } from '../../../electron/files/recent.ts'
import { Recovery } from '../../../electron/recovery/recovery.ts'
import { Versions } from '../../../electron/recovery/versions.ts'
import { below, type Json, mutateBytes, mutateJson, pick, type Random, textOf } from './mutate.ts'
import { Unforeseen } from './outcome.ts'

const SECRET = 'what no page may ever read'

/** The main process without windows: its services on a folder of their own, a secret beside them. */
export class MainProcess {
  readonly #root: string
  readonly #files: Files
  readonly #exports: Exports
  /** An export that was begun. */
  readonly #started: string
  readonly #recovery: Recovery
  readonly #recent: Recent
  readonly #settings: JsonFile<Settings>
  readonly #serve: (request: globalThis.Request) => Promise<Response>
  readonly #handle: string
  readonly #session: string

  private constructor(root: string, files: Files, exports: Exports, started: string, handle: string) {
    this.#exports = exports
    this.#started = started
    this.#root = root
    this.#files = files
    this.#handle = handle
    this.#recovery = new Recovery(path.join(root, 'user', 'recovery'))
    this.#session = this.#recovery.begin(null, null)
    this.#recent = new Recent(path.join(root, 'user', 'recent.json'))
    this.#settings = new JsonFile(path.join(root, 'user', 'settings.json'), StoredSettings, INITIAL_SETTINGS)
    const demo = new Demo(path.join(root, 'demo'), null)
    this.#serve = createProtocolHandler({ pageFolder: path.join(root, 'page'), files, exports, demo, recovery: this.#recovery, onError: () => {} })
  }

  static async create(): Promise<MainProcess> {
    const root = await mkdtemp(path.join(os.tmpdir(), 'atrium-fuzz-'))
    for (const folder of ['page', 'models', 'user']) await mkdir(path.join(root, folder))
    await writeFile(path.join(root, 'secret.txt'), SECRET)
    await writeFile(path.join(root, 'page', 'index.html'), '<!doctype html>')
    await writeFile(path.join(root, 'models', 'room.gltf'), '{}')
    await writeFile(path.join(root, 'models', 'room.bin'), 'data')
    const files = new Files({ versions: new Versions(path.join(root, 'user', 'versions')) })
    const { id } = await files.open(path.join(root, 'models', 'room.gltf'))
    const exports = new Exports()
    const started = await exports.begin(path.join(root, 'user', 'picture.png'))
    return new MainProcess(root, files, exports, started.id, id)
  }

  async dispose(): Promise<void> {
    await this.#exports.dispose()
    return rm(this.#root, { recursive: true, force: true })
  }

  /** One well-formed request per channel, with the handles of this run. */
  #wellFormed(): Partial<Record<Channel, Json>> {
    const [handle, session] = [this.#handle, this.#session]
    return {
      'app:info': null,
      'app:demo-finished': { ok: true, message: 'done' },
      'file:choose-open': { kind: 'any' },
      'file:choose-save': { suggestedName: 'room' },
      'file:commit': { handle, sha256: '0'.repeat(64), sizeBytes: 4 },
      'export:choose': { suggestedName: 'room', format: 'png' },
      'export:commit': { id: this.#started, sizeBytes: 4 },
      'export:discard': { id: '0'.repeat(32) },
      'versions:list': { handle },
      'recovery:begin': { handle, continues: null },
      'recovery:saved': { session, handle: null },
      'recovery:append': { session, records: [{ kind: 'edit', sequence: 1, atMs: 1, label: 'Move', patch: { set: { name: 'x' } } }] },
      'recovery:end': { session },
      'recovery:file': { session },
      'recovery:discard': { session },
      'recent:add': { handle },
      'recent:open': { id: '0123456789abcdef' },
      'recent:forget': { id: '0123456789abcdef' },
      'own:save': { id: 'a'.repeat(64), name: 'Chair', category: 'seating', mount: 'floor', size: [1, 1, 1] },
      'own:remove': { id: 'a'.repeat(64) },
      'own:restore': { id: 'a'.repeat(64) },
      'own:import': { handle: null },
      'material:remove': { id: 'a'.repeat(32) },
      'material:restore': { id: 'a'.repeat(32) },
      'settings:set': { theme: 'dark', unit: 'cm' },
      'menu:set': [{ kind: 'submenu', label: 'File', items: [{ kind: 'command', id: 'file.new', label: 'New', enabled: true }] }],
      'window:show': { handle },
      'window:document': { title: 'Room', edited: true },
      'clipboard:act': { verb: 'copy' },
      'window:fullscreen': { on: false },
      'dialog:unsaved': { name: 'Room' },
      'dialog:changed': { name: 'Room' },
      'dialog:dropped': { model: 'chair.glb', count: 1, name: 'Room', isSmall: true },
      'dialog:parts': { name: 'tea-set.glb', count: 10 },
      'dialog:emptied': { name: 'Room' },
      'log:write': { level: 'info', message: 'hello' },
    }
  }

  /** A damaged request to any channel, answered as in the main process up to its windows. Throws Failure for a refusal. */
  async ask(random: Random): Promise<void> {
    const requests = this.#wellFormed()
    const channel = pick(random, Object.keys(requests) as Channel[])
    const raw = random() < 0.1 ? (requests[channel] ?? null) : mutateJson(random, requests[channel] ?? null)
    const schema: z.ZodType = contract[channel].request
    const request = schema.safeParse(raw)
    if (!request.success) throw new Failure('request-invalid', '')
    await this.#answer(channel, request.data)
  }

  async #answer(channel: Channel, request: unknown): Promise<void> {
    const as = <C extends Channel>(_channel: C): Asked<C> => request as Asked<C>
    if (channel === 'file:commit') await this.#files.commit(as(channel).handle, as(channel))
    else if (channel === 'export:commit') await this.#exports.commit(as(channel).id, as(channel).sizeBytes)
    else if (channel === 'export:discard') await this.#exports.discard(as(channel).id)
    else if (channel === 'versions:list') await this.#files.versions(as(channel).handle)
    else if (channel === 'recovery:append') await this.#recovery.append(as(channel).session, as(channel).records)
    else if (channel === 'recovery:file') await this.#recovery.read(as(channel).session)
    else if (channel === 'recovery:discard') await this.#recovery.discard(as(channel).session)
    else if (channel === 'recent:open') await this.#recent.pathOf(as(channel).id)
    else if (channel === 'recent:add') await this.#recent.add(this.#files.pathOf(as(channel).handle))
    else if (channel === 'recent:forget') await this.#recent.forget(as(channel).id)
    else if (channel === 'settings:set') await this.#settings.update(() => as(channel))
  }

  /** A damaged address or body on our scheme. What is answered must be an answer, and never the secret. */
  async fetch(random: Random): Promise<void> {
    const [handle, session] = [this.#handle, this.#session]
    const sha = 'a'.repeat(64)
    const address = pick(random, [
      `/file/${handle}`, `/file/${handle}/sibling/room.bin`, `/file/${handle}/sibling/../../secret.txt`, '/index.html', '/../secret.txt', '/demo/picture.png', `/export/${this.#started}/0`,
      `/recovery/${session}/snapshot`, `/recovery/${session}/asset/${sha}`, `/recovery/${session}/journal`, `/recovery/../../secret.txt/journal`,
    ])
    const damaged = random() < 0.2 ? address : damageAddress(random, address)
    const url = `${ORIGIN}${damaged.startsWith('/') ? '' : '/'}${damaged}`
    if (!URL.canParse(url)) throw new Failure('request-invalid', 'no address')
    const method = pick(random, ['GET', 'GET', 'PUT', 'POST', 'DELETE', 'HEAD'])
    const body = mutateBytes(random, new TextEncoder().encode(textOf({ kind: 'snapshot', name: 'x', sequence: 1, gestures: 0, dirty: true })))
    const response = await this.#serve(new Request(url, { method, ...(method === 'PUT' || method === 'POST' ? { body } : {}) }))
    const text = await response.text()
    if (text.includes(SECRET)) throw new Unforeseen(`${method} ${damaged} gave the secret`)
    if (response.status === 500) throw new Unforeseen(`${method} ${damaged.slice(0, 200)}: ${text}`)
    if (!response.ok) throw new Failure('request-invalid', String(response.status))
    if ((await readdir(this.#root)).length > 5) throw new Unforeseen(`${method} ${damaged} wrote outside`)
  }
}

const PARTS = ['..', '.', '%2e%2e', '%2f', '%00', '%', '%E0', '\\', '//', ' ', 'ü', 'C:', '?', '#', '*', '__proto__', 'x'.repeat(3000), 'secret.txt', '%2e%2e%2fsecret.txt']

function damageAddress(random: Random, address: string): string {
  let damaged = address
  for (let i = 1 + below(random, 3); i > 0; i--) {
    const at = below(random, damaged.length + 1)
    const cut = random() < 0.5 ? 0 : below(random, 40)
    damaged = damaged.slice(0, at) + (random() < 0.8 ? pick(random, PARTS) : '') + damaged.slice(at + cut)
  }
  return damaged
}
