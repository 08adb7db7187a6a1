import { beforeAll, expect, test } from 'vitest'
import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { acquireAlbedoTexture } from '../textures/albedo.ts'
import { ALBEDO_HEIGHT, ALBEDO_WIDTH, albedoTable } from '../kernels/bsdf-albedo.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'
import { radiancePieces } from '../passes/pieces.ts'
import { sharedDevice } from '../headless/headless.ts'
import { seeded } from '../testing/random.ts'
import { rayZoo } from '../testing/rays.ts'
import { instancedScene } from '../testing/scenes.ts'
import { packScene } from '../testing/tracer.ts'
import { compileTwin } from './compiler/compile.ts'
import { instantiate } from './runtime/instantiate.ts'
import { pieceOf } from './compiler/lex.ts'
import { createTwinKernel } from './runtime/run.ts'
import { createTwinTexture } from './runtime/texture.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const SEED = 11
const NONE = 0xffffffff
const ROWS = 8
const EDGE = 64

const MAIN = `// shade-rays.wgsl: what each ray sees, lit, and where its mirrored ray goes.
struct Seen { radiance: vec3f, shadow_rays: u32, mirrored: vec3f, record: u32, normal: vec3f, metallic: f32, onward: vec3f, t: f32 }
@group(2) @binding(0) var<storage, read> rays: array<Ray>;
@group(2) @binding(1) var<storage, read_write> seen: array<Seen>;
@compute @workgroup_size(64) fn shade_rays(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&rays)) { return; }
  var ray = rays[id.x];
  ray.direction = normalize(ray.direction);
  ray.t_max = 1e30;
  let hit = closest_hit(ray);
  seen[id.x].record = hit.record;
  if (!is_hit(hit)) { seen[id.x].radiance = background(ray.direction, true); return; }
  let surface = load_surface_of_hit(hit, ray.direction, hit.t * 0.01);
  let shaded = shade_surface(surface, 1.0, ray.direction, vec3f(1.0), 2u, true, 0.0);
  seen[id.x] = Seen(shaded.radiance, shaded.shadow_rays, shaded.onward_share, hit.record, surface.shading_normal, surface.metallic, shaded.onward, hit.t);
}`

const PIECES = [...radiancePieces('uber'), MAIN]
const IMAGES = [256, 512, 1024, 2048].flatMap((edge) => ['color', 'data'].map((use) => `${use}_${edge}`))

/** A furnished scene with every number made up: normals, texture coordinates, materials with textures, lights: even, measured, a grid. */
function makeInputs() {
  const random = seeded(SEED)
  const scene = instancedScene(SEED)
  const packed = packScene(scene)
  const triangles = Math.max(...scene.meshes.map(({ mesh }) => mesh.indices.length / 3))
  const attributeLayout = structOf(PIECES, 'TriangleAttributes')
  const attributes = new DataView(new ArrayBuffer(attributeLayout.sizeBytes * triangles))
  for (let i = 0; i < triangles; i++) {
    attributeLayout.write(attributes, i * attributeLayout.sizeBytes, {
      normal: [0, 1, 2].map(() => Math.floor(random() * 2 ** 32)), material_slot: i % ROWS, uv0: [random(), random()], uv1: [random() * 3, random()], uv2: [random(), random() * 2],
    })
  }
  const materialLayout = structOf(PIECES, 'Material')
  const materials = new DataView(new ArrayBuffer(materialLayout.sizeBytes * ROWS))
  const use = (kind: number, has: boolean) => ({
    texture: has ? kind << 16 : NONE, wrap: (Math.floor(random() * 3) | (Math.floor(random() * 3) << 2) | ((EDGE - 1) << 4) | ((EDGE / 2 - 1) << 15)) >>> 0,
    offset: [random(), 0], row_u: [1 + random(), 0.1], row_v: [-0.2, 0.7],
  })
  for (let row = 0; row < ROWS; row++) {
    materialLayout.write(materials, row * materialLayout.sizeBytes, {
      base_color: [random(), random(), random()], emissive: row === 3 ? [2, 1, 0.5] : [0, 0, 0], metallic: random(), roughness: random() * 0.6, normal_scale: 1,
      alpha: 1, flags: row & 1, base_color_texture: use(0, row % 2 === 0), metallic_roughness_texture: use(4, row % 3 === 0), normal_texture: use(4, row % 4 === 1),
      emissive_texture: use(0, row === 3),
    })
  }
  const sceneLayout = structOf(PIECES, 'SceneUniforms')
  const uniforms = new DataView(packed.uniforms.buffer.slice(0))
  sceneLayout.write(uniforms, 0, {
    zenith: [0.8, 0.9, 1.2], nadir: [0.3, 0.2, 0.1], ambient_zenith: [0.7, 0.8, 1], ambient_nadir: [0.4, 0.2, 0.1], light_count: 4, mode: 2, epsilon: 0, settings: 3, white: 1,
    lights: [
      { place: [0.48, 0.6, 0.64], kind: 0, intensity: [3, 3, 2.5] }, { place: [1, 5, 2], kind: 1, intensity: [20, 10, 30], profile: NONE },
      { place: [-4, 1, -3], kind: 1, intensity: [9, 12, 6], profile: 0, counts: [8, 5], profile_from: 0, profile_scale: 4 / Math.PI, axis: [0.6, 0, 0.8], half_u: [0.8, 0, -0.6], half_v: [0, 1, 0] },
      { place: [2, 6, 0], kind: 6, intensity: [30, 30, 30], half_u: [1, 0, 0], half_v: [0, 0, 0.5], counts: [3, 2] },
    ],
  })
  const image = Uint8Array.from({ length: EDGE * EDGE * 4 }, () => random() * 256)
  const { rays } = rayZoo(scene, 40, SEED)
  const profile = Float32Array.from({ length: 1024 }, random)
  return { packed, attributes, materials, uniforms, image, profile, rays }
}

// A proof, for its kernel: cpu-whitted.gpu.test.ts holds the shading of a room that both draw, and surface.gpu.test.ts what a pixel and a hit know of a surface.
test(`the twin shades as the GPU does, to 1e-4, seed ${SEED}`, { tags: 'proof' }, async () => {
  const { packed, attributes, materials, uniforms, image, profile, rays } = makeInputs()
  const count = rays.length / 8
  const seenBytes = structOf(PIECES, 'Seen').sizeBytes
  const cpu = new Float32Array((count * seenBytes) / 4)
  const module = instantiate(compileTwin(PIECES.map(pieceOf), { entryPoint: 'shade_rays' }))
  createTwinKernel(module, {
    nodes: packed.nodes, references: packed.references, triangles: packed.triangles, attributes, instances: packed.instances, materials, scene: uniforms, rays, seen: cpu,
    ...Object.fromEntries(IMAGES.map((name) => [name, createTwinTexture('rgba8unorm', EDGE, EDGE, 1, [image])])),
    albedo_table: createTwinTexture('rgba32float', ALBEDO_WIDTH, ALBEDO_HEIGHT, 1, [albedoTable()]),
    profiles: createTwinTexture('r32float', 1024, 1, 1, [profile]), environment_image: createTwinTexture('rgba32float', 1, 1),
  }).dispatch(Math.ceil(count / 64))

  const gpu = new Float32Array(await shadeOnGpu({ packed, attributes, materials, uniforms, image, profile, rays }, count, seenBytes))
  const words = { cpu: new Uint32Array(cpu.buffer), gpu: new Uint32Array(gpu.buffer) }
  const wordsPer = seenBytes / 4
  const wrong: string[] = []
  let lit = 0
  for (let i = 0; i < count; i++) {
    const at = i * wordsPer
    expect(words.cpu[at + 7]).toBe(words.gpu[at + 7])
    if (words.gpu[at + 3] > 0) lit++
    const scale = Math.max(...gpu.subarray(at, at + 3).map(Math.abs), 1e-3)
    for (const field of [0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]) {
      const error = Math.abs(cpu[at + field] - gpu[at + field]) / (field < 3 ? scale : 1)
      if (!(error <= 1e-4)) wrong.push(`ray ${i} field ${field}: ${cpu[at + field]} instead of ${gpu[at + field]}`)
    }
  }
  expect(lit).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})

async function shadeOnGpu({ packed, attributes, materials, uniforms, image, profile, rays }: ReturnType<typeof makeInputs>, count: number, seenBytes: number): Promise<ArrayBuffer> {
  const kernel = await createKernel(device, 'shade_rays', PIECES)
  const storage = (label: string, data: ArrayBufferView | number) => createStorageBuffer(device, label, data)
  const scene = device.createBuffer({ size: uniforms.byteLength, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST })
  device.queue.writeBuffer(scene, 0, uniforms.buffer as ArrayBuffer)
  const texture = device.createTexture({ size: [EDGE, EDGE, 1], format: 'rgba8unorm', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  device.queue.writeTexture({ texture }, image, { bytesPerRow: EDGE * 4 }, [EDGE, EDGE, 1])
  const profiles = device.createTexture({ size: [1024, 1], format: 'r32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  device.queue.writeTexture({ texture: profiles }, profile, {}, [1024, 1])
  const view = texture.createView({ dimension: '2d-array' })
  const seen = storage('seen', count * seenBytes)
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  kernel.dispatch(pass, [
    kernel.bind(0, {
      nodes: storage('nodes', packed.nodes), references: storage('references', packed.references), triangles: storage('triangles', packed.triangles),
      attributes: storage('attributes', attributes), instances: storage('instances', packed.instances), materials: storage('materials', materials), scene,
    }),
    kernel.bind(1, { ...Object.fromEntries(IMAGES.map((name) => [name, view])), profiles: profiles.createView(), albedo_table: acquireAlbedoTexture(device).resource.createView(), environment_image: acquireAlbedoTexture(device).resource.createView() }),
    kernel.bind(2, { rays: storage('rays', rays), seen }),
  ], Math.ceil(count / 64))
  pass.end()
  device.queue.submit([encoder.finish()])
  return readBuffer(device, seen, 0, count * seenBytes)
}
