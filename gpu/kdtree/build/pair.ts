import type { MeshData } from '../../scene.ts'
import type { KdTree } from '../node.ts'
import { type AxisEvents, sortedAxis, stackOf } from './events.ts'
import { ExactBuilder, type GivenTask } from './exact-sah.ts'
import { DEFAULT_BUILD, type BuildOptions } from './options.ts'
import { gatherTriangles } from './triangles.ts'
import { type Fragment, joined, numbered } from './writer.ts'

type TreeMesh = Pick<MeshData, 'key' | 'positions' | 'indices'>

/** What two builders share besides their mailbox: who has nothing to do, and whether the third axis is being sorted. */
export const PAIR_STATE_BYTES = 12
const [LEAD, HELPER, AXIS] = [0, 1, 2]
/** The whole tree's number among the subtrees. */
const ROOT = 0
/** Events between two looks at the other's flag. */
const LOOK_EVERY = 500

type Message =
  | { readonly kind: 'axis'; readonly events: AxisEvents }
  | { readonly kind: 'task'; readonly id: number; readonly task: GivenTask }
  /** Nothing left to do here; what was made of the last task. */
  | { readonly kind: 'idle'; readonly id: number; readonly fragment: Fragment }
  | { readonly kind: 'end' }

/**
 * Builds the very tree of exactSah() with a second thread, which must call helpPair() with the same mesh and options.
 *
 * One thread begins at the root; whoever runs out of work gets the largest waiting subtree of the other, with its events. Both
 * gather the triangles, so only events and finished nodes travel. Where a node is split depends on its own events alone, and
 * subtrees are put back in depth-first order, so the tree does not depend on who made what.
 *
 * @param state  PAIR_STATE_BYTES of shared memory, zero
 * @throws MeshInvalidError naming the first triangle that is not finite
 */
export async function leadPair(mesh: TreeMesh, port: MessagePort, state: SharedArrayBuffer, options: BuildOptions = DEFAULT_BUILD): Promise<KdTree> {
  const mailbox = openMailbox(port)
  const flags = new Int32Array(state)
  try {
    const triangles = gatherTriangles(mesh)
    const sorted = [0, 1].map((axis) => sortedAxis(triangles.bounds, triangles.count, axis))
    if (Atomics.compareExchange(flags, AXIS, 0, 1) === 0) sorted.push(sortedAxis(triangles.bounds, triangles.count, 2))
    else {
      const first = await mailbox.next()
      if (first.kind === 'axis') sorted.push(first.events)
    }
    const builder = new ExactBuilder(triangles, options, stackOf(sorted))
    builder.startAtRoot()
    const fragments = new Map<number, Fragment>()
    const side: Side = { flags, me: LEAD, other: HELPER, port, nextId: ROOT + 2 }
    let current = ROOT
    for (;;) {
      fragments.set(current, work(builder, side))
      Atomics.store(flags, LEAD, 1)
      let message: Message | null = null
      // The helper may have been idle for long, or be about to give something.
      while (message === null || message.kind === 'idle') {
        if (message !== null) fragments.set(message.id, message.fragment)
        if (isComplete(fragments)) return numbered(joined(fragments.get(ROOT)!, fragmentsBelow(fragments)), triangles.root, triangles.triangleOfBuild)
        message = await mailbox.next()
      }
      if (message.kind !== 'task') throw new Error(`a helper sent ${message.kind}`)
      builder.start(message.task)
      current = message.id
    }
  } finally {
    port.postMessage({ kind: 'end' } satisfies Message)
    mailbox.close()
  }
}

/** The second thread of leadPair(); resolves when the tree is done. */
export async function helpPair(mesh: TreeMesh, port: MessagePort, state: SharedArrayBuffer, options: BuildOptions = DEFAULT_BUILD): Promise<void> {
  const mailbox = openMailbox(port)
  const flags = new Int32Array(state)
  try {
    const triangles = gatherTriangles(mesh)
    if (Atomics.compareExchange(flags, AXIS, 0, 1) === 0) {
      const events = sortedAxis(triangles.bounds, triangles.count, 2)
      port.postMessage({ kind: 'axis', events } satisfies Message, [events.positions.buffer, events.codes.buffer])
    }
    const side: Side = { flags, me: HELPER, other: LEAD, port, nextId: ROOT + 1 }
    let builder: ExactBuilder | null = null
    for (;;) {
      Atomics.store(flags, HELPER, 1)
      const message = await mailbox.next()
      if (message.kind === 'end') return
      if (message.kind !== 'task') continue
      builder ??= new ExactBuilder(triangles, options, stackOf(message.task.axes))
      builder.start(message.task)
      const fragment = work(builder, side)
      port.postMessage({ kind: 'idle', id: message.id, fragment } satisfies Message, [fragment.nodes.buffer, fragment.references.buffer] as ArrayBuffer[])
    }
  } finally {
    mailbox.close()
  }
}

/** One of the two threads. */
interface Side {
  readonly flags: Int32Array
  readonly me: number
  readonly other: number
  readonly port: MessagePort
  /** The number of the next subtree that it gives away; the two never meet. */
  nextId: number
}

/** Makes all that a builder has to do, giving subtrees away while the other has nothing. */
function work(builder: ExactBuilder, side: Side): Fragment {
  const { flags, me, other, port } = side
  Atomics.store(flags, me, 0)
  let looked = builder.work
  while (builder.buildNext()) {
    if (builder.work - looked < LOOK_EVERY) continue
    looked = builder.work
    if (Atomics.load(flags, other) === 0) continue
    const task = builder.give(side.nextId)
    if (task === null) continue
    // The other waits for a message: nobody else takes its flag down.
    Atomics.store(flags, other, 0)
    port.postMessage({ kind: 'task', id: side.nextId, task } satisfies Message, task.axes.flatMap(({ positions, codes }) => [positions.buffer, codes.buffer]))
    side.nextId += 2
  }
  return builder.take()
}

/** Every hole of every fragment is filled. */
function isComplete(fragments: ReadonlyMap<number, Fragment>): boolean {
  return fragments.has(ROOT) && [...fragments.values()].every(({ holes }) => holes.every(({ id }) => fragments.has(id)))
}

const fragmentsBelow = (fragments: ReadonlyMap<number, Fragment>): ReadonlyMap<number, Fragment> => new Map([...fragments].filter(([id]) => id !== ROOT))

interface Mailbox {
  next(): Promise<Message>
  close(): void
}

function openMailbox(port: MessagePort): Mailbox {
  const arrived: Message[] = []
  let waiting: ((message: Message) => void) | null = null
  port.onmessage = ({ data }: MessageEvent<Message>) => {
    if (waiting === null) arrived.push(data)
    else waiting(data)
    waiting = null
  }
  return {
    next: () => new Promise((resolve) => {
      const first = arrived.shift()
      if (first === undefined) waiting = resolve
      else resolve(first)
    }),
    close: () => port.close(),
  }
}
