import { carrierOf, isPlaced } from '../light-frame.ts'
import type { DocumentLight, LightId, PieceId } from '../types.ts'
import { isEdited, merged } from './fields.ts'
import { type Frame, pointIn } from './frame.ts'
import { multiplyQuats } from '../transform.ts'

/** Where a light hangs, and whether it still can. */
export type Carriers = ReadonlyMap<PieceId, PieceId>

/** A light as it came, where the document would have it. */
function standing(light: DocumentLight, frame: Frame, carriers: Carriers): DocumentLight {
  const carrier = carrierOf(light)
  if (!isPlaced(light)) return light
  if (carrier !== null) return { ...light, attachedTo: carriers.get(carrier) ?? null }
  const turned = 'rotation' in light && light.rotation !== undefined ? { rotation: multiplyQuats(frame.rotation, light.rotation) } : {}
  return { ...light, ...pointIn(frame, light.position), ...turned } as DocumentLight
}

/** Pairs by kind and name, in order. */
function paired<A extends DocumentLight, B extends DocumentLight>(ones: readonly A[], others: readonly B[]): ReadonlyMap<A, B> {
  const left = new Map<string, B[]>()
  const keyOf = ({ kind, name }: DocumentLight): string => `${kind} ${name}`
  for (const other of others) left.set(keyOf(other), [...(left.get(keyOf(other)) ?? []), other])
  return new Map(ones.flatMap((one) => {
    const other = left.get(keyOf(one))?.shift()
    return other === undefined ? [] : [[one, other] as const]
  }))
}

export interface LightStates {
  readonly mine: readonly DocumentLight[]
  readonly before: readonly DocumentLight[]
  readonly after: readonly DocumentLight[]
  readonly frame: Frame
  /** Of pieces as they came, and as they come now, in the document. */
  readonly carriersBefore: Carriers
  readonly carriersAfter: Carriers
}

/**
 * The document's lights with what the file changed of its own. A light that was taken off, renamed or is the user's is never touched; one that
 * the file no longer has goes, unless the user changed it.
 */
export function mergeLights({ mine, before, after, frame, carriersBefore, carriersAfter }: LightStates): readonly DocumentLight[] {
  const old = before.map((light) => standing(light, frame, carriersBefore))
  const now = after.map((light) => standing(light, frame, carriersAfter))
  const mineOf = paired(old, mine)
  const oldOf = paired(now, old)
  const nowOf = new Map([...oldOf].map(([fresh, was]) => [was, fresh]))
  const replaced = new Map<LightId, DocumentLight | null>()
  for (const [was, own] of mineOf) {
    const fresh = nowOf.get(was)
    if (fresh !== undefined) replaced.set(own.id, merged(own, was, fresh, ['id']).record)
    else if (!isEdited(own, was, ['id'])) replaced.set(own.id, null)
  }
  const added = now.filter((light) => !oldOf.has(light))
  if (replaced.size === 0 && added.length === 0) return mine
  const kept = mine.flatMap((light) => (replaced.has(light.id) ? replaced.get(light.id) ?? [] : light))
  return added.length === 0 && kept.length === mine.length && kept.every((light, i) => light === mine[i]) ? mine : [...kept, ...added]
}
