import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { FloatType } from 'three'
import type { RadiancePicture } from '../../testing/flip-hdr.ts'
import type { Rgb } from '../../scene.ts'

export interface Shot { readonly width: number; readonly height: number; readonly samples: number }

/** What a program is asked for. */
export interface PeerPicture {
  readonly name: string
  readonly triangles: number
  readonly instances: number
  /** Of rays that meet nothing, nits. */
  readonly environment: Rgb
  /** Rays that follow the camera ray. */
  readonly bounces: number
  readonly verticalFov: number
  /** The scene, with one camera named "view". */
  readonly glb: Uint8Array
  /** The scene in POV-Ray's language, where it has words for it. */
  pov?(aspect: number): string
}

/** Renders a picture, by a program of its own. @returns nits */
export type Renderer = (picture: PeerPicture, shot: Shot, folder: string) => RadiancePicture

/** Rays per pixel and axis of what is not sampled at random. */
const GRID = 4

/** The command that answers to a name, with its version; null: it is not installed. */
export function findProgram(name: string, versionFlag: string): string | null {
  const { status, stdout, stderr } = spawnSync(name, [versionFlag], { encoding: 'utf8' })
  return status === 0 ? /\d+\.\d+(?:\.\d+)*/.exec(`${stdout}\n${stderr}`)?.[0] ?? 'of unknown version' : null
}

/** `npm run still`, as a user would: GLB in, EXR out. */
export const renderOurs: Renderer = (picture, { width, height, samples }, folder) => {
  const [glb, exr] = [path.join(folder, `${slugOf(picture)}.glb`), path.join(folder, `${slugOf(picture)}-atrium.exr`)]
  writeFileSync(glb, picture.glb)
  run(process.execPath, ['build/tool.mjs', 'build/cli/still/still.ts', glb, '--out', exr, '--view', 'view', '--size', `${width}x${height}`, '--samples', String(samples),
    '--bounces', String(picture.bounces), '--environment', picture.environment.join(','), '--device', 'cpu', '--denoise', 'off'])
  return readExr(exr)
}

/** Blender's Cycles. */
export const renderCycles: Renderer = (picture, { width, height, samples }, folder) => {
  const [glb, exr] = [path.join(folder, `${slugOf(picture)}.glb`), path.join(folder, `${slugOf(picture)}-cycles.exr`)]
  writeFileSync(glb, picture.glb)
  run('blender', ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '1', '-P', 'gpu/bench/peers/cycles.py', '--', glb, exr, ...[width, height, samples, picture.bounces, picture.environment.join(','), picture.verticalFov].map(String)])
  return readExr(exr)
}

/** POV-Ray: larger, and averaged here, for its own anti-aliasing clips. */
export const renderPov: Renderer = (picture, { width, height }, folder) => {
  const [pov, exr] = [path.join(folder, `${slugOf(picture)}.pov`), path.join(folder, `${slugOf(picture)}-povray.exr`)]
  if (picture.pov === undefined) throw new Error(`POV-Ray has no words for ${picture.name}.`)
  writeFileSync(pov, picture.pov(width / height))
  run('povray', [`+I${pov}`, `+O${exr}`, '+FE', `+W${GRID * width}`, `+H${GRID * height}`, '-A', '-D', '-GA'])
  return averaged(readExr(exr), GRID)
}

/** @throws Error with the end of what the program said */
function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`${program} failed. ${error?.message ?? `${stdout}\n${stderr}`.trim().slice(-800)}`)
}

export const slugOf = ({ name }: Pick<PeerPicture, 'name'>): string => name.replaceAll(/[^a-z0-9]+/gi, '-')

function readExr(file: string): RadiancePicture {
  const bytes = readFileSync(file)
  const { width, height, data } = new EXRLoader().setDataType(FloatType).parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)) as unknown as { width: number; height: number; data: Float32Array }
  const rgba = new Float32Array(4 * width * height)
  // EXRLoader gives rows from bottom to top.
  for (let y = 0; y < height; y++) rgba.set(data.subarray(4 * width * (height - 1 - y), 4 * width * (height - y)), 4 * width * y)
  return { width, height, rgba }
}

/** The mean of every `size` x `size` pixels. */
function averaged({ width, height, rgba }: RadiancePicture, size: number): RadiancePicture {
  const small = { width: width / size, height: height / size, rgba: new Float32Array((4 * width * height) / size ** 2) }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = 4 * (Math.floor(y / size) * small.width + Math.floor(x / size))
      for (let c = 0; c < 4; c++) small.rgba[to + c] += rgba[4 * (y * width + x) + c] / size ** 2
    }
  }
  return small
}
