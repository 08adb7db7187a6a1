import type { RenderSettings } from '../../gpu/index.ts'
import { chooseRay, chooseStep, closeDebug, openDebug, useDebug, walkSteps } from '../interaction/debug.ts'
import { useInteraction } from '../interaction/store.ts'
import { setRender } from './render.ts'
import type { Command } from './types.ts'

/** The heat maps, as menus and legends call them. */
export const HEAT_NAMES = { nodes: 'Nodes Visited', tests: 'Triangle Tests', occupancy: 'Leaf Occupancy' } as const
export const VIEW_NAMES: Readonly<Record<RenderSettings['view'], string>> = {
  shaded: 'Light', normals: 'Normals', nodes: 'Nodes visited', tests: 'Triangle tests', occupancy: 'Leaf occupancy',
}
type Heat = keyof typeof HEAT_NAMES
export const HEAT_RAY_NAMES: Readonly<Record<RenderSettings['heatRays'], string>> = { camera: 'Camera rays', all: 'All rays' }

const settings = (): RenderSettings => useInteraction.getState().settings

function heat(view: Heat, key: string): Command {
  return {
    id: `debug.${view}`,
    title: HEAT_NAMES[view],
    keys: [key],
    isChecked: () => settings().view === view,
    run: () => setRender({ view: settings().view === view ? 'shaded' : view }),
    says: () => (settings().view === view ? `${HEAT_NAMES[view]} per pixel` : 'Shaded view'),
  }
}

const hasSteps = (): boolean => (useDebug.getState().answer?.rays.length ?? 0) > 0

function walk(id: string, title: string, key: string, run: () => void): Command {
  return { id: `debug.${id}`, title, keys: [key], isEnabled: hasSteps, run }
}

export const debugCommands: readonly Command[] = [
  {
    id: 'debug.pixel',
    title: 'Debug Pixel…',
    keys: ['I'],
    isChecked: () => useDebug.getState().open,
    run: () => (useDebug.getState().open ? closeDebug() : openDebug()),
  },
  walk('nextStep', 'Next Step', '.', () => walkSteps(1)),
  walk('previousStep', 'Previous Step', ',', () => walkSteps(-1)),
  walk('firstStep', 'First Step', 'Home', () => chooseStep(0)),
  walk('lastStep', 'Last Step', 'End', () => chooseStep(Infinity)),
  walk('nextRay', 'Next Ray', '>', () => chooseRay(useDebug.getState().ray + 1)),
  walk('previousRay', 'Previous Ray', '<', () => chooseRay(useDebug.getState().ray - 1)),
  heat('nodes', '5'),
  heat('tests', '6'),
  heat('occupancy', '7'),
  {
    id: 'debug.allRays',
    title: 'Heat Maps Count All Rays',
    isChecked: () => settings().heatRays === 'all',
    run: () => setRender({ heatRays: settings().heatRays === 'all' ? 'camera' : 'all' }),
    says: () => `Heat maps count ${HEAT_RAY_NAMES[settings().heatRays].toLowerCase()}`,
  },
  {
    id: 'debug.treeBoxes',
    title: 'Tree Boxes',
    keys: ['8'],
    isChecked: () => useDebug.getState().treeBoxes,
    run: () => useDebug.setState(({ treeBoxes }) => ({ treeBoxes: !treeBoxes })),
    says: () => `Tree boxes ${useDebug.getState().treeBoxes ? 'on' : 'off'}`,
  },
]
