import type { Quat, Vec3 } from '../../../gpu/scene.ts'
import type { ProjectContents } from '../../../renderer/project/file/contents.ts'
import { serializeProject } from '../../../renderer/project/file/serialize.ts'
import type { SampleProject } from './compose.ts'

/** Writes a sample as a project file that opens at its first view. */
export function serializeSample({ document, assets, luminaires, settings }: SampleProject, thumbnail: Uint8Array<ArrayBuffer> | null): Promise<Uint8Array<ArrayBuffer>> {
  const [{ position, target, verticalFov }] = document.views
  const contents: ProjectContents = {
    document,
    view: { pose: { position, orientation: lookAt(position, target), target, verticalFov }, navigation: 'orbit', settings },
    assets: new Map([...[...assets].map(([key, { bytes }]) => [key, bytes] as const), ...luminaires.map(({ key, bytes }) => [key, bytes] as const)]),
    thumbnail,
    // A fixed date: the file is the same whenever it is made.
    origin: { createdAt: '2026-01-01T00:00:00.000Z', manifest: {}, views: {} },
  }
  return serializeProject(contents, 'Atrium generators')
}

/** Upright orientation that looks from one point at another: yaw, then pitch. */
export function lookAt(from: Vec3, to: Vec3): Quat {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const [yaw, pitch] = [Math.atan2(-x, -z) / 2, Math.atan2(y, Math.hypot(x, z)) / 2]
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)]
  return [cy * sp, sy * cp, -sy * sp, cy * cp]
}
