import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize } from 'node:v8'
import type { Camera, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { mirrorRoom } from '../../testing/mirror-room.ts'
import { ROOM_CAMERA } from '../../testing/room.ts'

/** A room as the app shows it. */
export interface PictureScene {
  readonly name: string
  readonly snapshot: SceneSnapshot
  readonly views: readonly { readonly name: string; readonly camera: Camera }[]
  readonly settings: RenderSettings
}

export interface PictureSource {
  readonly name: string
  load(): PictureScene
}

const SAMPLES = 'assets/public/samples'

/**
 * Whose pictures are compared: the files given (.atrium, .glb, .snapshot of `snapshot.ts`), else every sample that ships, and small_house where ATRIUM_SCENES has it.
 */
export function pictureSources(files: readonly string[], folder = process.env.ATRIUM_SCENES): PictureSource[] {
  const samples = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((file) => file.endsWith('.atrium')).toSorted((a, b) => a.localeCompare(b)) : []
  const house = folder === undefined ? [] : [path.join(folder, 'interiors/small_house.glb')].filter((file) => existsSync(file))
  return (files.length > 0 ? files.filter((file) => /\.(?:atrium|glb|gltf|snapshot)$/i.test(file)) : [...samples.map((file) => path.join(SAMPLES, file)), ...house]).map((file) => {
    const name = path.basename(file, path.extname(file))
    let loaded: PictureScene | null = null
    return { name, load: () => (loaded ??= loadPicture(name, file)) }
  })
}

/** The engine's own room of mirrors: it needs no file. */
export const MIRROR_ROOM: PictureSource = {
  name: 'mirror_room',
  load: () => ({ name: 'mirror_room', snapshot: mirrorRoom(), views: [{ name: 'room', camera: ROOM_CAMERA }], settings: { ...DEFAULT_SETTINGS, bounces: 6 } }),
}

/** The engine knows nothing of files: a tool of the command line turns one into what the engine takes. @throws Error with its sentence */
export function loadPicture(name: string, file: string): PictureScene {
  if (/\.snapshot$/i.test(file)) return readSnapshot(name, file)
  mkdirSync('out/bench', { recursive: true })
  const out = `out/bench/${name}.snapshot`
  const { status, stderr } = spawnSync(process.execPath, ['build/tool.mjs', 'build/cli/still/snapshot.ts', file, out], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} cannot be read: ${stderr.trim().slice(-500)}`)
  return readSnapshot(name, out)
}

function readSnapshot(name: string, file: string): PictureScene {
  const read = deserialize(readFileSync(file)) as Omit<PictureScene, 'name'>
  // One exposure for all that is compared.
  return { name, ...read, settings: { ...read.settings, exposure: 'locked' } }
}
