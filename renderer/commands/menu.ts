import type { MenuEntry } from '../../electron/contract.ts'
import { F_NUMBERS, FOCAL_LENGTHS } from './camera.ts'
import { TRAVERSAL_NAMES } from '../panels/project/traversal.ts'
import { findCommand, isEnabled } from './registry.ts'
import { REST_SAMPLES } from './render.ts'
import { SAMPLES } from '../project/samples.ts'
import { acceleratorOf } from './shortcuts.ts'
import { titleOf } from './types.ts'

/** A command's id, a rule, or a menu within the menu. */
export type MenuItem = string | { readonly label: string; readonly items: readonly MenuItem[] }

export const SEPARATOR = '-'
const WAYS = ['left', 'right', 'away', 'near', 'up', 'down']
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The menus, as drawn in the window and by the platform. Every command stands in exactly one place. */
export const MENUS: readonly { readonly label: string; readonly items: readonly MenuItem[] }[] = [
  {
    label: 'File',
    items: [
      'file.new', 'file.open', { label: 'Open Sample', items: SAMPLES.map(({ command }) => command) }, '-', 'file.save', 'file.saveAs', 'file.versions', '-', 'file.exportPicture', 'file.exportClip', '-', 'file.settings', '-', 'file.close',
    ],
  },
  {
    label: 'Edit',
    items: [
      'edit.undo', 'edit.redo', '-', 'edit.duplicate', 'edit.delete', 'edit.rename', '-', 'edit.hide', 'edit.unhideAll',
      'edit.lock', '-', 'edit.selectAll', 'edit.deselect', '-',
      { label: 'Move', items: [...WAYS.map((way) => `edit.nudge.${way}`), '-', ...WAYS.map((way) => `edit.nudge.far.${way}`)] },
      '-', 'tool.select', 'tool.move', 'tool.rotate', 'tool.scale',
    ],
  },
  {
    label: 'View',
    items: [
      'view.walk', '-', 'view.fitAll', 'view.fitSelection', '-',
      'camera.straighten',
      { label: 'Lens', items: ['camera.wider', 'camera.longer', '-', ...FOCAL_LENGTHS.map((mm) => `camera.focal.${mm}`)] },
      'camera.depthOfField',
      {
        label: 'Focus and Aperture',
        items: [
          'camera.focus', 'camera.focusMiddle', 'camera.focusSelection', '-', 'camera.moreBlur', 'camera.lessBlur', '-',
          ...F_NUMBERS.map((fNumber) => `camera.aperture.${fNumber}`),
        ],
      },
      '-', 'view.save', 'view.next', 'view.previous',
      {
        label: 'Saved Views',
        items: [...NINE.map((n) => `view.recall.${n}`), '-', 'view.update', 'view.rename', 'view.moveUp', 'view.moveDown', 'view.remove'],
      },
      '-', 'view.catalogue', 'view.outline', 'view.views', 'view.leftPanel', 'view.rightPanel', 'view.statusBar', '-',
      'debug.pixel',
      {
        label: 'Rays and Steps',
        items: ['debug.nextStep', 'debug.previousStep', 'debug.firstStep', 'debug.lastStep', '-', 'debug.nextRay', 'debug.previousRay'],
      },
      'debug.treeBoxes', '-', 'view.fullscreen',
    ],
  },
  {
    label: 'Light',
    items: [
      {
        label: 'Add',
        items: [
          'light.add.point', 'light.add.spot', 'light.add.ies', '-', 'light.add.sphere', 'light.add.disc', 'light.add.rectangle', 'light.add.grid', '-', 'light.add.sun',
        ],
      },
      '-', 'light.switch', 'light.brighter', 'light.dimmer', 'light.shine', 'light.measured', 'light.evenly', '-', 'light.followDate', 'light.sky',
    ],
  },
  {
    label: 'Render',
    items: [
      'render.reflections', 'render.shadows', 'render.lights', 'render.ambient', 'render.animation', '-',
      { label: 'Single Lights', items: NINE.map((n) => `light.toggle.${n}`) },
      'render.moreBounces', 'render.fewerBounces', '-',
      { label: 'Heat Map', items: ['debug.nodes', 'debug.tests', 'debug.occupancy', '-', 'debug.allRays'] },
      { label: 'Normals and Ray Offset', items: ['render.normalsView', 'render.flatNormals', '-', 'render.moreEpsilon', 'render.lessEpsilon'] }, '-',
      { label: 'Method', items: ['render.method.automatic', '-', 'render.method.whitted', 'render.method.hybrid'] },
      'render.indirect', 'render.ambientOcclusion', 'render.denoise',
      { label: 'Samples at Rest', items: REST_SAMPLES.map((samples) => `render.restSamples.${samples}`) }, '-',
      {
        label: 'Render Mode',
        items: ['render.mode.uber', 'render.mode.object-list', 'render.mode.brute-force', '-', 'render.nextMode'],
      },
      {
        label: 'Executor',
        items: ['render.executor.gpu', 'render.executor.cpu'],
      },
      { label: 'Traversal', items: ['render.traversal.automatic', '-', ...Object.keys(TRAVERSAL_NAMES).map((name) => `render.traversal.${name}`)] },
      {
        label: 'Secondary Rays',
        items: ['render.secondaryRays.auto', '-', 'render.secondaryRays.compacted', 'render.secondaryRays.loop', 'render.secondaryRays.work-queue'],
      },
      {
        label: 'Background',
        items: ['render.background.scene', 'render.background.black', 'render.background.green', '-', 'render.nextBackground'],
      },
      {
        label: 'Tone Mapping',
        items: ['render.toneMap.neutral', 'render.toneMap.agx', 'render.toneMap.aces', 'render.toneMap.none'],
      },
      {
        label: 'White Balance',
        items: ['candle', 'tungsten', 'fluorescent', 'daylight', 'neutral', 'shade'].map((name) => `render.whiteBalance.${name}`),
      },
      '-', 'render.automaticExposure', 'render.brighter', 'render.darker',
    ],
  },
  { label: 'Help', items: ['help.palette', 'help.shortcuts', '-', 'help.about'] },
]

function entryOf(item: MenuItem): MenuEntry | null {
  if (item === SEPARATOR) return { kind: 'separator' }
  if (typeof item !== 'string') {
    const items = item.items.map(entryOf).filter((entry) => entry !== null)
    return items.length === 0 ? null : { kind: 'submenu', label: item.label, items }
  }
  const command = findCommand(item)
  if (command === null || command.isAbsent?.() === true) return null
  const [key] = command.keys ?? []
  return {
    kind: 'command',
    id: command.id,
    label: titleOf(command),
    accelerator: key === undefined ? undefined : acceleratorOf(key),
    enabled: isEnabled(command),
    checked: command.isChecked?.(),
  }
}

/** The menus as they stand now: titles, what is enabled, what is checked. */
export function menuModel(): MenuEntry[] {
  return MENUS.map(({ label, items }) => ({
    kind: 'submenu' as const,
    label,
    items: items.map(entryOf).filter((entry) => entry !== null),
  }))
}
