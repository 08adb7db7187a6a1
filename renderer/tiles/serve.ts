import type { TileReply } from '../../electron/batch-wire.ts'
import { detailOf } from '../errors/atrium-error.ts'
import { codeOf, sentencesOf } from '../errors/sentences.ts'
import { ShotError } from '../output/many/room-shot.ts'
import { on, request } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { languageOf } from '../words/languages.ts'
import { say, setLanguage } from '../words/say.ts'
import { answerRequest, type Work } from './answers.ts'
import { type Bench, createBench } from './bench.ts'
import { createLanes, type Lanes } from './lanes.ts'

/** What the queue knows of disks by the system's own codes. */
const SYSTEM_CODES: Partial<Record<string, string>> = { 'export-disk-full': 'ENOSPC', 'disk-full': 'ENOSPC', 'export-not-writable': 'EACCES', 'file-not-writable': 'EACCES', 'drive-missing': 'ENODEV' }
const TELL_MS = 500

/** Tiles wait while somebody works in a window: a promise that is there as long as they do. */
let held: Promise<void> | null = null
let release = (): void => {}

function hold(isHeld: boolean): void {
  if (isHeld && held === null) held = new Promise((resolve) => (release = resolve))
  if (!isHeld) {
    release()
    held = null
  }
}

/** Serves the main process until the window goes: on each bench one request after the other, on as many benches as are asked at once. */
export function startTiles(): void {
  const stops = new Map<string, AbortController>()
  // It may be asked before it knows how it is to work.
  let isReady = (_lanes: Lanes<Bench>): void => {}
  const lanes = new Promise<Lanes<Bench>>((resolve) => (isReady = resolve))
  on('tiles:hold', ({ on: isHeld }) => hold(isHeld))
  on('tiles:stop', ({ id }) => stops.get(id)?.abort())
  on('tiles:ask', (asked) => {
    const stop = new AbortController()
    stops.set(asked.id, stop)
    const answered = lanes.then((found) => found.run((bench) => answerRequest(bench, asked, workOf(asked.id, stop.signal))))
    void answered.catch(failed).then((reply) => {
      stops.delete(asked.id)
      return request('tiles:done', { id: asked.id, reply })
    }).catch(() => {})
  })
  void request('tiles:ready').then(({ settings, atOnce }) => {
    speak(settings)
    isReady(createLanes(atOnce, () => createBench(settings.executor ?? 'automatic', settings.card === 'saving' ? 'low-power' : 'high-performance', atOnce)))
  })
}

function speak({ language }: Settings): void {
  setLanguage(language ?? languageOf(navigator.languages), navigator.languages)
}

function workOf(id: string, signal: AbortSignal): Work {
  let toldMs = -Infinity
  return {
    signal,
    tell(share) {
      if (performance.now() - toldMs < TELL_MS) return
      toldMs = performance.now()
      void request('tiles:told', { id, share: Math.min(1, Math.max(0, share)) }).catch(() => {})
    },
    async mayGoOn() {
      if (held !== null) await Promise.race([held, aborted(signal)])
      signal.throwIfAborted()
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> => new Promise((resolve) => {
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true })
})

/** A sentence, with the detail that a developer wants where it is no expected failure. */
function failed(error: unknown): TileReply {
  if (error instanceof ShotError) return { failed: error.message }
  const code = codeOf(error)
  if (code === 'cancelled') return { failed: say('batch.error.stopped') }
  const system = SYSTEM_CODES[code]
  const sentence = code === 'internal' ? detailOf(error) : sentencesOf(code).sentence
  return { failed: sentence.slice(0, 2000), ...(system === undefined ? {} : { code: system }) }
}
