import type { Channel, Request, Response } from '../contract.ts'
import { answer } from '../ipc.ts'
import type { Log } from '../log.ts'
import type { OpenWindow, Windows } from './windows.ts'

/** Answers one channel on behalf of the window that asks. */
export type AnswerHere = <C extends Channel>(channel: C, handler: (here: OpenWindow, request: Request<C>) => Promise<Response<C>> | Response<C>) => void

export function answerHere(windows: Windows, log: Log): AnswerHere {
  return (channel, handler) => answer(channel, log, (request, sender) => handler(windows.of(sender), request))
}
