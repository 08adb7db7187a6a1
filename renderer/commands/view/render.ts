import type { RenderSettings, TraversalName } from '../../../gpu/index.ts'
import { fixed, significant } from '../../words/numbers.ts'
import { shownExposure } from '../../interaction/exposure.ts'
import { useInteraction } from '../../interaction/store.ts'
import { changeSettings } from '../../shell/settings.ts'
import { type ExecutorKind, suitingExecutor } from '../../shell/executor.ts'
import { automaticMethod, METHOD_NAMES, suitingMethod } from '../../shell/method.ts'
import { useShell } from '../../shell/shell.ts'
import { automaticTraversal, suitingTraversal, TRAVERSAL_NAMES } from '../../shell/traversal.ts'
import { say, table } from '../../words/say.ts'
import { type Command, forDevelopers } from '../types.ts'

export const MAX_BOUNCES = 8
/** Metres; 0 is the error-bounded offset chosen per hit. */
export const EPSILON_STEPS = [0, 1e-5, 1e-4, 1e-3, 1e-2] as const
const EXPOSURE_STEP_EV = 1 / 3

export const MODE_NAMES: Readonly<Record<RenderSettings['mode'], string>> = table({
  uber: 'command.render.mode.uber',
  'object-list': 'command.render.mode.object-list',
  'brute-force': 'command.render.mode.brute-force',
})
export const SECONDARY_NAMES: Readonly<Record<RenderSettings['secondaryRays'], string>> = table({
  auto: 'command.render.secondaryRays.auto',
  compacted: 'command.render.secondaryRays.compacted',
  loop: 'command.render.secondaryRays.loop',
  stages: 'command.render.secondaryRays.stages',
  'work-queue': 'command.render.secondaryRays.work-queue',
})
export const BACKGROUND_NAMES: Readonly<Record<RenderSettings['background'], string>> = table({
  scene: 'command.render.background.scene',
  black: 'command.render.background.black',
  green: 'command.render.background.green',
})
export const TONE_MAP_NAMES: Readonly<Record<RenderSettings['toneMap'], string>> = table({
  neutral: 'command.render.toneMap.neutral',
  agx: 'command.render.toneMap.agx',
  aces: 'command.render.toneMap.aces',
  none: 'command.render.toneMap.none',
})

const settings = (): RenderSettings => useInteraction.getState().settings
const isHybrid = (): boolean => settings().method === 'hybrid'
/** Quick pictures look indirect light up where a card traces, or the processor's threads. */
const hasIndirect = (): boolean => isHybrid() ||
  settings().mode === 'uber' && (useInteraction.getState().adapter?.software !== true || suitingExecutor() === 'cpu')

/** Settings are no part of the document: effective in the next frame, never undone. */
export function setRender(patch: Partial<RenderSettings>): void {
  useInteraction.setState((state) => ({ settings: { ...state.settings, ...patch } }))
}

export function epsilonName(epsilon: number): string {
  if (epsilon === 0) return say('render.epsilon.automatic')
  return epsilon >= 1e-3 ? `${significant(epsilon * 1e3, 4)} mm` : `${significant(epsilon * 1e6, 4)} µm`
}

const stopsText = (stops: number): string => fixed(stops, 1)

/** Locking keeps what is shown. */
export function setAutomaticExposure(isAutomatic: boolean): void {
  setRender(isAutomatic ? { exposure: 'automatic' } : { exposure: 'locked', exposureEv: shownExposure() })
}

/** `automatic`, `50 µm`, `0.05 mm`, `0.05` (mm) → metres, or null. */
export function parseEpsilon(text: string): number | null {
  if (/^\s*(auto(mati(c|sch))?)?\s*$/i.test(text)) return 0
  const match = /^\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(µm|μm|um|mm)?\s*$/i.exec(text)
  if (match === null) return null
  return Number(match[1].replace(',', '.')) * (match[2] === undefined || match[2].toLowerCase() === 'mm' ? 1e-3 : 1e-6)
}

type Flag = 'reflections' | 'shadows' | 'lights' | 'ambient' | 'animation' | 'indirect' | 'ambientOcclusion' | 'denoise'

function toggle(key: string | null, flag: Flag, isEnabled?: () => boolean): Command {
  return {
    id: `render.${flag}`,
    ...(key === null ? {} : { keys: [key] }),
    ...(isEnabled === undefined ? {} : { isEnabled }),
    isChecked: () => settings()[flag],
    run: () => setRender({ [flag]: !settings()[flag] }),
    says: () => say(settings()[flag] ? 'hud.on' : 'hud.off', { name: say(`command.render.${flag}`) }),
  }
}

function bounce(id: string, key: string, by: 1 | -1): Command {
  return {
    id,
    keys: [key],
    isEnabled: () => (by > 0 ? settings().bounces < MAX_BOUNCES : settings().bounces > 0),
    run: () => setRender({ bounces: Math.min(MAX_BOUNCES, Math.max(0, settings().bounces + by)) }),
    says: () => say('hud.bounces', { count: settings().bounces }),
  }
}

/** The next entry of a list, around its end; a value that is not in the list counts as its first. */
function stepIn<T>(list: readonly T[], value: T, by: number): T {
  const index = Math.max(0, list.indexOf(value)) + by
  return list[(index + list.length) % list.length]
}

function choices<K extends 'mode' | 'secondaryRays' | 'background' | 'toneMap'>(key: K, names: Readonly<Record<RenderSettings[K], string>>): Command[] {
  return (Object.keys(names) as RenderSettings[K][]).map((value) => ({
    id: `render.${key}.${value}`,
    isChecked: () => settings()[key] === value,
    run: () => setRender({ [key]: value }),
    says: () => names[value],
  }))
}

const threadCount = (): number => (typeof navigator === 'undefined' ? 1 : navigator.hardwareConcurrency)

/** Who traces rays; a choice for this computer, not for the project. Whoever chose finds the way back here. */
function executor(value: ExecutorKind, title?: () => string): Command {
  return {
    id: `render.executor.${value}`,
    isAbsent: () => { const { developer, executor: chosen } = useShell.getState().settings; return developer !== true && chosen === undefined },
    ...(title === undefined ? {} : { title }),
    isChecked: () => suitingExecutor() === value,
    run: () => changeSettings({ executor: value }),
    says: () => (value === 'gpu' ? say('hud.executor.gpu') : say('hud.executor.cpu', { count: threadCount() })),
  }
}

/** How the picture is made; a choice for this computer, not for the project. undefined: what suits the adapter. */
function method(value: RenderSettings['method'] | undefined): Command {
  return {
    id: `render.method.${value ?? 'automatic'}`,
    ...(value === undefined ? { title: () => say('command.render.automatic', { name: METHOD_NAMES[automaticMethod()] }) } : {}),
    isChecked: () => useShell.getState().settings.method === value,
    run: () => changeSettings({ method: value }),
    says: () => say(suitingMethod() === 'hybrid' ? 'hud.method.hybrid' : 'hud.method.whitted'),
  }
}

export const REST_SAMPLES = [16, 64, 256, 1024, 4096] as const

function restSamples(samples: number): Command {
  return {
    id: `render.restSamples.${samples}`,
    title: () => say('render.samples', { samples }),
    isEnabled: isHybrid,
    isChecked: () => settings().restSamples === samples,
    run: () => setRender({ restSamples: samples }),
    says: () => say('hud.restSamples', { samples }),
  }
}

/** How rays walk object trees; a choice for this computer, effective in the next frame. undefined: what suits the adapter. */
function traversal(value: TraversalName | undefined): Command {
  return {
    id: `render.traversal.${value ?? 'automatic'}`,
    ...(value === undefined ? { title: () => say('command.render.automatic', { name: TRAVERSAL_NAMES[automaticTraversal()] }) } : {}),
    isChecked: () => useShell.getState().settings.traversal === value,
    run: () => changeSettings({ traversal: value }),
    says: () => say('hud.traversal', { name: TRAVERSAL_NAMES[suitingTraversal()] }),
  }
}

function epsilon(id: string, key: string, by: 1 | -1): Command {
  const at = (): number => Math.max(0, EPSILON_STEPS.findLastIndex((step) => step <= settings().epsilon))
  return {
    id,
    keys: [key],
    isEnabled: () => (by > 0 ? at() < EPSILON_STEPS.length - 1 : settings().epsilon > 0),
    run: () => setRender({ epsilon: EPSILON_STEPS[Math.min(EPSILON_STEPS.length - 1, Math.max(0, at() + by))] }),
    says: () => say('hud.epsilon', { offset: epsilonName(settings().epsilon) }),
  }
}

function exposure(id: string, key: string, by: 1 | -1): Command {
  return {
    id,
    keys: [key],
    // Whoever sets it by hand does not want it to run away.
    run: () => setRender({ exposure: 'locked', exposureEv: Math.round((shownExposure() + by * EXPOSURE_STEP_EV) * 100) / 100 }),
    says: () => say('hud.exposure', { stops: stopsText(settings().exposureEv) }),
  }
}

/** Kelvin of the light that shows white. */
const WHITE_BALANCES = { candle: 1900, tungsten: 2900, fluorescent: 4000, daylight: 5500, neutral: 6500, shade: 7500 } as const

function whiteBalance(name: keyof typeof WHITE_BALANCES): Command {
  const kelvin = WHITE_BALANCES[name]
  return {
    id: `render.whiteBalance.${name}`,
    title: () => say(`command.render.whiteBalance.${name}`, { kelvin }),
    isChecked: () => settings().whiteBalance === kelvin,
    run: () => setRender({ whiteBalance: kelvin }),
    says: () => say('hud.whiteBalance', { kelvin }),
  }
}

const modes = Object.keys(MODE_NAMES) as RenderSettings['mode'][]
const backgrounds = Object.keys(BACKGROUND_NAMES) as RenderSettings['background'][]

export const renderCommands: readonly Command[] = [
  toggle('1', 'reflections'),
  toggle('2', 'shadows'),
  toggle('3', 'lights'),
  toggle('4', 'ambient'),
  toggle('P', 'animation'),
  method(undefined),
  method('whitted'),
  method('hybrid'),
  toggle(null, 'indirect', hasIndirect),
  toggle(null, 'ambientOcclusion'),
  toggle(null, 'denoise', isHybrid),
  ...REST_SAMPLES.map(restSamples),
  bounce('render.moreBounces', ']', 1),
  bounce('render.fewerBounces', '[', -1),
  ...forDevelopers([epsilon('render.moreEpsilon', '=', 1), epsilon('render.lessEpsilon', '-', -1)]),
  exposure('render.brighter', 'E', -1),
  exposure('render.darker', 'Shift+E', 1),
  {
    id: 'render.automaticExposure',
    isChecked: () => settings().exposure === 'automatic',
    run: () => setAutomaticExposure(settings().exposure !== 'automatic'),
    says: () => (settings().exposure === 'automatic' ? say('hud.exposure.automatic') : say('hud.exposure.locked', { stops: stopsText(settings().exposureEv) })),
  },
  ...(Object.keys(WHITE_BALANCES) as (keyof typeof WHITE_BALANCES)[]).map(whiteBalance),
  {
    id: 'render.nextBackground',
    keys: ['G'],
    run: () => setRender({ background: stepIn(backgrounds, settings().background, 1) }),
    says: () => say('hud.background', { name: BACKGROUND_NAMES[settings().background] }),
  },
  ...choices('background', BACKGROUND_NAMES),
  ...choices('toneMap', TONE_MAP_NAMES),
  executor('gpu'),
  executor('cpu', () => say('command.render.executor.cpu', { count: threadCount() })),
  ...forDevelopers([
    {
      id: 'render.normalsView',
      keys: ['N'],
      isChecked: () => settings().view === 'normals',
      run: () => setRender({ view: settings().view === 'normals' ? 'shaded' : 'normals' }),
      says: () => say(settings().view === 'normals' ? 'hud.view.normals' : 'hud.view.shaded'),
    },
    {
      id: 'render.flatNormals',
      keys: ['Shift+N'],
      isChecked: () => settings().normals === 'flat',
      run: () => setRender({ normals: settings().normals === 'flat' ? 'interpolated' : 'flat' }),
      says: () => say(settings().normals === 'flat' ? 'hud.normals.flat' : 'hud.normals.interpolated'),
    },
    {
      id: 'render.nextMode',
      keys: ['K'],
      run: () => setRender({ mode: stepIn(modes, settings().mode, 1) }),
      says: () => MODE_NAMES[settings().mode],
    },
    ...choices('mode', MODE_NAMES),
    ...choices('secondaryRays', SECONDARY_NAMES),
    traversal(undefined),
    ...(Object.keys(TRAVERSAL_NAMES) as TraversalName[]).map(traversal),
  ]),
]
