import { afterEach, expect, test, vi } from 'vitest'
import type { Channel, FileHandle } from '../../../electron/contract.ts'
import { doctorByAsking, simplerByAsking, texturesByAsking } from '../../imports/beside/beside.ts'
import type { ImportQuestion } from '../../imports/doctor/question.ts'
import { useImportQuestion, useSimplerQuestion, useTexturesQuestion } from './question.ts'
import { answersAbout } from './source.ts'

const HANDLE: FileHandle = { id: '1'.repeat(32), name: 'crate.stl', kind: 'model', sizeBytes: 1, writable: false }
const QUESTION: ImportQuestion = { name: 'crate.stl', app: 'SketchUp', units: [1, 0.0254], axes: ['y', 'z'], views: {} }

/** A profile that keeps what it is told. */
function profile(choose = true) {
  const kept = new Map<string, object>()
  const asked: Channel[] = []
  vi.stubGlobal('window', { atrium: { request: (channel: Channel, request: { app: string }) => {
    asked.push(channel)
    if (channel === 'answers:keep') kept.set(request.app, request)
    return Promise.resolve({ ok: true, value: channel === 'answers:find' ? kept.get(request.app) ?? null : channel === 'textures:choose' ? choose : undefined })
  } } })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

test('what was answered for a program comes first the next time, and the report is told when it was taken', async () => {
  profile()
  const ask = doctorByAsking(answersAbout(HANDLE, new AbortController().signal))
  const seen: ImportQuestion[] = []
  const stop = useImportQuestion.subscribe(({ asked }) => {
    if (asked === null) return
    seen.push(asked.question)
    asked.answer(seen.length === 1 ? { metresPerUnit: 0.0254, up: 'z' } : { metresPerUnit: asked.question.units[0], up: asked.question.axes[0] })
  })
  expect(await ask(QUESTION)).toEqual({ metresPerUnit: 0.0254, up: 'z' })
  expect(await ask({ ...QUESTION, name: 'other.stl' })).toEqual({ metresPerUnit: 0.0254, up: 'z', asBefore: 'SketchUp' })
  expect(await ask({ ...QUESTION, app: '' })).toEqual({ metresPerUnit: 1, up: 'y' })
  expect(seen.map(({ units, axes, isAsBefore }) => [units, axes, isAsBefore])).toEqual([[[1, 0.0254], ['y', 'z'], undefined], [[0.0254, 1], ['z', 'y'], true], [[1, 0.0254], ['y', 'z'], undefined]])
  stop()
})

test('textures of a place where there are none are not asked for again', async () => {
  const asked = profile(false)
  const ask = texturesByAsking(answersAbout(HANDLE, new AbortController().signal))
  const missing = { name: 'a.obj', count: 1, names: ['oak.png'], folders: ['C:/maps'] }
  let dialogs = 0
  const stop = useTexturesQuestion.subscribe(({ asked: question }) => {
    if (question === null) return
    dialogs++
    question.answer('choose')
  })
  expect([await ask(missing), await ask({ ...missing, name: 'b.obj' })]).toEqual([false, false])
  expect([dialogs, asked]).toEqual([1, ['textures:choose']])
  stop()
})

test('a model with too many triangles is offered in a simpler version, and is not opened when the task is cancelled', async () => {
  const task = new AbortController()
  const ask = simplerByAsking(answersAbout(HANDLE, task.signal))
  const offer = { name: 'a.glb', from: 31_000_000, to: 18_000_000, most: 20_000_000, count: 1, names: ['Cushion'] }
  const first = ask(offer)
  expect(useSimplerQuestion.getState().asked?.offer).toEqual(offer)
  useSimplerQuestion.getState().asked?.answer(true)
  expect([await first, useSimplerQuestion.getState().asked]).toEqual([true, null])
  const second = ask(offer)
  task.abort()
  expect([await second, useSimplerQuestion.getState().asked]).toEqual([false, null])
})
