import { create } from 'zustand'
import { DEFAULT_SETTINGS, type FrameReport, type Quat, type RenderSettings, type Vec3 } from '../../gpu/index.ts'
import type { AssetRecord, LensRecord, GroupId, MaterialRecord, PieceId } from '../document/types.ts'

export type Navigation = 'orbit' | 'walk'

/** What the next click on a surface does: shows its material, takes it for the chosen surface, or puts one on. */
export type SurfaceClick =
  | { readonly kind: 'pick' | 'pipette' }
  | { readonly kind: 'brush'; readonly material: MaterialRecord; readonly assets: readonly AssetRecord[] }

/** Where a material is changed: on the chosen piece, on all of its model, wherever the same is shown. */
export type MaterialScope = 'piece' | 'model' | 'everywhere'

export interface CameraPose {
  readonly position: Vec3
  readonly orientation: Quat
  /** What orbiting turns around. */
  readonly target: Vec3
  /** Radians. */
  readonly verticalFov: number
  /** 1: vertical lines are kept vertical (two-point perspective); in between on the way there. Left out: 0. */
  readonly straighten?: number | undefined
  /** Left out: everything is sharp. */
  readonly lens?: LensRecord | undefined
}

/** Work that takes long enough to be shown, and can be cancelled. */
export interface Task {
  readonly id: string
  readonly label: string
  /** What it does now, in words; null: its label says it all. */
  readonly stage?: string | null
  /** 0..1, or null while unknown. */
  readonly progress: number | null
  readonly cancel: (() => void) | null
}

/** What the user sees but does not own: never undone; settings and camera are saved beside the document. */
export interface InteractionState {
  /** Ids of pieces and lights. */
  readonly selection: readonly string[]
  readonly hovered: PieceId | null
  /** The group whose parts a click takes; null: clicks take groups as a whole. */
  readonly entered: GroupId | null
  /** Id of the tool whose button is down, of tools/registry.ts. */
  readonly tool: string
  readonly navigation: Navigation
  /** Catalogue item that follows the pointer. */
  readonly placing: string | null
  /** The catalogue item that is chosen next takes the place of what is selected. */
  readonly replacing: boolean
  /** The next click in the room says what shall be sharp. */
  readonly focusing: boolean
  /** The next click in the room says what the selected pieces shall face. */
  readonly facing: boolean
  readonly surfaceClick: SurfaceClick | null
  /** The material slot of the selected pieces that is inspected; null or one it lacks: its first. */
  readonly slot: string | null
  /** Of several selected pieces, all of their slots are inspected, whatever `slot` says. */
  readonly everySlot: boolean
  readonly materialScope: MaterialScope
  readonly pose: CameraPose
  readonly settings: RenderSettings
  readonly tasks: readonly Task[]
  /** Measured by the viewport; null before the first frame. */
  readonly report: FrameReport | null
  /** Name of the GPU adapter, and whether it is a software one. */
  readonly adapter: { readonly name: string; readonly software: boolean } | null
  /** true when the viewport has nothing left to refine. */
  readonly settled: boolean
}

export const useInteraction = create<InteractionState>()(() => ({
  selection: [],
  hovered: null,
  entered: null,
  tool: 'select',
  navigation: 'orbit',
  placing: null,
  replacing: false,
  focusing: false,
  facing: false,
  surfaceClick: null,
  slot: null,
  everySlot: false,
  materialScope: 'piece',
  pose: { position: [0, 1.65, 4], orientation: [0, 0, 0, 1], target: [0, 1.2, 0], verticalFov: 0.9 },
  settings: DEFAULT_SETTINGS,
  tasks: [],
  report: null,
  adapter: null,
  settled: false,
}))
