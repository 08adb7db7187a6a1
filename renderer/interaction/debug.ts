import { create } from 'zustand'
import type { PixelAnswer } from '../../gpu/index.ts'
import type { CameraPose } from './store.ts'

/** Which pixel is asked about: of a picture of some size, device pixels, as a camera saw it. */
export interface DebugQuestion {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly pose: CameraPose
}

/** The debug pixel and the boxes of trees: seen, never saved, never undone. */
export interface DebugState {
  readonly open: boolean
  /** The next click in the room chooses the pixel. */
  readonly picking: boolean
  readonly question: DebugQuestion | null
  /** Of the newest question that was answered. */
  readonly answer: PixelAnswer | null
  /** 'stale': scene or settings have changed since; the viewport asks again as soon as they rest. */
  readonly state: 'idle' | 'tracing' | 'stale' | 'failed'
  /** Index of the ray that is looked at, and of its step; null: none yet. */
  readonly ray: number
  readonly step: number | null
  /** Boxes of the selection's object tree, or of the über tree when nothing is selected. */
  readonly treeBoxes: boolean
  readonly treeDepth: number
  /** What is drawn of them; null: nothing to draw. */
  readonly treeFigures: TreeFigures | null
}

export interface TreeFigures {
  /** Piece, light or null for the über tree. */
  readonly of: string | null
  readonly depth: number
  readonly cells: number
  readonly drawn: number
}

export const DEEPEST = 40
const CLOSED = { open: false, picking: false, question: null, answer: null, state: 'idle', ray: 0, step: null } as const

export const useDebug = create<DebugState>()(() => ({ ...CLOSED, treeBoxes: false, treeDepth: 4, treeFigures: null }))

export function openDebug(): void {
  useDebug.setState({ open: true, picking: true })
}

export function closeDebug(): void {
  useDebug.setState(CLOSED)
}

/** Asks about a pixel; outside of the picture nothing happens. @returns whether there is such a pixel */
export function askPixel(question: DebugQuestion): boolean {
  const { x, y, width, height } = question
  if (!(Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < width && y < height)) return false
  useDebug.setState({ open: true, picking: false, question, state: 'tracing', ray: 0, step: null })
  return true
}

/** The same pixel once more. */
export function askAgain(): void {
  const { question } = useDebug.getState()
  if (question !== null) useDebug.setState({ question: { ...question }, state: 'tracing' })
}

export function markStale(): void {
  if (useDebug.getState().answer !== null) useDebug.setState({ state: 'stale' })
}

export function chooseRay(ray: number): void {
  const { answer } = useDebug.getState()
  if (answer !== null && ray >= 0 && ray < answer.rays.length) useDebug.setState({ ray, step: null })
}

export function chooseStep(step: number): void {
  const { answer, ray } = useDebug.getState()
  const count = answer?.rays[ray]?.steps ?? 0
  if (count > 0) useDebug.setState({ step: Math.min(count - 1, Math.max(0, step)) })
}

/** One step on or back; past the end of a ray into the next one that has steps. */
export function walkSteps(by: 1 | -1): void {
  const { answer, ray, step } = useDebug.getState()
  if (answer === null) return
  const next = (step ?? (by > 0 ? -1 : answer.rays[ray].steps)) + by
  if (next >= 0 && next < answer.rays[ray].steps) {
    useDebug.setState({ step: next })
    return
  }
  for (let other = ray + by; other >= 0 && other < answer.rays.length; other += by) {
    const { steps } = answer.rays[other]
    if (steps === 0) continue
    useDebug.setState({ ray: other, step: by > 0 ? 0 : steps - 1 })
    return
  }
}

/** The answer to the newest question; what was looked at stays in sight where there still is such a thing. */
export function takeAnswer(answer: PixelAnswer): void {
  const { ray, step } = useDebug.getState()
  const kept = ray < answer.rays.length ? ray : 0
  const steps = answer.rays[kept]?.steps ?? 0
  const first = answer.divergence
  useDebug.setState(first !== null
    ? { answer, state: 'idle', ray: first.ray, step: first.step }
    : { answer, state: 'idle', ray: kept, step: step === null || kept !== ray || steps === 0 ? null : Math.min(step, steps - 1) })
}
