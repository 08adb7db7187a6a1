import { DEFAULT_SETTINGS, type RenderSettings } from '../../../gpu/index.ts'
import { chooseRay, chooseStep, closeDebug, openDebug, useDebug, walkSteps } from '../../interaction/debug.ts'
import { useInteraction } from '../../interaction/store.ts'
import { say, table } from '../../words/say.ts'
import { setRender } from './render.ts'
import { useShell } from '../../shell/shell.ts'
import { type Command, forDevelopers } from '../types.ts'

/** The heat maps, as menus and legends call them. */
export const HEAT_NAMES = table({ nodes: 'command.debug.nodes', tests: 'command.debug.tests', occupancy: 'command.debug.occupancy' })
export const VIEW_NAMES: Readonly<Record<RenderSettings['view'], string>> = table({
  shaded: 'debug.view.shaded', normals: 'debug.view.normals', nodes: 'debug.view.nodes', tests: 'debug.view.tests', occupancy: 'debug.view.occupancy',
})
type Heat = keyof typeof HEAT_NAMES
export const HEAT_RAY_NAMES: Readonly<Record<RenderSettings['heatRays'], string>> = table({ camera: 'debug.rays.camera', all: 'debug.rays.all' })

const settings = (): RenderSettings => useInteraction.getState().settings

function heat(view: Heat, key: string): Command {
  return {
    id: `debug.${view}`,
    keys: [key],
    isChecked: () => settings().view === view,
    run: () => setRender({ view: settings().view === view ? 'shaded' : view }),
    says: () => (settings().view === view ? say('hud.heat', { name: HEAT_NAMES[view] }) : say('hud.view.shaded')),
  }
}

/** Where the developer tools are switched off, nothing stays on screen that could not be switched off any more. @returns ends it */
export const followDeveloper = (): (() => void) => useShell.subscribe(({ settings: { developer } }, { settings: before }) => {
  if (developer === true || before.developer !== true) return
  closeDebug()
  useDebug.setState({ treeBoxes: false })
  const { mode, view, normals, epsilon, heatRays, secondaryRays } = DEFAULT_SETTINGS
  setRender({ mode, view, normals, epsilon, heatRays, secondaryRays })
})

const hasSteps = (): boolean => (useDebug.getState().answer?.rays.length ?? 0) > 0

function walk(id: string, key: string, run: () => void): Command {
  return { id: `debug.${id}`, keys: [key], isEnabled: hasSteps, run }
}

export const debugCommands: readonly Command[] = forDevelopers([
  {
    id: 'debug.pixel',
    keys: ['I'],
    isChecked: () => useDebug.getState().open,
    run: () => (useDebug.getState().open ? closeDebug() : openDebug()),
  },
  walk('nextStep', '.', () => walkSteps(1)),
  walk('previousStep', ',', () => walkSteps(-1)),
  walk('firstStep', 'Alt+,', () => chooseStep(0)),
  walk('lastStep', 'Alt+.', () => chooseStep(Infinity)),
  walk('nextRay', '>', () => chooseRay(useDebug.getState().ray + 1)),
  walk('previousRay', '<', () => chooseRay(useDebug.getState().ray - 1)),
  heat('nodes', '5'),
  heat('tests', '6'),
  heat('occupancy', '7'),
  {
    id: 'debug.allRays',
    isChecked: () => settings().heatRays === 'all',
    run: () => setRender({ heatRays: settings().heatRays === 'all' ? 'camera' : 'all' }),
    says: () => say(settings().heatRays === 'all' ? 'hud.heatRays.all' : 'hud.heatRays.camera'),
  },
  {
    id: 'debug.treeBoxes',
    keys: ['8'],
    isChecked: () => useDebug.getState().treeBoxes,
    run: () => useDebug.setState(({ treeBoxes }) => ({ treeBoxes: !treeBoxes })),
    says: () => say(useDebug.getState().treeBoxes ? 'hud.on' : 'hud.off', { name: say('command.debug.treeBoxes') }),
  },
])
