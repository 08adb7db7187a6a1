import { create } from 'zustand'
import type { ImportAnswer, ImportQuestion } from '../imports/doctor/question.ts'

export interface AskedQuestion {
  readonly question: ImportQuestion
  readonly answer: (answer: ImportAnswer) => void
}

/** What is asked now about a model that is being opened. */
export const useImportQuestion = create<{ readonly asked: AskedQuestion | null }>()(() => ({ asked: null }))

/** Asks in a dialog; when the task is cancelled meanwhile, the dialog goes and the answer is null. */
export function askInDialog(question: ImportQuestion, signal: AbortSignal): Promise<ImportAnswer> {
  return new Promise((resolve) => {
    const answer = (given: ImportAnswer): void => {
      signal.removeEventListener('abort', cancel)
      useImportQuestion.setState({ asked: null })
      resolve(given)
    }
    const cancel = (): void => answer(null)
    signal.addEventListener('abort', cancel)
    useImportQuestion.setState({ asked: { question, answer } })
  })
}
