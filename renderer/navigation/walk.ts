import type { SceneQuery, Vec3 } from '../../gpu/index.ts'
import { add, length, scale } from './vector.ts'

/**
 * The walking body: an upright capsule that keeps above the floor by the height of a step, so that it passes over what can
 * be climbed and meets everything else. Positions are metres, speeds metres per second.
 */
export interface WalkState {
  /** Where the feet are. */
  readonly feet: Vec3
  /** Falling speed, down is negative; 0 on the ground. */
  readonly fall: number
  /** Height of the eyes above y = 0: follows the feet smoothly over steps. */
  readonly eyeY: number
  readonly grounded: boolean
}

export interface WalkInput {
  /** Wanted direction, level, world space; longer than 1 counts as 1. */
  readonly direction: Vec3
  readonly fast: boolean
}

export const EYE_HEIGHT = 1.65
export const STEP_HEIGHT = 0.2
export const BODY_RADIUS = 0.22
/** Fixed step: at running speed the body moves by a seventh of its radius, so it cannot pass through a wall. */
export const STEP_SECONDS = 1 / 120

const BODY_HEIGHT = 1.75
const WALK_SPEED = 1.5
const RUN_SPEED = 3.8
const GRAVITY = 9.81
const SLACK = 0.01
/** Contacts steeper than this (as seen from the side) are floors and ceilings: they do not push sideways. */
const LEAST_SIDEWAYS = 0.15
/** Where the ground is felt: under the middle and a hand's breadth around it, so that cracks are not fallen into. */
const SOLES: readonly (readonly [number, number])[] = [[0, 0], [0.09, 0], [-0.09, 0], [0, 0.09], [0, -0.09]]

type Surroundings = Pick<SceneQuery, 'closestHit' | 'overlapCapsule'>

/** A body at rest whose eyes are where the camera is: it will fall, or be lifted, to the floor below. */
export function startWalk(eye: Vec3, scene: Surroundings): WalkState {
  const ground = scene.closestHit(eye, [0, -1, 0])
  const eyeToGround = ground === null ? EYE_HEIGHT : Math.min(EYE_HEIGHT, ground.t)
  return { feet: [eye[0], eye[1] - eyeToGround, eye[2]], fall: 0, eyeY: eye[1], grounded: false }
}

/** One fixed step of STEP_SECONDS. Pure: the same state, input and scene give the same next state. */
export function stepWalk(state: WalkState, input: WalkInput, scene: Surroundings): WalkState {
  const wanted = Math.min(1, length(input.direction))
  const speed = wanted === 0 ? 0 : (input.fast ? RUN_SPEED : WALK_SPEED) * wanted / length(input.direction)
  const [dx, , dz] = scale(input.direction, speed * STEP_SECONDS)
  const [x, z] = pushedOut([state.feet[0] + dx, state.feet[1], state.feet[2] + dz], scene)

  let feetY = state.feet[1]
  let fall = state.fall
  let grounded = false
  const ground = groundBelow([x, feetY, z], scene)
  if (ground !== null && ground - feetY > (state.grounded ? -STEP_HEIGHT - SLACK : fall * STEP_SECONDS - SLACK)) {
    // On the floor, up a step, or down one.
    feetY = ground
    fall = 0
    grounded = true
  } else if (ground !== null) {
    fall -= GRAVITY * STEP_SECONDS
    feetY = Math.max(ground, feetY + fall * STEP_SECONDS)
  } else fall = 0 // Nothing below, however deep: stay, rather than fall out of the world.
  const eyeTarget = feetY + EYE_HEIGHT
  const eyeY = eyeTarget + (state.eyeY - eyeTarget) * Math.exp(-14 * STEP_SECONDS)
  return { feet: [x, feetY, z], fall, eyeY: Math.abs(eyeY - eyeTarget) < 1e-4 ? eyeTarget : eyeY, grounded }
}

/** True when another step without input would change nothing: no frames are needed. */
export function isAtRest(state: WalkState): boolean {
  return state.fall === 0 && state.eyeY === state.feet[1] + EYE_HEIGHT
}

/** Slides the body out of whatever it touches, level with the floor. */
function pushedOut(feet: Vec3, scene: Surroundings): readonly [x: number, z: number] {
  let [x, , z] = feet
  const low = feet[1] + STEP_HEIGHT + SLACK + BODY_RADIUS
  const high = feet[1] + BODY_HEIGHT - BODY_RADIUS
  for (let round = 0; round < 4; round++) {
    const contacts = scene.overlapCapsule([x, low, z], [x, high, z], BODY_RADIUS)
    const contact = contacts.find(({ normal, depth }) => depth > 1e-5 && Math.hypot(normal[0], normal[2]) > LEAST_SIDEWAYS)
    if (contact === undefined) break
    const sideways = Math.hypot(contact.normal[0], contact.normal[2])
    const push = Math.min(BODY_RADIUS, contact.depth / sideways) / sideways
    x += contact.normal[0] * push
    z += contact.normal[2] * push
  }
  return [x, z]
}

/** Height of the highest ground under the soles that a step could reach, or null. */
function groundBelow(feet: Vec3, scene: Surroundings): number | null {
  let highest: number | null = null
  for (const [dx, dz] of SOLES) {
    const from = add(feet, [dx, STEP_HEIGHT + SLACK, dz])
    const hit = scene.closestHit(from, [0, -1, 0])
    if (hit === null || Math.abs(hit.normal[1]) < 0.5) continue
    if (highest === null || hit.position[1] > highest) highest = hit.position[1]
  }
  return highest
}
