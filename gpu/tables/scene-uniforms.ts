import { createUniform } from '../buffers/buffer.ts'
import { NONE } from '../kdtree/pack.ts'
import { structOf } from '../kernels/kernel.ts'
import type { Environment } from '../scene.ts'
import { type RenderSettings, whiteOf } from '../settings.ts'
import { SCENE_PIECES } from '../traversal/traversals.ts'
import { isInSky, type PackedLight } from './lights.ts'
import { isEmpty, type UberTable } from './uber-table.ts'

/** `SceneUniforms` of scene.wgsl: what a kernel reads of the scene beside its tables. */
export interface SceneUniforms {
  readonly buffer: GPUBuffer
  /** As they were written last. */
  readonly bytes: Uint8Array<ArrayBuffer>
  write(scene: {
    readonly environment: Environment
    /** As createStrongest() orders them. */
    readonly lights: readonly PackedLight[]
    /** Lights in the room that are on, in that list or not. */
    readonly lampCount: number
    readonly uber: UberTable
    /** Slots that the modes without an über tree look through. */
    readonly instanceCount: number
    readonly settings: RenderSettings
  }): void
  dispose(): void
}

/** MAX_LIGHTS of scene.wgsl. */
export const MAX_LIGHTS = 64

const MODES = { 'brute-force': 0, 'object-list': 1, uber: 2 } as const
/** SETTING_* of surface.wgsl and heat-map.wgsl. */
const SETTINGS = { shadows: 1, ambient: 2, flat: 4, black: 8, green: 16, normals: 32, allRays: 64, occlusion: 128, image: 256, unseen: 512 } as const

export function createSceneUniforms(device: GPUDevice): SceneUniforms {
  const uniforms = createUniform(device, structOf(SCENE_PIECES, 'SceneUniforms'))
  return {
    buffer: uniforms.buffer,
    bytes: uniforms.bytes,
    write({ environment, lights, lampCount, uber, instanceCount, settings }) {
      const { zenith, nadir, ambient, turn = 0, strength = 1 } = environment
      const { tree: { bounds } } = uber
      uniforms.write({
        uber_min: bounds.subarray(0, 3), uber_max: bounds.subarray(3, 6),
        uber_nodes: isEmpty(uber.tree) ? NONE : uber.nodes, uber_references: uber.references,
        zenith, nadir, ambient_zenith: ambient?.zenith ?? zenith, ambient_nadir: ambient?.nadir ?? nadir,
        instance_count: instanceCount, light_count: lights.length, sky_count: lights.filter(isInSky).length, lamp_count: lampCount, lights,
        mode: MODES[settings.mode], epsilon: settings.epsilon, white: whiteOf(settings.exposureEv),
        around_turn: turn, around_strength: strength, settings: settingBits(settings) | imageBits(environment),
      })
    },
    dispose: () => uniforms.dispose(),
  }
}

function imageBits({ image, isSeen = true }: Environment): number {
  return (image ?? null) === null ? 0 : SETTINGS.image | (isSeen ? 0 : SETTINGS.unseen)
}

function settingBits({ shadows, ambient, ambientOcclusion, normals, background, view, heatRays }: RenderSettings): number {
  return (ambientOcclusion ? SETTINGS.occlusion : 0) | (shadows ? SETTINGS.shadows : 0) | (ambient ? SETTINGS.ambient : 0) | (normals === 'flat' ? SETTINGS.flat : 0) |
    (background === 'black' ? SETTINGS.black : background === 'green' ? SETTINGS.green : 0) | (view === 'normals' ? SETTINGS.normals : 0) |
    (heatRays === 'all' ? SETTINGS.allRays : 0)
}
