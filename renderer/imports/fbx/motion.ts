import { matches } from './known-maps.ts'

const CURVE = new TextEncoder().encode('AnimationCurve')
const [A, COLON, HIDDEN] = [0x41, 0x3a, 0x5f]

/**
 * Gives the curves of animations a name that three's loader does not know, in place. Nothing moves here, and it gives up a whole file for one curve
 * that moves what is not there.
 *
 * @param file  FBX from version 7 on, plain or binary
 */
export function hideMotion(file: Uint8Array): void {
  for (let at = file.indexOf(A); at !== -1; at = file.indexOf(A, at + 1)) {
    // The name of a node: its length before it, or a colon behind it.
    const isName = file[at - 1] === CURVE.length || file[at + CURVE.length] === COLON
    if (isName && matches(file, at, CURVE)) file[at] = HIDDEN
  }
}
