import { type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron'
import { z } from 'zod'
import { type Channel, type EventName, type EventPayload, type FileHandle, type Reply, type Request, type Response, contract } from './contract.ts'
import { Failure, codeOf, detailOf } from './failure.ts'
import type { Log } from './log.ts'
import { ORIGIN } from './protocol.ts'

type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>

/** Only the top frame of a page from our own scheme may ask anything. */
export function isOwnFrame(frame: Sender['senderFrame']): boolean {
  return frame !== null && frame.parent === null && frame.url.startsWith(`${ORIGIN}/`)
}

/** Answers one channel; `handler` sees only well-formed requests from our own window. */
export function answer<C extends Channel>(
  channel: C,
  log: Log,
  handler: (request: Request<C>, sender: WebContents) => Promise<Response<C>> | Response<C>,
): void {
  const schema: z.ZodType = contract[channel].request
  ipcMain.handle(`request:${channel}`, (event, raw: unknown): Promise<Reply<C>> => {
    if (!isOwnFrame(event.senderFrame)) throw new Error(`${channel}: refused a foreign frame`)
    return reply(channel, schema, raw, log, async (request) => handler(request as Request<C>, event.sender))
  })
}

/** A dropped file's path, from preload alone: pages cannot name this channel. */
export function answerAdopt(log: Log, handler: (filePath: string, sender: WebContents) => Promise<FileHandle>): void {
  const schema = z.string().min(1).max(4096)
  ipcMain.handle('adopt', (event, raw: unknown) => {
    if (!isOwnFrame(event.senderFrame)) throw new Error('adopt: refused a foreign frame')
    return reply('adopt', schema, raw, log, (filePath) => handler(filePath as string, event.sender))
  })
}

/** Tells the page; types come from the contract. */
export function notify<E extends EventName>(contents: Pick<WebContents, 'send'>, event: E, payload: EventPayload<E>): void {
  contents.send(`event:${event}`, payload)
}

async function reply<T>(channel: string, schema: z.ZodType, raw: unknown, log: Log, handler: (request: unknown) => Promise<T>) {
  const request = parseRequest(schema, raw)
  if (!request.ok) return { ok: false as const, code: 'request-invalid' as const, detail: request.detail }
  try {
    return { ok: true as const, value: await handler(request.data) }
  } catch (error) {
    log.error(channel, error)
    const file = error instanceof Failure && error.file !== undefined ? { file: error.file } : {}
    return { ok: false as const, code: codeOf(error), detail: detailOf(error), ...file }
  }
}

/** A value nested without end fills the stack of whoever looks at it: that, too, is a malformed request. */
function parseRequest(schema: z.ZodType, raw: unknown): { ok: true; data: unknown } | { ok: false; detail: string } {
  try {
    const { data, error } = schema.safeParse(raw)
    return error ? { ok: false, detail: z.prettifyError(error) } : { ok: true, data }
  } catch (error) {
    return { ok: false, detail: detailOf(error) }
  }
}
