import { bulky, isPane } from '../query/interior.ts'
import { findOpenings, type Opening } from '../query/openings.ts'
import type { SceneQuery } from '../query/question.ts'
import type { Instance, SceneSnapshot } from '../scene.ts'

/** Openings of the scene's rooms, found anew when walls have moved, and by nothing else: they do not depend on what was edited before. */
export interface RoomOpenings {
  /** Of these walls; it takes as long as 20,000 rays do where they are others than before. */
  find(snapshot: SceneSnapshot): readonly Opening[]
  /** What was found last, as long as most walls stand as they did then: while things move nobody waits. */
  known(snapshot: SceneSnapshot): readonly Opening[]
}

const NONE: readonly Opening[] = []

export function createRoomOpenings(query: Pick<SceneQuery, 'closestHit'>): RoomOpenings {
  let last: { readonly walls: readonly Instance[]; readonly openings: readonly Opening[] } | null = null
  const wallsOf = createMemory((snapshot: SceneSnapshot) => bulky(snapshot.instances, snapshot.meshes))
  return {
    find(snapshot) {
      const { instances, meshes } = snapshot
      const walls = wallsOf(snapshot)
      if (last?.walls === walls) return last.openings
      if (last === null || last.walls.length !== walls.length || sharedBy(last.walls, walls) !== walls.length) last = { walls, openings: findOpenings(walls, instances, meshes, query) }
      else last = { walls, openings: last.openings }
      return last.openings
    },
    known(snapshot) {
      const walls = wallsOf(snapshot)
      return last !== null && (last.walls === walls || 2 * sharedBy(last.walls, walls) > last.walls.length) ? last.openings : NONE
    },
  }
}

/** The last answer, while the question is the same. */
function createMemory<Question, Answer>(answer: (question: Question) => Answer): (question: Question) => Answer {
  let kept: { readonly question: Question; readonly answer: Answer } | null = null
  return (question) => (kept?.question === question ? kept : (kept = { question, answer: answer(question) })).answer
}

/** How many stand where they stood, in the same order. */
function sharedBy(before: readonly Instance[], now: readonly Instance[]): number {
  let count = 0
  before.forEach((wall, i) => { if (now[i] !== undefined && standsAs(wall, now[i])) count++ })
  return count
}

const standsAs = (a: Instance, b: Instance): boolean =>
  a === b || a.id === b.id && a.mesh === b.mesh && a.worldFromObject.every((value, i) => value === b.worldFromObject[i]) && a.materials.length === b.materials.length &&
  a.materials.every((material, i) => isPane(material) === isPane(b.materials[i]))
