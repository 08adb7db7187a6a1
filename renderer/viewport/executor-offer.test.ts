import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FrameReport } from '../../gpu/index.ts'
import { accept, useNotices } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from '../shell/shell.ts'
import { offerExecutor } from './executor-offer.ts'

const reportOf = (kind: 'gpu' | 'cpu', shade: number): FrameReport =>
  ({ executor: { kind, threads: 8 }, samples: 1, width: 10, height: 10, passMs: { shade, reflect: 0 } }) as FrameReport

beforeEach(() => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 8, languages: ['en'] })
  vi.stubGlobal('window', { atrium: { request: () => Promise.resolve({ ok: true }) } })
  useNotices.setState({ notices: [] })
  useShell.setState({ settings: { theme: 'system', unit: 'm' } })
  useInteraction.setState({ adapter: { name: 'Program', software: true }, report: reportOf('gpu', 90), settled: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useInteraction.setState({ adapter: null, report: null, settled: false })
})

test.each([['faster', 30, 'The processor traces this room 3.0 times as fast'], ['slower', 180, 'The processor is slower here']])('who tried the processor is led back by the notice that says it is %s', (_, shade, title) => {
  const stop = offerExecutor()
  accept(useNotices.getState().notices[0])
  expect(useShell.getState().settings.executor).toBe('cpu')
  useInteraction.setState({ report: reportOf('cpu', shade) })
  const [notice] = useNotices.getState().notices
  expect([notice.title, notice.action?.label]).toEqual([title, 'Back to graphics'])
  accept(notice)
  expect(useShell.getState().settings.executor).toBe('gpu')
  stop()
})
