import type { ErrorCode } from '../../electron/contract.ts'

/** What the page says to a worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly request: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: false; readonly code: ErrorCode; readonly detail: string }

/** What a worker says to the page. */
export type FromWorker<Result> =
  | { readonly kind: 'progress'; readonly fraction: number }
  /** What it does now, by a name of its own. */
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'ask'; readonly id: number; readonly question: string }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly detail: string; readonly format?: string | undefined }
