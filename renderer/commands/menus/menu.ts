import type { MenuEntry } from '../../../electron/contract.ts'
import { type PlainId, say } from '../../words/say.ts'
import { isFixed, keysOf } from '../keys/bindings.ts'
import { F_NUMBERS, FOCAL_LENGTHS } from '../view/camera.ts'
import { TRAVERSAL_NAMES } from '../../shell/traversal.ts'
import { PUT_ON_LAYER } from '../edit/layers.ts'
import { panelCommands } from '../view/panels.ts'
import { allCommands, findCommand, isAbsent, isEnabled } from '../registry.ts'
import { REST_SAMPLES } from '../view/render.ts'
import { SAMPLES } from '../../project/open/samples.ts'
import { acceleratorOf } from '../keys/shortcuts.ts'
import { useShell } from '../../shell/shell.ts'
import { toolCommands } from '../edit/tools.ts'
import { titleOf } from '../types.ts'

/** An id of the catalogue: a menu's name. */
export type MenuLabel = Extract<PlainId, `menu.${string}`>
/** A command's id, a rule, or a menu within the menu. */
export type MenuItem = string | { readonly label: MenuLabel; readonly items: readonly MenuItem[] }

export const SEPARATOR = '-'
/** On which layer what is selected lies. */
export const LAYER_MENU: MenuItem = { label: 'menu.layer', items: [...PUT_ON_LAYER, SEPARATOR, 'edit.layer.new', 'edit.layer.none'] }
const nudges = (step: string): string[] => ['left', 'right', 'away', 'near', 'up', 'down'].map((way) => `edit.nudge.${step}${way}`)
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]

interface MenuPlan {
  readonly label: MenuLabel
  /** First words of the ids of commands that stand at its end unless they are listed. */
  readonly home: readonly string[]
  readonly items: readonly MenuItem[]
}

/** What several pieces are put in order by. */
export const ARRANGE_MANY: readonly MenuItem[] = [
  {
    label: 'menu.align',
    items: [
      'arrange.align.left', 'arrange.middle.across', 'arrange.align.right', '-', 'arrange.align.away', 'arrange.middle.deep', 'arrange.align.near', '-',
      'arrange.align.up', 'arrange.middle.high', 'arrange.align.down',
    ],
  },
  { label: 'menu.gaps', items: ['arrange.gaps.across', 'arrange.gaps.deep', 'arrange.gaps.high', '-', 'arrange.line'] }, 'arrange.circle',
]
export const TURN_AND_MIRROR: readonly MenuItem[] = [
  { label: 'menu.turn', items: ['arrange.turn.left', 'arrange.turn.right', '-', 'arrange.quarter.left', 'arrange.quarter.right', '-', 'arrange.face', 'arrange.faceMiddle', 'arrange.faceWall', '-', 'arrange.pivot'] },
  { label: 'menu.mirror', items: ['arrange.mirror.across', 'arrange.mirror.deep'] },
]

/** What stands where, in the order of an architect's programs. A command that is not listed stands at the end of its home. */
const planned = (): readonly MenuPlan[] => [
  {
    label: 'menu.file',
    home: ['file'],
    items: [
      'file.new', 'file.newWindow', 'file.open', { label: 'menu.openSample', items: SAMPLES.map(({ command }) => command) }, '-', 'file.save', 'file.saveAs', 'file.versions', '-', 'file.reloadModel', 'file.importReport', 'file.importCatalogue', 'file.exportCatalogue', '-', 'file.exportPicture', 'file.exportClip', 'file.renderMany', '-', 'file.settings', '-', 'file.close', 'file.closeWindow',
    ],
  },
  {
    label: 'menu.edit',
    home: ['edit', 'tool'],
    items: [
      'edit.undo', 'edit.redo', '-', 'edit.cut', 'edit.copy', 'edit.paste', 'edit.pasteInPlace', 'edit.duplicate', 'edit.delete', 'edit.rename', 'edit.typePosition', 'edit.replace', { label: 'menu.item', items: ['edit.placeItem', 'edit.replaceWithItem', '-', 'edit.editItem', 'edit.removeItem'] }, 'edit.addToCatalogue', '-', { label: 'menu.material', items: ['edit.pickMaterial', 'edit.materialHere', 'edit.takeMaterial', 'edit.resetMaterial', '-', 'edit.nextSlot', 'edit.previousSlot', '-', 'edit.keepMaterial', 'edit.bringMaterial'] }, '-',
      'edit.group', 'edit.ungroup', 'edit.enterGroup', LAYER_MENU, '-', 'edit.hide', 'edit.unhideAll', 'edit.lock', '-',
      { label: 'menu.select', items: ['edit.selectAll', 'edit.selectSimilar', 'edit.selectByMaterial', 'edit.layer.select', 'edit.invertSelection', 'edit.deselect', '-', 'edit.contextMenu'] },
      { label: 'menu.nudge', items: [...nudges(''), '-', ...nudges('fine.'), '-', ...nudges('far.')] },
      '-', ...toolCommands.map(({ id }) => id),
    ],
  },
  {
    label: 'menu.view',
    home: ['view', 'render', 'debug'],
    items: [
      'view.undo', 'view.redo', '-', 'view.fitAll', 'view.fitSelection', '-',
      'render.reflections', 'render.shadows', 'render.lights', 'render.ambient', 'render.animation', '-',
      {
        label: 'menu.background',
        items: ['render.background.scene', 'render.background.black', 'render.background.green', '-', 'render.nextBackground'],
      },
      {
        label: 'menu.render',
        items: [
          'render.moreBounces', 'render.fewerBounces', '-',
          { label: 'menu.method', items: ['render.method.automatic', '-', 'render.method.whitted', 'render.method.hybrid'] },
          'render.indirect', 'render.ambientOcclusion', 'render.denoise',
          { label: 'menu.restSamples', items: REST_SAMPLES.map((samples) => `render.restSamples.${samples}`) }, '-',
          { label: 'menu.heat', items: ['debug.nodes', 'debug.tests', 'debug.occupancy', '-', 'debug.allRays'] },
          { label: 'menu.normals', items: ['render.normalsView', 'render.flatNormals', '-', 'render.moreEpsilon', 'render.lessEpsilon'] },
          { label: 'menu.mode', items: ['render.mode.uber', 'render.mode.object-list', 'render.mode.brute-force', '-', 'render.nextMode'] },
          { label: 'menu.executor', items: ['render.executor.gpu', 'render.executor.cpu'] },
          { label: 'menu.traversal', items: ['render.traversal.automatic', '-', ...Object.keys(TRAVERSAL_NAMES).map((name) => `render.traversal.${name}`)] },
          {
            label: 'menu.secondaryRays',
            items: ['render.secondaryRays.auto', '-', 'render.secondaryRays.compacted', 'render.secondaryRays.loop', 'render.secondaryRays.stages', 'render.secondaryRays.work-queue'],
          }, '-',
          'debug.pixel',
          {
            label: 'menu.rays',
            items: ['debug.nextStep', 'debug.previousStep', 'debug.firstStep', 'debug.lastStep', '-', 'debug.nextRay', 'debug.previousRay'],
          },
          'debug.treeBoxes',
        ],
      },
    ],
  },
  {
    label: 'menu.insert',
    home: [],
    items: [
      'file.bringIn', 'file.bringInPlace', '-',
      {
        label: 'menu.addLight',
        items: [
          'light.add.point', 'light.add.spot', 'light.add.ies', '-', 'light.add.sphere', 'light.add.disc', 'light.add.rectangle', 'light.add.grid', '-', 'light.add.sun',
        ],
      },
      { label: 'menu.surroundings', items: ['file.surroundings', 'file.noSurroundings'] },
    ],
  },
  {
    label: 'menu.arrange',
    home: ['arrange'],
    items: [
      ...ARRANGE_MANY, 'arrange.array', '-',
      'arrange.drop', 'arrange.againstWall', 'arrange.swap', '-',
      ...TURN_AND_MIRROR,
    ],
  },
  {
    label: 'menu.light',
    home: ['light'],
    items: [
      'light.switch', 'light.brighter', 'light.dimmer', 'light.shine', 'light.measured', 'light.evenly', '-', { label: 'menu.lights', items: NINE.map((n) => `light.toggle.${n}`) }, '-', 'light.followDate', 'light.sky',
    ],
  },
  {
    label: 'menu.camera',
    home: ['camera'],
    items: [
      'view.walk', 'camera.straighten', '-',
      { label: 'menu.lens', items: ['camera.wider', 'camera.longer', '-', ...FOCAL_LENGTHS.map((mm) => `camera.focal.${mm}`)] },
      'camera.depthOfField',
      {
        label: 'menu.focus',
        items: [
          'camera.focus', 'camera.focusMiddle', 'camera.focusSelection', '-', 'camera.moreBlur', 'camera.lessBlur', '-',
          ...F_NUMBERS.map((fNumber) => `camera.aperture.${fNumber}`),
        ],
      },
      '-', 'render.automaticExposure', 'render.brighter', 'render.darker',
      {
        label: 'menu.whiteBalance',
        items: ['candle', 'tungsten', 'fluorescent', 'daylight', 'neutral', 'shade'].map((name) => `render.whiteBalance.${name}`),
      },
      {
        label: 'menu.toneMap',
        items: ['render.toneMap.neutral', 'render.toneMap.agx', 'render.toneMap.aces', 'render.toneMap.none'],
      },
      '-', 'view.save', 'view.next', 'view.previous',
      {
        label: 'menu.views',
        items: [...NINE.map((n) => `view.recall.${n}`), '-', 'view.goTo', 'view.update', 'view.rename', 'view.moveUp', 'view.moveDown', 'view.remove'],
      },
    ],
  },
  {
    label: 'menu.window',
    home: [],
    items: [
      ...panelCommands(useShell.getState().panels).map(({ id }) => id), '-', 'view.leftPanel', 'view.rightPanel', 'view.statusBar', 'view.panels', '-', 'view.nextPart', 'view.previousPart', '-', 'view.fullscreen',
    ],
  },
  { label: 'menu.help', home: ['help'], items: ['help.palette', 'help.shortcuts', '-', 'help.saveScript', '-', 'help.about'] },
]

const idsIn = (items: readonly MenuItem[]): readonly string[] => items.flatMap((item) => (typeof item === 'string' ? [item] : idsIn(item.items)))

/** The menus, as drawn in the window and by the platform. Every command stands in exactly one of them, once. */
export function allMenus(): readonly Pick<MenuPlan, 'label' | 'items'>[] {
  const plans = planned()
  const listed = new Set(plans.flatMap(({ items }) => idsIn(items)))
  const others = allCommands().filter(({ id }) => !listed.has(id))
  return plans.map(({ label, home, items }) => {
    const rest = others.filter(({ id }) => home.includes(id.split('.')[0])).map(({ id }) => id)
    return { label, items: rest.length === 0 ? items : [...items, SEPARATOR, ...rest] }
  })
}

/**
 * Without rules that part nothing: what stood beside them may be absent.
 *
 * @param isShown  what of it stands there now
 */
export function entriesOf(items: readonly MenuItem[], isShown: (entry: MenuEntry) => boolean = () => true): MenuEntry[] {
  const entries = items.map((item) => entryOf(item, isShown)).filter((entry) => entry !== null && isShown(entry)) as MenuEntry[]
  const isRule = (entry: MenuEntry | undefined): boolean => entry === undefined || entry.kind === 'separator'
  const parting = entries.filter((entry, at) => !isRule(entry) || !isRule(entries[at - 1]))
  return isRule(parting.at(-1)) ? parting.slice(0, -1) : parting
}

function entryOf(item: MenuItem, isShown: (entry: MenuEntry) => boolean): MenuEntry | null {
  if (item === SEPARATOR) return { kind: 'separator' }
  if (typeof item !== 'string') {
    const items = entriesOf(item.items, isShown)
    return items.length === 0 ? null : { kind: 'submenu', label: say(item.label), items }
  }
  const command = findCommand(item)
  if (command === null || isAbsent(command)) return null
  const [key] = keysOf(command)
  return {
    kind: 'command',
    id: command.id,
    label: titleOf(command),
    // The platform's own menu of text fields has these keys.
    accelerator: key === undefined || isFixed(command) ? undefined : acceleratorOf(key),
    enabled: isEnabled(command),
    checked: command.isChecked?.(),
  }
}

/** The menus as they stand now: titles, what is enabled, what is checked. */
export function menuModel(): MenuEntry[] {
  return allMenus().map(({ label, items }) => ({
    kind: 'submenu' as const,
    label: say(label),
    items: entriesOf(items),
  }))
}
