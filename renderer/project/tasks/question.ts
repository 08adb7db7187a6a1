import { create } from 'zustand'
import type { Match } from '../../document/reload/model.ts'
import type { MissingTextures } from '../../imports/beside/missing-textures.ts'
import type { SimplerOffer } from '../../imports/reader.ts'
import type { ImportAnswer, ImportQuestion } from '../../imports/doctor/question.ts'

export interface AskedQuestion {
  readonly question: ImportQuestion
  readonly answer: (answer: ImportAnswer) => void
}

/** What is asked now about a model that is being opened. */
export const useImportQuestion = create<{ readonly asked: AskedQuestion | null }>()(() => ({ asked: null }))

/** Asks in a dialog; when the task is cancelled meanwhile, the dialog goes and the answer is null. */
export function askInDialog(question: ImportQuestion, signal: AbortSignal): Promise<ImportAnswer> {
  return asking<ImportAnswer>(signal, null, (answer) => useImportQuestion.setState({ asked: answer === null ? null : { question, answer } }))
}

export interface AskedTextures {
  readonly missing: MissingTextures
  readonly answer: (answer: 'choose' | 'without') => void
}

/** Which textures are asked for now. */
export const useTexturesQuestion = create<{ readonly asked: AskedTextures | null }>()(() => ({ asked: null }))

/** As `askInDialog`, where the textures of a model are; cancelled: it does without. */
export function askForTextures(missing: MissingTextures, signal: AbortSignal): Promise<'choose' | 'without'> {
  return asking<'choose' | 'without'>(signal, 'without', (answer) => useTexturesQuestion.setState({ asked: answer === null ? null : { missing, answer } }))
}

export interface AskedSimpler {
  readonly offer: SimplerOffer
  readonly answer: (answer: boolean) => void
}

/** Which model has too many triangles now. */
export const useSimplerQuestion = create<{ readonly asked: AskedSimpler | null }>()(() => ({ asked: null }))

/** As `askInDialog`, whether a simpler version of a model will do. */
export function askWhetherSimpler(offer: SimplerOffer, signal: AbortSignal): Promise<boolean> {
  return asking<boolean>(signal, false, (answer) => useSimplerQuestion.setState({ asked: answer === null ? null : { offer, answer } }))
}

/** A match of a thing with a thing of the newer file that somebody looks at first. */
export interface DoubtfulPair {
  readonly from: string
  readonly to: string
  readonly why: Match['why']
  /** Metres. */
  readonly distance: number
}
export interface ReloadQuestion {
  /** The file's. */
  readonly name: string
  readonly pairs: readonly DoubtfulPair[]
  /** Set when so few were found again that it may be another file. */
  readonly few: { readonly found: number; readonly count: number } | null
}

/** Which of the pairs are one and the same; null: nothing is reloaded. */
export type ReloadAnswer = readonly boolean[] | null
export interface AskedReload {
  readonly question: ReloadQuestion
  readonly answer: (answer: ReloadAnswer) => void
}
export const useReloadQuestion = create<{ readonly asked: AskedReload | null }>()(() => ({ asked: null }))

export function askAboutReload(question: ReloadQuestion, signal: AbortSignal): Promise<ReloadAnswer> {
  return asking<ReloadAnswer>(signal, null, (answer) => useReloadQuestion.setState({ asked: answer === null ? null : { question, answer } }))
}

/** @param show  with how to answer; with null, the question goes */
function asking<A>(signal: AbortSignal, otherwise: A, show: (answer: ((answer: A) => void) | null) => void): Promise<A> {
  return new Promise((resolve) => {
    const answer = (given: A): void => {
      signal.removeEventListener('abort', cancel)
      show(null)
      resolve(given)
    }
    const cancel = (): void => answer(otherwise)
    signal.addEventListener('abort', cancel)
    show(answer)
  })
}
