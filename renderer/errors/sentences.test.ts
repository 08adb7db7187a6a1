import { beforeEach, expect, test } from 'vitest'
import { ERROR_CODES } from '../../electron/contract.ts'
import { DE, EN } from '../words/catalogue.ts'
import { phrase, say, setLanguage } from '../words/say.ts'
import { AtriumError, detailOf, toAtriumError } from './atrium-error.ts'
import { codeOf, sentencesOf } from './sentences.ts'
import { reportError, useNotices } from './notices.ts'

beforeEach(() => useNotices.setState({ notices: [] }))

test('every error code has a sentence and a remedy', () => {
  for (const code of ERROR_CODES) {
    expect(sentencesOf(code).sentence, code).toMatch(/^[A-Z].*\.$/)
    expect(sentencesOf(code).remedy, code).toMatch(/^[A-Z].*\.$/)
  }
})

test('an expected failure keeps its code, anything else is internal', () => {
  expect(codeOf(new AtriumError('disk-full', 'ENOSPC'))).toBe('disk-full')
  expect(codeOf(new TypeError('x is undefined'))).toBe('internal')
  expect(codeOf(new DOMException('stop', 'AbortError'))).toBe('cancelled')
  expect(codeOf({ code: 'ENOENT' })).toBe('internal')
})

test('what a browser throws for want of room is no mystery', () => {
  expect(toAtriumError(new RangeError('Array buffer allocation failed')).code).toBe('memory-full')
  expect(toAtriumError(new RangeError("Failed to execute 'digest' on 'SubtleCrypto': The ArrayBuffer/ArrayBufferView size exceeds the supported range.")).code).toBe('file-too-large')
  expect(toAtriumError(new RangeError('precision out of range')).code).toBe('internal')
})

test('the details name the cause', () => {
  expect(detailOf(new AtriumError('model-invalid', 'bad accessor 3', { cause: new Error('out of range') }))).toBe('bad accessor 3\nout of range')
})

test('the details name a cause once that they have quoted', () => {
  expect(detailOf(new AtriumError('model-invalid', 'The description is not JSON: it ends early.', { cause: new SyntaxError('it ends early') }))).toBe('The description is not JSON: it ends early.')
})

test('the user reads which file failed, why and what to do', () => {
  reportError(new AtriumError('model-truncated', 'chunk 1 ends early'), 'kitchen.glb')
  expect(useNotices.getState().notices[0]).toMatchObject({
    tone: 'error',
    title: 'kitchen.glb: This model is incomplete: the end is missing.',
    code: 'model-truncated',
    detail: 'chunk 1 ends early',
  })
})

test('a model that is no such is told in the name of its format', () => {
  reportError(new AtriumError('model-invalid', 'line 3', { format: 'STL' }), 'chair.stl')
  expect(useNotices.getState().notices[0]).toMatchObject({ title: expect.stringContaining('not a valid STL file') as string, text: expect.stringContaining('again as STL, or as GLB') as string })
  for (const said of Object.values(sentencesOf('model-invalid'))) expect(said).not.toContain('glTF')
})

test('which program exports what is said once, by the window and by the commands', () => {
  try {
    for (const [language, catalogue] of [['en', EN], ['de', DE]] as const) {
      setLanguage(language)
      expect(Object.entries(catalogue).filter(([, message]) => message.includes('Revit') && message.includes('SketchUp')).map(([id]) => id), language).toEqual(['import.exports'])
      for (const told of [sentencesOf('model-foreign').remedy, say('cli.import.error.foreign', { program: 'SketchUp', exports: phrase('import.exports') })]) expect(told, language).toContain(say('import.exports'))
    }
  } finally {
    setLanguage('en')
  }
})

test('cancelling is not an error, and the same failure is told once', () => {
  reportError(new AtriumError('cancelled', 'by the user'))
  reportError(new AtriumError('gpu-lost', 'first'))
  reportError(new AtriumError('gpu-lost', 'second'))
  expect(useNotices.getState().notices.map(({ detail }) => detail)).toEqual(['first'])
})
