import { DEFAULT_SETTINGS } from '../../../gpu/settings.ts'
import type { Camera, Light, Mat4, SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { composeMatrix, quatFromAxisAngle, quatLookingAt } from '../../document/transform.ts'
import type { Mount } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { LoadedAsset } from '../../imports/types.ts'
import { viewportReady } from '../../interaction/viewport.ts'
import { GROUND, GROUND_MESH } from '../../scene/ground.ts'
import { powerPreference } from '../../shell/card.ts'
import { useShell } from '../../shell/shell.ts'
import { DEFAULT_PICTURE } from '../options.ts'
import { runExport } from './run-export.ts'

/** As the pictures of the catalogue that ships. */
export const PIECE_PICTURE = { width: 256, height: 192, samples: 48, bounces: 5 } as const
const FOV = (22 * Math.PI) / 180
/** Of the half picture, what the piece's box fills. */
const FILLS = 0.8
const PAPER: Vec3 = [0.66, 0.655, 0.64]

/** A photographer's studio around a piece: paper below or behind it, soft light from the upper left. */
export function studioOf({ parsed }: LoadedAsset, mount: Mount): { readonly snapshot: SceneSnapshot; readonly camera: Camera } {
  const [part] = parsed.parts
  const { min, max } = parsed.meshes.get(part.mesh)!.bounds
  const center: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
  const size = Math.max(0.01, Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]))
  const pitch = mount === 'wall' ? 0.06 : mount === 'ceiling' ? -0.1 : 0.3
  const yaw = 0.55
  const away: Vec3 = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)]
  const distance = Math.max(0.02, fittingDistance(min, max, away, PIECE_PICTURE.width / PIECE_PICTURE.height))
  const position: Vec3 = [center[0] + away[0] * distance, center[1] + away[1] * distance, center[2] + away[2] * distance]
  // What hangs on a wall has it behind, all else stands on the paper; what hangs from a ceiling hangs before it.
  const paper: Mat4 = Float32Array.from(composeMatrix(mount === 'floor' || mount === 'surface'
    ? { position: [center[0], min[1], center[2]], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }
    : { position: [center[0], center[1], mount === 'wall' ? min[2] : center[2] - 1.5 * size], rotation: quatFromAxisAngle([1, 0, 0], Math.PI / 2), scale: [1, 1, 1] }))
  const key: Light = { id: 'key', kind: 'directional', on: true, color: [1, 0.97, 0.92], direction: [0.42, -0.84, -0.34], illuminance: 75, angularRadius: 0.3 }
  return {
    camera: { position, orientation: quatLookingAt(position, center), verticalFov: FOV, near: distance / 100, far: distance * 100 },
    snapshot: {
      meshes: new Map([...parsed.meshes, [GROUND_MESH.key, GROUND_MESH]]),
      textures: parsed.textures,
      instances: [
        { id: 'piece', mesh: part.mesh, materials: part.materials, visible: true, worldFromObject: Float32Array.from(composeMatrix(part)) },
        { ...GROUND, id: 'paper', materials: [{ ...GROUND.materials[0], baseColor: PAPER }], worldFromObject: paper },
      ],
      lights: [key],
      environment: { zenith: [23, 23.3, 24], nadir: [16, 15.6, 15] },
    },
  }
}

/** How far back a camera stands so that the box fills the picture. @param away  unit vector from the piece to it */
function fittingDistance(min: Vec3, max: Vec3, away: Vec3, aspect: number): number {
  const flat = Math.hypot(away[0], away[2])
  const right: Vec3 = [away[2] / flat, 0, -away[0] / flat]
  const up: Vec3 = [-away[0] * away[1] / flat, flat, -away[2] * away[1] / flat]
  const tangent = Math.tan(FOV / 2) * FILLS
  const half = [0, 1, 2].map((k) => (max[k] - min[k]) / 2)
  return Math.max(...Array.from({ length: 8 }, (_, corner) => {
    const p = half.map((value, k) => (corner & (1 << k) ? value : -value))
    const along = (axis: Vec3): number => p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2]
    return along(away) + Math.max(Math.abs(along(up)) / tangent, Math.abs(along(right)) / (tangent * aspect))
  }))
}

/**
 * A path-traced picture of a piece, PNG, made in a worker by an engine of its own.
 *
 * @throws AtriumError `cancelled`, or what the engine fails of
 */
export async function takePiecePicture(asset: LoadedAsset, mount: Mount, signal: AbortSignal, onProgress: (share: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const { snapshot, camera } = studioOf(asset, mount)
  const scene = await (await viewportReady()).exportScene(snapshot)
  const chunks: { readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = []
  const target = { put: (at: number, bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(void chunks.push({ at, bytes })), commit: () => Promise.resolve(), discard: () => Promise.resolve() }
  const sizeBytes = await runExport({
    kind: 'picture', ...scene, camera, options: { ...DEFAULT_PICTURE, ...PIECE_PICTURE }, settings: { ...DEFAULT_SETTINGS, exposure: 'locked' },
    executor: useShell.getState().settings.executor ?? 'automatic', powerPreference: powerPreference(), threads: Math.max(1, navigator.hardwareConcurrency - 1),
  }, target, { signal, onProgress, onPreview: () => {}, onCommit: () => {} })
  const png = new Uint8Array(sizeBytes)
  for (const { at, bytes } of chunks) {
    if (at + bytes.byteLength > sizeBytes) throw new AtriumError('internal', 'The picture is longer than it says.')
    png.set(bytes, at)
  }
  return png
}
