import type { RenderSettings, TraversalName } from '../../gpu/index.ts'
import { shownExposure } from '../interaction/exposure.ts'
import { useInteraction } from '../interaction/store.ts'
import { changeSettings } from '../shell/settings.ts'
import { automaticMethod, METHOD_NAMES, suitingMethod } from '../panels/project/method.ts'
import { useShell } from '../shell/shell.ts'
import { automaticTraversal, suitingTraversal, TRAVERSAL_NAMES } from '../panels/project/traversal.ts'
import type { Command } from './types.ts'

export const MAX_BOUNCES = 8
/** Metres; 0 is the error-bounded offset chosen per hit. */
export const EPSILON_STEPS = [0, 1e-5, 1e-4, 1e-3, 1e-2] as const
const EXPOSURE_STEP_EV = 1 / 3

export const MODE_NAMES: Readonly<Record<RenderSettings['mode'], string>> = {
  uber: 'Über-kD-Tree',
  'object-list': 'Object list',
  'brute-force': 'Brute force',
}
export const SECONDARY_NAMES: Readonly<Record<RenderSettings['secondaryRays'], string>> = {
  auto: 'Automatic',
  compacted: 'Compacted',
  loop: 'Loop',
  'work-queue': 'Work queue',
}
export const BACKGROUND_NAMES: Readonly<Record<RenderSettings['background'], string>> = {
  scene: 'Scene',
  black: 'Black',
  green: 'Debug green',
}
export const TONE_MAP_NAMES: Readonly<Record<RenderSettings['toneMap'], string>> = {
  neutral: 'PBR Neutral',
  agx: 'AgX',
  aces: 'ACES',
  none: 'None',
}

const settings = (): RenderSettings => useInteraction.getState().settings
const isHybrid = (): boolean => settings().method === 'hybrid'

/** Settings are no part of the document: effective in the next frame, never undone. */
export function setRender(patch: Partial<RenderSettings>): void {
  useInteraction.setState((state) => ({ settings: { ...state.settings, ...patch } }))
}

export function epsilonName(epsilon: number): string {
  if (epsilon === 0) return 'automatic'
  return epsilon >= 1e-3 ? `${Number((epsilon * 1e3).toPrecision(4))} mm` : `${Number((epsilon * 1e6).toPrecision(4))} µm`
}

/** Locking keeps what is shown. */
export function setAutomaticExposure(isAutomatic: boolean): void {
  setRender(isAutomatic ? { exposure: 'automatic' } : { exposure: 'locked', exposureEv: shownExposure() })
}

/** `automatic`, `50 µm`, `0.05 mm`, `0.05` (mm) → metres, or null. */
export function parseEpsilon(text: string): number | null {
  if (/^\s*(auto(matic)?)?\s*$/i.test(text)) return 0
  const match = /^\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(µm|μm|um|mm)?\s*$/i.exec(text)
  if (match === null) return null
  return Number(match[1].replace(',', '.')) * (match[2] === undefined || match[2].toLowerCase() === 'mm' ? 1e-3 : 1e-6)
}

type Flag = 'reflections' | 'shadows' | 'lights' | 'ambient' | 'animation' | 'indirect' | 'ambientOcclusion' | 'denoise'

function toggle(key: string | null, flag: Flag, name: string, isEnabled?: () => boolean): Command {
  return {
    id: `render.${flag}`,
    title: name,
    ...(key === null ? {} : { keys: [key] }),
    ...(isEnabled === undefined ? {} : { isEnabled }),
    isChecked: () => settings()[flag],
    run: () => setRender({ [flag]: !settings()[flag] }),
    says: () => `${name} ${settings()[flag] ? 'on' : 'off'}`,
  }
}

function bounce(id: string, title: string, key: string, by: 1 | -1): Command {
  return {
    id,
    title,
    keys: [key],
    isEnabled: () => (by > 0 ? settings().bounces < MAX_BOUNCES : settings().bounces > 0),
    run: () => setRender({ bounces: Math.min(MAX_BOUNCES, Math.max(0, settings().bounces + by)) }),
    says: () => (settings().bounces === 1 ? '1 bounce' : `${settings().bounces} bounces`),
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
    title: names[value],
    isChecked: () => settings()[key] === value,
    run: () => setRender({ [key]: value }),
    says: () => names[value],
  }))
}

const threadCount = (): number => (typeof navigator === 'undefined' ? 1 : navigator.hardwareConcurrency)

/** Who traces rays; a choice for this computer, not for the project. */
function executor(value: 'gpu' | 'cpu', title: string | (() => string)): Command {
  return {
    id: `render.executor.${value}`,
    title,
    isChecked: () => (useShell.getState().settings.executor ?? 'gpu') === value,
    run: () => changeSettings({ executor: value }),
    says: () => (value === 'gpu' ? 'Rays are traced on the GPU' : `Rays are traced on ${threadCount()} threads of the processor`),
  }
}

/** How the picture is made; a choice for this computer, not for the project. undefined: what suits the adapter. */
function method(value: RenderSettings['method'] | undefined): Command {
  return {
    id: `render.method.${value ?? 'automatic'}`,
    title: value === undefined ? () => `Automatic (${METHOD_NAMES[automaticMethod()]})` : METHOD_NAMES[value],
    isChecked: () => useShell.getState().settings.method === value,
    run: () => changeSettings({ method: value }),
    says: () => (suitingMethod() === 'hybrid' ? 'Hybrid: soft shadows, rough reflections and glass' : 'Whitted: hard shadows and sharp mirrors'),
  }
}

export const REST_SAMPLES = [16, 64, 256, 1024, 4096] as const

function restSamples(samples: number): Command {
  return {
    id: `render.restSamples.${samples}`,
    title: String(samples),
    isEnabled: isHybrid,
    isChecked: () => settings().restSamples === samples,
    run: () => setRender({ restSamples: samples }),
    says: () => `${samples} samples at rest`,
  }
}

/** How rays walk object trees; a choice for this computer, effective in the next frame. undefined: what suits the adapter. */
function traversal(value: TraversalName | undefined): Command {
  return {
    id: `render.traversal.${value ?? 'automatic'}`,
    title: value === undefined ? () => `Automatic (${TRAVERSAL_NAMES[automaticTraversal()]})` : TRAVERSAL_NAMES[value],
    isChecked: () => useShell.getState().settings.traversal === value,
    run: () => changeSettings({ traversal: value }),
    says: () => `Rays walk by ${TRAVERSAL_NAMES[suitingTraversal()]}`,
  }
}

function epsilon(id: string, title: string, key: string, by: 1 | -1): Command {
  const at = (): number => Math.max(0, EPSILON_STEPS.findLastIndex((step) => step <= settings().epsilon))
  return {
    id,
    title,
    keys: [key],
    isEnabled: () => (by > 0 ? at() < EPSILON_STEPS.length - 1 : settings().epsilon > 0),
    run: () => setRender({ epsilon: EPSILON_STEPS[Math.min(EPSILON_STEPS.length - 1, Math.max(0, at() + by))] }),
    says: () => `Ray offset ${epsilonName(settings().epsilon)}`,
  }
}

function exposure(id: string, title: string, key: string, by: 1 | -1): Command {
  return {
    id,
    title,
    keys: [key],
    // Whoever sets it by hand does not want it to run away.
    run: () => setRender({ exposure: 'locked', exposureEv: Math.round((shownExposure() + by * EXPOSURE_STEP_EV) * 100) / 100 }),
    says: () => `Exposure ${settings().exposureEv.toFixed(1)} EV`,
  }
}

/** Kelvin of the light that shows white. */
const WHITE_BALANCES = { candle: 1900, tungsten: 2900, fluorescent: 4000, daylight: 5500, neutral: 6500, shade: 7500 } as const
const WHITE_BALANCE_NAMES: Readonly<Record<keyof typeof WHITE_BALANCES, string>> = {
  candle: 'Candle', tungsten: 'Light Bulb', fluorescent: 'Fluorescent Tube', daylight: 'Daylight', neutral: 'Neutral', shade: 'Shade',
}

function whiteBalance(name: keyof typeof WHITE_BALANCES): Command {
  const kelvin = WHITE_BALANCES[name]
  return {
    id: `render.whiteBalance.${name}`,
    title: `White Balance: ${WHITE_BALANCE_NAMES[name]} (${kelvin} K)`,
    isChecked: () => settings().whiteBalance === kelvin,
    run: () => setRender({ whiteBalance: kelvin }),
    says: () => `White balance ${kelvin} K`,
  }
}

const modes = Object.keys(MODE_NAMES) as RenderSettings['mode'][]
const backgrounds = Object.keys(BACKGROUND_NAMES) as RenderSettings['background'][]

export const renderCommands: readonly Command[] = [
  toggle('1', 'reflections', 'Reflections'),
  toggle('2', 'shadows', 'Shadows'),
  toggle('3', 'lights', 'Lights'),
  toggle('4', 'ambient', 'Ambient Light'),
  toggle('P', 'animation', 'Animation'),
  method(undefined),
  method('whitted'),
  method('hybrid'),
  toggle(null, 'indirect', 'Indirect Light', isHybrid),
  toggle(null, 'ambientOcclusion', 'Ambient Occlusion'),
  toggle(null, 'denoise', 'Denoise', isHybrid),
  ...REST_SAMPLES.map(restSamples),
  bounce('render.moreBounces', 'More Bounces', ']', 1),
  bounce('render.fewerBounces', 'Fewer Bounces', '[', -1),
  epsilon('render.moreEpsilon', 'Larger Ray Offset', '=', 1),
  epsilon('render.lessEpsilon', 'Smaller Ray Offset', '-', -1),
  exposure('render.brighter', 'Brighter', 'E', -1),
  exposure('render.darker', 'Darker', 'Shift+E', 1),
  {
    id: 'render.automaticExposure',
    title: 'Automatic Exposure',
    isChecked: () => settings().exposure === 'automatic',
    run: () => setAutomaticExposure(settings().exposure !== 'automatic'),
    says: () => (settings().exposure === 'automatic' ? 'Exposure follows the picture' : `Exposure locked at ${settings().exposureEv.toFixed(1)} EV`),
  },
  ...(Object.keys(WHITE_BALANCES) as (keyof typeof WHITE_BALANCES)[]).map(whiteBalance),
  {
    id: 'render.normalsView',
    title: 'Show Normals',
    keys: ['N'],
    isChecked: () => settings().view === 'normals',
    run: () => setRender({ view: settings().view === 'normals' ? 'shaded' : 'normals' }),
    says: () => (settings().view === 'normals' ? 'Normals view' : 'Shaded view'),
  },
  {
    id: 'render.flatNormals',
    title: 'Flat Normals',
    keys: ['Shift+N'],
    isChecked: () => settings().normals === 'flat',
    run: () => setRender({ normals: settings().normals === 'flat' ? 'interpolated' : 'flat' }),
    says: () => (settings().normals === 'flat' ? 'Flat normals' : 'Interpolated normals'),
  },
  {
    id: 'render.nextMode',
    title: 'Next Render Mode',
    keys: ['K'],
    run: () => setRender({ mode: stepIn(modes, settings().mode, 1) }),
    says: () => MODE_NAMES[settings().mode],
  },
  {
    id: 'render.nextBackground',
    title: 'Next Background',
    keys: ['G'],
    run: () => setRender({ background: stepIn(backgrounds, settings().background, 1) }),
    says: () => `Background: ${BACKGROUND_NAMES[settings().background].toLowerCase()}`,
  },
  ...choices('mode', MODE_NAMES),
  executor('gpu', 'GPU'),
  executor('cpu', () => `CPU (${threadCount()} threads)`),
  ...choices('secondaryRays', SECONDARY_NAMES),
  traversal(undefined),
  ...(Object.keys(TRAVERSAL_NAMES) as TraversalName[]).map(traversal),
  ...choices('background', BACKGROUND_NAMES),
  ...choices('toneMap', TONE_MAP_NAMES),
]
