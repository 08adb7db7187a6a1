import { setLight } from '../document/changes/index.ts'
import { useDocument } from '../document/store.ts'
import type { DocumentLight } from '../document/types.ts'
import type { Command } from './types.ts'

/** One undoable step, named after the light. */
export function toggleLight(light: DocumentLight): void {
  useDocument.getState().edit(`Switch ${light.name} ${light.on ? 'Off' : 'On'}`, setLight(light.id, { on: !light.on }))
}

const lightAt = (index: number): DocumentLight | undefined => useDocument.getState().document.lights[index]

function switchFor(number: number): Command {
  const light = (): DocumentLight | undefined => lightAt(number - 1)
  return {
    id: `light.toggle.${number}`,
    title: () => light()?.name ?? `Light ${number}`,
    keys: [`Shift+${number}`],
    isAbsent: () => light() === undefined,
    isChecked: () => light()?.on ?? false,
    run: () => {
      const current = light()
      if (current !== undefined) toggleLight(current)
    },
    says: () => `${light()?.name ?? ''} ${light()?.on === true ? 'on' : 'off'}`,
  }
}

/** The first nine lights, in the outline's order. */
export const lightCommands: readonly Command[] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(switchFor)
