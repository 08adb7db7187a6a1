import { setLight, setLightsOn } from '../../document/changes/index.ts'
import { strengthOf } from '../../document/photometry.ts'
import { useDocument } from '../../document/store.ts'
import type { Change, DocumentLight } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { phrase, say } from '../../words/say.ts'
import { addLightCommands } from './add-lights.ts'
import { daylightCommands } from './daylight.ts'
import { nameOf } from '../edit/edit.ts'
import { luminaireCommands } from './luminaires.ts'
import { shineCommands } from './shine.ts'
import type { Command } from '../types.ts'

/** One undoable step, named after the light. */
export function toggleLight(light: DocumentLight): void {
  useDocument.getState().edit(phrase(light.on ? 'undo.light.off' : 'undo.light.on', { name: light.name }), setLight(light.id, { on: !light.on }))
}

const lightAt = (index: number): DocumentLight | undefined => useDocument.getState().document.lights[index]

function switchFor(number: number): Command {
  const light = (): DocumentLight | undefined => lightAt(number - 1)
  return {
    id: `light.toggle.${number}`,
    title: () => light()?.name ?? say('command.light.toggle', { number }),
    keys: [`Shift+${number}`],
    isAbsent: () => light() === undefined,
    isChecked: () => light()?.on ?? false,
    run: () => {
      const current = light()
      if (current !== undefined) toggleLight(current)
    },
    says: () => say(light()?.on === true ? 'hud.on' : 'hud.off', { name: light()?.name ?? '' }),
  }
}

const selectedLights = (): readonly DocumentLight[] => {
  const ids = new Set(useInteraction.getState().selection)
  return useDocument.getState().document.lights.filter(({ id }) => ids.has(id))
}
const areOn = (): boolean => selectedLights().some(({ on }) => on)

/** A quarter of a stop, as dimmers step. */
const DIM = 2 ** 0.25

function dim(factor: number): void {
  const lights = selectedLights()
  const change: Change = (document) => lights.reduce((now, light) => {
    const strength = strengthOf(light) * factor
    return setLight(light.id, { intensity: strength, illuminance: strength, radiance: strength })(now)
  }, document)
  useDocument.getState().edit(phrase(factor > 1 ? 'undo.light.brighten' : 'undo.light.dim', { name: nameOf(lights) }), change)
}

const onSelection: readonly Command[] = [
  {
    id: 'light.switch',
    title: () => say(areOn() ? 'command.light.switch.off' : 'command.light.switch'),
    keys: ['B'],
    isEnabled: () => selectedLights().length > 0,
    run: () => {
      const lights = selectedLights()
      const on = !areOn()
      useDocument.getState().edit(phrase(on ? 'undo.light.on' : 'undo.light.off', { name: nameOf(lights) }), setLightsOn(lights.map(({ id }) => id), on))
    },
    says: () => say(areOn() ? 'hud.on' : 'hud.off', { name: nameOf(selectedLights()) }),
  },
  { id: 'light.brighter', keys: ['Alt+B'], isEnabled: () => selectedLights().length > 0, run: () => dim(DIM) },
  { id: 'light.dimmer', keys: ['Alt+Shift+B'], isEnabled: () => selectedLights().length > 0, run: () => dim(1 / DIM) },
]

/** Adding, switching and dimming; the first nine lights, in the outline's order, have keys of their own. */
export const lightCommands: readonly Command[] = [...addLightCommands, ...luminaireCommands, ...daylightCommands, ...shineCommands, ...onSelection, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(switchFor)]
