import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { FloatType } from 'three'
import type { RadiancePicture } from '../../testing/flip-hdr.ts'
import { sceneGlb } from './peer-glb.ts'
import { scenePov } from './peer-pov.ts'
import type { PeerScene } from './peer-scene.ts'

export interface Shot { readonly width: number; readonly height: number; readonly samples: number }

/** Renders a scene, by a program of its own. @returns nits */
export type Renderer = (scene: PeerScene, shot: Shot, folder: string) => RadiancePicture

/** Rays per pixel and axis of what is not sampled at random. */
const GRID = 4

/** The command that answers to a name, with its version; null: it is not installed. */
export function findProgram(name: string, versionFlag: string): string | null {
  const { status, stdout, stderr } = spawnSync(name, [versionFlag], { encoding: 'utf8' })
  return status === 0 ? /\d+\.\d+(?:\.\d+)*/.exec(`${stdout}\n${stderr}`)?.[0] ?? 'of unknown version' : null
}

/** `npm run still`, as a user would: GLB in, EXR out. */
export const renderOurs: Renderer = (scene, { width, height, samples }, folder) => {
  const [glb, exr] = [path.join(folder, `${slugOf(scene)}.glb`), path.join(folder, `${slugOf(scene)}-atrium.exr`)]
  writeFileSync(glb, sceneGlb(scene))
  run(process.execPath, ['build/tool.mjs', 'build/still/still.ts', glb, '--out', exr, '--view', 'view', '--size', `${width}x${height}`, '--samples', String(samples),
    '--bounces', String(scene.bounces), '--environment', scene.environment.join(','), '--device', 'cpu'])
  return readExr(exr)
}

/** Blender's Cycles. */
export const renderCycles: Renderer = (scene, { width, height, samples }, folder) => {
  const [glb, exr] = [path.join(folder, `${slugOf(scene)}.glb`), path.join(folder, `${slugOf(scene)}-cycles.exr`)]
  writeFileSync(glb, sceneGlb(scene))
  run('blender', ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '1', '-P', 'gpu/bench/peers/cycles.py', '--', glb, exr, ...[width, height, samples, scene.bounces, scene.environment.join(','), scene.verticalFov].map(String)])
  return readExr(exr)
}

/** POV-Ray: larger, and averaged here, for its own anti-aliasing clips. */
export const renderPov: Renderer = (scene, { width, height }, folder) => {
  const [pov, exr] = [path.join(folder, `${slugOf(scene)}.pov`), path.join(folder, `${slugOf(scene)}-povray.exr`)]
  writeFileSync(pov, scenePov(scene, width / height))
  run('povray', [`+I${pov}`, `+O${exr}`, '+FE', `+W${GRID * width}`, `+H${GRID * height}`, '-A', '-D', '-GA'])
  return averaged(readExr(exr), GRID)
}

/** @throws Error with the end of what the program said */
function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`${program} failed. ${error?.message ?? `${stdout}\n${stderr}`.trim().slice(-800)}`)
}

export const slugOf = ({ name }: Pick<PeerScene, 'name'>): string => name.replaceAll(/[^a-z0-9]+/gi, '-')

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
