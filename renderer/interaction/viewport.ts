import type { BuildTree, MeshKey, QueryHit, SceneQuery, SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import type { CameraPose } from './store.ts'

/** A picture read back from the GPU: 8-bit RGBA, sRGB, rows from top to bottom. */
export interface Capture {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
}

/** The room as it was when an export began: what is edited meanwhile does not reach it. */
export interface ExportScene {
  readonly snapshot: SceneSnapshot
  readonly trees: ReadonlyMap<MeshKey, Awaited<ReturnType<BuildTree>>>
}

/**
 * What the rest of the window may ask of the mounted viewport: commands, saving (thumbnail), the unattended run and tests.
 * Everything else travels through the stores.
 */
export interface ViewportControls {
  /** Frames every visible piece. */
  fitAll(): void
  /** Frames the selection; the whole room when nothing is selected. */
  fitSelection(): void
  setPose(pose: CameraPose): void
  /** The picture as it is now, without overlays, at canvas resolution. */
  capture(): Promise<Capture>
  /** PNG of the picture, at most `longestSide` pixels wide or high. */
  thumbnail(longestSide?: number): Promise<Blob>
  /** The picture as it is now, as a saved view shows itself: a data URL. */
  viewThumbnail(): Promise<string>
  /** The room as it is now, or a snapshot of it, for a picture that is made while it changes. */
  exportScene(snapshot?: SceneSnapshot): Promise<ExportScene>
  /** Resolves when every tree is built, the picture is final and the GPU at rest. */
  settled(): Promise<void>
  /** Tests: brute force may take so long for a picture, milliseconds; a busy machine would show only its middle. */
  setPatience(patienceMs: number): void
  /** Tests: loses the GPU device as a driver crash would. */
  loseDevice(): void
  /** CSS pixel of the canvas where a world point appears, or null behind the camera. */
  project(point: Vec3): readonly [x: number, y: number] | null
  /** Of the canvas, device pixels: what the debug pixel's coordinates count. */
  pictureSize(): { readonly width: number; readonly height: number }
  /** What lies under a CSS pixel of the canvas. */
  pick(x: number, y: number): QueryHit | null
  /** What the middle of the picture shows. */
  pickMiddle(): QueryHit | null
  /** The point of the selection that faces the camera; null: nothing is selected. */
  pickSelection(): Vec3 | null
  /** What a ray meets in the room; the direction is a unit vector. */
  probe(origin: Vec3, direction: Vec3): QueryHit | null
  /** What pieces may run into, for commands that place them; null before the first scene. */
  surroundings(): { readonly query: SceneQuery; readonly snapshot: SceneSnapshot } | null
  /** Counts that tests check: composited animation frames, input-to-picture times in milliseconds, lost devices. */
  readonly statistics: ViewportStatistics
}

export interface ViewportStatistics {
  readonly frames: number
  /** From an input event to the first complete picture made after it; the newest 200. */
  readonly inputToPictureMs: readonly number[]
  readonly deviceLosses: number
  /** Bytes of every buffer and texture alive on the device, ours and three's; by label, largest first. */
  readonly gpuBytes: number
  readonly gpuBytesByLabel: Readonly<Record<string, number>>
}

let current: ViewportControls | null = null
const waiting: ((controls: ViewportControls) => void)[] = []

/** The viewport on screen, or null while there is none (start screen, device being rebuilt). */
export function findViewport(): ViewportControls | null {
  return current
}

/** Resolves with the viewport as soon as one is ready. */
export function viewportReady(): Promise<ViewportControls> {
  return current === null ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(current)
}

/** Called by the viewport itself; null when it goes. */
export function registerViewport(controls: ViewportControls | null): void {
  current = controls
  if (controls !== null) for (const resolve of waiting.splice(0)) resolve(controls)
}
