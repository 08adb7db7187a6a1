import { createHash } from 'node:crypto'
import * as changes from '../../../renderer/document/changes/index.ts'
import { newLight } from '../../../renderer/document/new-light.ts'
import { piece, pointLight } from '../../../renderer/document/testing.ts'
import type { AtriumDocument, Change } from '../../../renderer/document/types.ts'

/** One thing that somebody does. */
export interface Step {
  readonly label: string
  readonly change: Change
  readonly gesture: string | undefined
  /** Bytes that the change brings along. */
  readonly asset: { readonly key: string; readonly bytes: Uint8Array<ArrayBuffer> } | null
}

/** Numbers in [0, 1), the same for the same seed. Mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Furnishing, dragging, lighting, renaming, deleting: what is done in a room, in about the proportion it is done. */
export function randomStep(random: () => number, document: AtriumDocument): Step {
  const { pieces, lights } = document
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const number = (): number => Math.round((random() * 20 - 10) * 1000) / 1000
  const vec3 = (): [number, number, number] => [number(), number(), number()]
  const step = (label: string, change: Change, gesture?: string): Step => ({ label, change, gesture, asset: null })
  const dice = random()
  if (pieces.length === 0 || (dice < 0.12 && pieces.length < 60)) {
    // Few models, many pieces of each.
    const bytes = new Uint8Array(2000).fill(Math.floor(random() * 6))
    const key = createHash('sha256').update(bytes).digest('hex')
    const id = `p${Math.floor(random() * 1e9)}`
    const light = random() < 0.3 ? pointLight(`${id}-light`, { attachedTo: id }) : null
    const placed = piece(id, { asset: key, name: `Chair ${pieces.length}`, position: vec3() })
    return { ...step('Place', changes.addPiece(placed, { key, name: 'chair.glb', sizeBytes: bytes.length, catalogueId: null }, light)), asset: { key, bytes } }
  }
  const { id } = pick(pieces)
  if (dice < 0.5) return step('Move', changes.movePieces([id], vec3()), random() < 0.7 ? `drag-${Math.floor(random() * 3)}` : undefined)
  if (dice < 0.6) return step('Rename', changes.rename(id, `Ümläut “${number()}”\n`))
  if (dice < 0.68) return step('Delete', changes.removeItems([id]))
  if (dice < 0.74) return step('Duplicate', changes.duplicate(new Map([[id, `p${Math.floor(random() * 1e9)}`]]), vec3()))
  if (dice < 0.8) return step('Hide', changes.setHidden([id], random() < 0.5))
  if (dice < 0.86) return step('Scale', changes.setScale([id], [1 + random(), 1, 2]))
  if (dice < 0.88 && lights.length < 40) {
    const kind = pick(['point', 'spot', 'sphere', 'disc', 'rectangle', 'grid'] as const)
    return step('Add Light', changes.addLight({ ...newLight(document, kind, vec3()), id: `l${Math.floor(random() * 1e9)}` }))
  }
  if (dice < 0.92 && lights.length > 0) {
    const { id: light } = pick(lights)
    if (random() < 0.25) {
      const bytes = new Uint8Array(500).fill(100 + Math.floor(random() * 3))
      const key = createHash('sha256').update(bytes).digest('hex')
      return {
        ...step('Measured', changes.setProfile(light, { asset: { kind: 'ies', key, name: 'lamp.ies', sizeBytes: bytes.length, catalogueId: null }, peakCandela: random() * 1000 })),
        asset: { key, bytes },
      }
    }
    return step('Light', changes.setLight(light, { intensity: random() * 1000, radiance: random() * 1000, radius: random(), width: random(), temperature: 2000 + 5000 * random(), on: random() < 0.8 }))
  }
  if (dice < 0.96) return pick([
    () => step('Sky', changes.setEnvironment({ zenith: [random(), random(), random()] })),
    () => step('Clear Sky', changes.setSky({ turbidity: 2 + 4 * random() })),
    () => step('Place', changes.setPlace({ latitudeDegrees: 60 * random(), longitudeDegrees: 180 * random() })),
    () => step('Paint', (now) => changes.wearMaterial(`m${now.materials?.length ?? 0}`, [random() < 0.5 ? { piece: id, slot: 'Seat' } : { asset: pick(pieces).asset, slot: 'Seat' }])(
      changes.addMaterial({ id: `m${(now.materials?.length ?? 0) + 1}`, name: 'Päint', baseColor: [random(), random(), random()] })(now))),
    () => step('Material', changes.setMaterial(pick((document.materials ?? []).map((material) => material.id)) ?? 'none', { roughness: random(), glass: { share: random(), tint: [1, random(), 1], thickness: random() } })),
    () => step('Remove Material', changes.removeMaterial(pick((document.materials ?? []).map((material) => material.id)) ?? 'none')),
    () => step('Shine', changes.setEmission([id], random() < 0.5 ? { radiance: 100 * random() } : null)),
  ])()
  return step('View', changes.addView({
    id: `v${Math.floor(random() * 1e9)}`, name: 'Door', position: vec3(), target: vec3(), verticalFov: 1, straighten: random(), settings: { exposureEv: 10 * random() },
    lens: { on: random() < 0.5, fNumber: 1 + random(), focusDistance: 1 + random() }, lights: Object.fromEntries(lights.slice(0, 3).map((light) => [light.id, light.on])),
  }))
}
