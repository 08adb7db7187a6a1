import { setProfile } from '../document/changes/index.ts'
import { profileOf } from '../document/light-frame.ts'
import { useDocument } from '../document/store.ts'
import type { PointLight, SpotLight } from '../document/types.ts'
import { reportError, tell } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { request } from '../platform.ts'
import { loadLuminaire } from '../project/luminaires.ts'
import { phrase, say, textOf } from '../words/say.ts'
import type { Command } from './types.ts'

/** The one selected light, if it may shine as a luminaire was measured. */
function selectedLamp(): PointLight | SpotLight | null {
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
    if (lamp === null || handle === null) return
    try {
      const { file, record } = await loadLuminaire(handle)
      const { peakCandela } = file
      useDocument.getState().edit(phrase('undo.light.profile', { name: lamp.name }), setProfile(lamp.id, { asset: record, peakCandela }))
      if (file.notes.length > 0) tell(say('notice.luminaire.loaded', { name: handle.name }), file.notes.map(textOf))
    } catch (error) {
      reportError(error, handle.name)
    }
  },
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
