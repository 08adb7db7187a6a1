import { create } from 'zustand'
import type { ErrorCode } from '../../electron/contract.ts'
import { AtriumError, detailOf } from './atrium-error.ts'
import { say } from '../words/say.ts'
import { codeOf, formatOfError, sentencesOf } from './sentences.ts'

/** Something the user is told in a card: an expected failure, or remarks about a file that was opened. */
export interface Notice {
  readonly id: number
  readonly tone: 'error' | 'info'
  readonly title: string
  readonly text: string
  readonly code: ErrorCode | null
  readonly detail: string
  /** What it is about, where several things may be called the same. */
  readonly about?: string
  /** It speaks of the open project, and goes with it. */
  readonly isOfProject?: boolean
  /** What can be done about it at once. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Called when the card is closed without the action. */
  readonly onDismiss?: () => void
}

const MAX_NOTICES = 4

export const useNotices = create<{ readonly notices: readonly Notice[] }>()(() => ({ notices: [] }))

let nextId = 1

function add(notice: Omit<Notice, 'id'>): void {
  useNotices.setState(({ notices }) => {
    // The first error is shown; the ones it drags behind it say the same and add nothing.
    const isRepeat = notices.some((other) => other.code === notice.code && other.title === notice.title && other.text === notice.text && other.about === notice.about)
    return isRepeat ? {} : { notices: [...notices, { ...notice, id: nextId++ }].slice(-MAX_NOTICES) }
  })
}

/**
 * Tells the user what went wrong and what to do. A cancelled job is what the user asked for: nothing is said.
 *
 * @param subject  what failed, in the user's words: a file name, as a rule; otherwise the file that the error names
 */
export function reportError(error: unknown, subject = error instanceof AtriumError ? error.file : undefined): void {
  const code = codeOf(error)
  if (code === 'cancelled') return
  const { sentence, remedy } = sentencesOf(code, formatOfError(error))
  add({ tone: 'error', title: subject === undefined ? sentence : say('error.about', { subject, sentence }), text: remedy, code, detail: detailOf(error) })
}

export function tell(title: string, lines: readonly string[], more: Pick<Notice, 'isOfProject'> = {}): void {
  add({ tone: 'info', title, text: lines[0] ?? '', code: null, detail: lines.slice(1).join('\n'), ...more })
}

/** A card with a choice: to do something, or to close it. */
export function offer(title: string, text: string, action: NonNullable<Notice['action']>, onDismiss: () => void, more: Pick<Notice, 'about' | 'isOfProject'> = {}): void {
  add({ tone: 'info', title, text, code: null, detail: '', action, onDismiss, ...more })
}

/** Takes cards about this back: what they say is no longer so. */
export function withdraw(about: string): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.about !== about) }))
}

/** Another project is open: takes back what was said of the one before. */
export function withdrawOfProject(): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter(({ isOfProject }) => isOfProject !== true) }))
}

/** Does what a card offers, and closes it. */
export function accept({ id, action }: Notice): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
  action?.run()
}

export function dismiss(id: number): void {
  useNotices.getState().notices.find((notice) => notice.id === id)?.onDismiss?.()
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
}
