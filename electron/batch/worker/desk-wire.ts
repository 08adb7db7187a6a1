import type { TileFiles, TileReply, TileRequest } from '../../batch-wire.ts'
import type { Language } from '../../../renderer/words/languages.ts'
import type { DeskState } from './desk.ts'
import type { Place } from '../files/place.ts'

/* What the main process and the desk's tell each other: both are ours, and come in one package. */

export type ToDesk =
  | { readonly kind: 'start'; readonly places: readonly Place[]; readonly works: boolean; readonly version: string; readonly language: Language; readonly locale: string }
  | { readonly kind: 'places'; readonly places: readonly Place[] }
  /** Tiles at hand go back; then it ends. */
  | { readonly kind: 'stop' }
  /** @property share  0..1 */
  | { readonly kind: 'share'; readonly id: number; readonly share: number }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: TileReply }

export type FromDesk =
  | { readonly kind: 'state'; readonly state: DeskState }
  | { readonly kind: 'ask'; readonly id: number; readonly request: TileRequest; readonly files: TileFiles }
  /** Nobody waits for it any more. */
  | { readonly kind: 'stop'; readonly id: number }
