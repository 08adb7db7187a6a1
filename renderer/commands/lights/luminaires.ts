import type { FileHandle } from '../../../electron/contract.ts'
import { setProfile } from '../../document/changes/index.ts'
import { profileOf } from '../../document/light-frame.ts'
import { useDocument } from '../../document/store.ts'
import { composeMatrix, transformPoint } from '../../document/transform.ts'
import type { PointLight, SpotLight } from '../../document/types.ts'
import { reportError, tell } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { dot, length, scale, sub } from '../../navigation/vector.ts'
import { request } from '../../platform.ts'
import { loadLuminaire } from '../../project/insert/luminaires.ts'
import type { Ray } from '../../tools/context.ts'
import { phrase, say, textOf } from '../../words/say.ts'
import type { Command } from '../types.ts'

type Lamp = PointLight | SpotLight

/** The one selected light, if it may shine as a luminaire was measured. */
function selectedLamp(): Lamp | null {
  const { selection } = useInteraction.getState()
  const light = selection.length === 1 ? useDocument.getState().document.lights.find(({ id }) => id === selection[0]) : undefined
  return light?.kind === 'point' || light?.kind === 'spot' ? light : null
}

const measured: Command = {
  id: 'light.measured',
  isEnabled: () => selectedLamp() !== null,
  run: async () => {
    const lamp = selectedLamp()
    const handle = lamp === null ? null : await request('file:choose-open', { kind: 'luminaire' })
    if (lamp !== null && handle !== null) await measureLamp(lamp, handle)
  },
}

/** A lamp shines as its luminaire was measured from now on. */
export async function measureLamp(lamp: Lamp, handle: FileHandle): Promise<void> {
  try {
    const { file, record } = await loadLuminaire(handle)
    const { peakCandela } = file
    useDocument.getState().edit(phrase('undo.light.profile', { name: lamp.name }), setProfile(lamp.id, { asset: record, peakCandela }))
    useInteraction.setState({ selection: [lamp.id] })
    if (file.notes.length > 0) tell(say('notice.luminaire.loaded', { name: handle.name }), file.notes.map(textOf), { isOfProject: true })
  } catch (error) {
    reportError(error, handle.name)
  }
}

/** Metres from a ray to a lamp that is meant by it. */
const REACH = 0.2

/** The lamp that a ray points at: one that hangs on the piece it meets, else the nearest to it that nothing hides; null: none. */
export function lampAlong({ origin, direction }: Ray): Lamp | null {
  const { lights, pieces } = useDocument.getState().document
  const lamps = lights.filter((light): light is Lamp => light.kind === 'point' || light.kind === 'spot')
  const hit = findViewport()?.probe(origin, direction) ?? null
  const carried = hit === null ? undefined : lamps.find(({ attachedTo }) => attachedTo === hit.instance)
  if (carried !== undefined) return carried
  const near = lamps.map((lamp) => {
    const carrier = pieces.find(({ id }) => id === lamp.attachedTo)
    const way = sub(carrier === undefined ? lamp.position : transformPoint(composeMatrix(carrier), lamp.position), origin)
    const along = dot(way, direction)
    return { lamp, along, aside: length(sub(way, scale(direction, along))) }
  })
  const meant = near.filter(({ along, aside }) => along > 0 && aside < REACH && along < (hit?.t ?? Infinity) + REACH)
  return meant.toSorted((a, b) => a.aside - b.aside).at(0)?.lamp ?? null
}

const evenly: Command = {
  id: 'light.evenly',
  isEnabled: () => {
    const lamp = selectedLamp()
    return lamp !== null && profileOf(lamp) !== undefined
  },
  run: () => {
    const lamp = selectedLamp()
    if (lamp !== null) useDocument.getState().edit(phrase('undo.light.noProfile', { name: lamp.name }), setProfile(lamp.id, null))
  },
}

/** Measured luminaires' distributions on lights that are there already. */
export const luminaireCommands: readonly Command[] = [measured, evenly]
