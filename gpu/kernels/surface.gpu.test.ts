import { beforeAll, expect, test } from 'vitest'
import { createStorageBuffer, createUniform, readBuffer } from '../buffers/buffer.ts'
import { buildKdTree } from '../kdtree/build/build.ts'
import { NONE, packMesh } from '../kdtree/pack.ts'
import { shapeTree } from '../kdtree/shape.ts'
import { acquireAlbedoTexture } from '../textures/albedo.ts'
import { createBinder, createKernel, structOf } from './kernel.ts'
import { cameraRays } from '../passes/raster/camera.ts'
import { shadingPieces } from '../passes/pieces.ts'
import type { Mat4, MeshData } from '../scene.ts'
import { createTextureTable } from '../textures/table.ts'
import { sharedDevice } from '../headless/headless.ts'
import { boxMesh, cameraAt, exactShape, paint, polygonMesh, sphereMesh, transform } from '../testing/shapes.ts'
import { buildUber } from '../uber/build.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { INSTANCE_WORDS, packInstance } from '../uber/instance.ts'
import { invertAffine } from '../math.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const SIZE = 32
const MAIN = `// surface-test.wgsl: the surface of every pixel, seen through its triangle and by tracing.
const PIXEL = 0u;
struct Pair { ways: array<array<vec4f, 7>, 2> }    // of a pixel, and of a hit
fn listed(s: Surface) -> array<vec4f, 7> {
  return array<vec4f, 7>(vec4f(s.position, s.metallic), vec4f(s.geometric_normal, s.roughness), vec4f(s.shading_normal, s.error),
    vec4f(s.raised, s.uv.x), vec4f(s.base_color, s.uv.y), vec4f(s.emissive, 1.0), vec4f(s.bend, f32(any_hit(leave_surface(s, s.raised, vec3f(0.0, 0.8, 0.6), 1e30))), 0.0, 0.0));
}
@compute @workgroup_size(8, 8)
fn compare(@builtin(global_invocation_id) id: vec3u) {
  let ray = camera_ray(id.xy);
  let traced = closest_hit(ray);
  if (!is_hit(traced)) { return; }
  // What a rasterizer would have written, read back through the mesh's own order.
  let triangle = triangles[traced.record].triangle;
  let record = instances[traced.instance].triangles + attributes[instances[traced.instance].attributes + triangle].record;
  // One whole kernel takes seconds to compile: which ray that was is a number, and both are looked at in one place.
  for (var way = 0u; way < 2u; way++) {
    var hit = traced;
    if (way == PIXEL) { hit = meet_triangle(traced.instance, record, camera_ray(id.xy - min(id.xy, frame.phase))); }
    pairs[id.y * ${SIZE}u + id.x].ways[way] = listed(load_surface_of_hit(hit, ray.direction, hit.t * frame.spread));
  }
}`

/**
 * Pairs of surface records of a textured, bumpy sphere, by pixel; 7 x 4 floats each.
 *
 * @param seenAbove  rows of pixels from the one whose ray a rasterizer used to the ray's own
 */
async function surfacesOf(worldFromObject: Mat4, settings = 0, mesh: MeshData = sphereMesh(10), flags = 2, seenAbove = 0): Promise<{ pixel: Float32Array; hit: Float32Array }[]> {
  // The test packs the scene by hand, so that it knows every number.
  // Its own results take the place of the radiance buffer, for a kernel has 8 storage buffers.
  const pieces = [...shadingPieces('uber').map((piece) => piece.replace('radiance: array<vec4f>', 'pairs: array<Pair>')), MAIN]
  const tree = mesh.shape === undefined ? buildKdTree(mesh) : shapeTree(mesh)
  const packed = packMesh(mesh, tree)
  const textures = await createTextureTable(device)
  textures.update(new Map([['bumps', paint('bumps', 30, 20, (x, y) => [128 + 60 * Math.sin(x), 128 + 60 * Math.cos(y), 200, 255].map(Math.round) as [number, number, number, number], 'linear')]]))
  const place = textures.find('bumps')!
  const materialLayout = structOf(pieces, 'Material')
  const material = new DataView(new ArrayBuffer(materialLayout.sizeBytes))
  const none = { texture: NONE, wrap: 0, offset: [0, 0], row_u: [1, 0], row_v: [0, 1] }
  const bumps = { ...none, texture: place.texture, wrap: place.size }
  materialLayout.write(material, 0, {
    base_color: [0.2, 0.4, 0.6], roughness: 0.5, metallic: 0.25, normal_scale: 1, flags, emissive: [1, 2, 3],
    base_color_texture: bumps, metallic_roughness_texture: none, normal_texture: bumps, emissive_texture: none,
  })
  const row = new Uint32Array(INSTANCE_WORDS)
  packInstance(row, new Float32Array(row.buffer), 0, {
    worldFromObject, nodes: 0, references: 0, triangles: 0, triangleCount: packed.triangleCount, attributes: 0, materials: 0, bounds: tree.bounds, masked: false, shape: mesh.shape,
  })
  const uber = buildUber(instanceBounds(tree, worldFromObject, mesh.shape)!, Uint32Array.of(0))
  const nodes = Uint32Array.from([...packed.nodes, ...uber.nodes])
  const references = Uint32Array.from([...packed.references, ...uber.references])
  const scene = createUniform(device, structOf(pieces, 'SceneUniforms'))
  scene.write({
    uber_min: uber.bounds.subarray(0, 3), uber_max: uber.bounds.subarray(3), uber_nodes: packed.nodes.length / 2, uber_references: packed.references.length,
    instance_count: 1, settings,
  })
  const frame = createUniform(device, structOf(pieces, 'FrameParams'))
  const rays = cameraRays(cameraAt([0, 0, 0]), SIZE, SIZE)
  frame.write({ camera_position: rays.position, spread: rays.spread, corner: rays.corner, step_x: rays.stepX, step_y: rays.stepY, phase: [0, seenAbove] })
  const pairs = createStorageBuffer(device, 'pairs', SIZE * SIZE * 224)
  const kernel = await createKernel(device, 'compare', pieces)
  const dummy = device.createTexture({ size: [1, 1], format: 'r32uint', usage: GPUTextureUsage.TEXTURE_BINDING }).createView()
  const storage = (label: string, data: ArrayBufferView) => createStorageBuffer(device, label, data)
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  kernel.dispatch(pass, [
    createBinder(device, 'scene', pieces, 0)({
      nodes: storage('nodes', nodes), references: storage('references', references), triangles: storage('triangles', packed.triangles),
      attributes: storage('attributes', packed.attributes), instances: storage('instances', row), materials: storage('materials', material), scene: scene.buffer,
    }),
    createBinder(device, 'textures', pieces, 1)({ ...textures.resources, albedo_table: acquireAlbedoTexture(device).resource.createView(), environment_image: acquireAlbedoTexture(device).resource.createView(), profiles: device.createTexture({ size: [1, 1], format: 'r32float', usage: GPUTextureUsage.TEXTURE_BINDING }).createView() }),
    kernel.bind(2, { frame: frame.buffer, ids: dummy, edges: dummy, pairs, queue: createStorageBuffer(device, 'queue', 256) }),
  ], SIZE / 8, SIZE / 8)
  pass.end()
  device.queue.submit([encoder.finish()])
  const all = new Float32Array(await readBuffer(device, pairs))
  return Array.from({ length: SIZE * SIZE }, (_, i) => ({ pixel: all.subarray(56 * i, 56 * i + 28), hit: all.subarray(56 * i + 28, 56 * i + 56) }))
    .filter(({ hit }) => hit[23] === 1)
}

const PLACES = {
  plain: transform({ move: [0, 0, -2] }),
  stretched: transform({ move: [0.1, 0, -2], scale: [1.4, 0.3, 0.8], turn: [0.4, 0.7, 0.2] }),
  mirrored: transform({ move: [0, 0, -2], scale: [-1, 0.7, 1], turn: [0.3, 0.2, 1] }),
}

test.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('a pixel and a hit give the same surface of a %s sphere', async (name) => {
  const pairs = await surfacesOf(PLACES[name])
  expect(pairs.length).toBeGreaterThan(40)
  for (const { pixel, hit } of pairs) for (let i = 0; i < 24; i++) expect(Math.abs(pixel[i] - hit[i])).toBeLessThan(1e-4 * Math.max(1, Math.abs(hit[i])))
})

test.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('normals of a %s sphere look at the viewer and stand on the ellipsoid', async (name) => {
  const matrix = PLACES[name]
  for (const { hit } of await surfacesOf(matrix, 4)) {
    const [position, normal] = [[...hit.subarray(0, 3)], [...hit.subarray(4, 7)]]
    expect(hit.every(Number.isFinite)).toBe(true)
    expect(normal.reduce((sum, v, i) => sum + v * position[i], 0)).toBeLessThan(0)
    expect(Math.hypot(...normal)).toBeCloseTo(1, 5)
    // The gradient of |M^-1 (p - t)|^2: the columns of M tell how far p is along each axis, which stay perpendicular here.
    const gradient = [0, 0, 0]
    for (let column = 0; column < 3; column++) {
      const axis = [...matrix.subarray(4 * column, 4 * column + 3)]
      const square = axis.reduce((sum, v) => sum + v * v, 0)
      const along = axis.reduce((sum, v, i) => sum + v * (position[i] - matrix[12 + i]), 0) / square ** 2
      for (let i = 0; i < 3; i++) gradient[i] += along * axis[i]
    }
    const cosine = gradient.reduce((sum, v, i) => sum + v * normal[i], 0) / Math.hypot(...gradient)
    // Flat triangles of a sphere of ten rings lean by at most a tenth of a right angle or so, more where it is stretched.
    expect(Math.abs(cosine)).toBeGreaterThan(0.8)
  }
})

test.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('an exact %s sphere has its own positions, normals and texture coordinates', async (name) => {
  const m = PLACES[name]
  const pairs = await surfacesOf(m, 4, exactShape(sphereMesh(10), 'sphere'))
  expect(pairs.length).toBeGreaterThan(40)
  const rows = invertAffine(m)
  for (const { pixel, hit } of pairs) {
    for (let i = 0; i < 24; i++) expect(Math.abs(pixel[i] - hit[i])).toBeLessThan(1e-4 * Math.max(1, Math.abs(hit[i])))
    const [position, shading] = [[...hit.subarray(0, 3)], [...hit.subarray(8, 11)]]
    const q = [0, 4, 8].map((row) => rows[row] * position[0] + rows[row + 1] * position[1] + rows[row + 2] * position[2] + rows[row + 3])
    expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(4e-6)
    const gradient = [0, 1, 2].map((k) => rows[k] * q[0] + rows[4 + k] * q[1] + rows[8 + k] * q[2])
    expect(gradient.reduce((sum, v, i) => sum + v * shading[i], 0) / Math.hypot(...gradient)).toBeGreaterThan(1 - 1e-6)
    expect(hit[15]).toBeCloseTo((Math.atan2(-q[2], q[0]) / (2 * Math.PI) + 1) % 1, 4)
    expect(hit[19]).toBeCloseTo(Math.acos(q[1]) / Math.PI, 4)
  }
})

test.each([
  ['of triangles', sphereMesh(24), [0, 0, -2], 4], ['exact', exactShape(sphereMesh(10), 'sphere'), [0, 0, -2], 4], ['seen from inside', sphereMesh(24), [0, 0, 0], -4], ['of flat sides', boxMesh(), [0, 0, -2], 0],
] as const)('a ball of half a metre bends what it mirrors by twice its curvature: %s', async (_, mesh, move, bend) => {
  const hits = await surfacesOf(transform({ move, scale: [0.5, 0.5, 0.5] }), 0, mesh)
  expect(hits.length).toBeGreaterThan(40)
  for (const { hit } of hits) expect(Math.abs(hit[24] - bend)).toBeLessThan(0.1)
})

test.each([['box', boxMesh()], ['polygon', polygonMesh(5)]] as const)('an exact %s has the surface of its triangles', async (shape, mesh) => {
  const m = transform({ move: [0.1, 0, -3], scale: [1.4, -0.6, 0.8], turn: [0.9, 0.7, 0.2] })
  const uvs = Float32Array.from({ length: (mesh.positions.length / 3) * 2 }, (_, i) => 0.3 * mesh.positions[3 * (i >> 1) + (i & 1)] + 0.1 * mesh.positions[3 * (i >> 1) + 2])
  const [exact, whole] = [await surfacesOf(m, 0, exactShape({ ...mesh, uvs }, shape)), await surfacesOf(m, 0, { ...mesh, uvs })]
  expect(exact.length).toBe(whole.length)
  expect(exact.length).toBeGreaterThan(40)
  exact.forEach(({ pixel, hit }, i) => {
    // Not the error bound, which goes by the corners that a record happens to hold.
    for (let k = 0; k < 24; k++) if (k !== 11) expect(Math.abs(hit[k] - whole[i].hit[k])).toBeLessThan(2e-4 * Math.max(1, Math.abs(hit[k])))
    for (let k = 0; k < 24; k++) expect(Math.abs(pixel[k] - hit[k])).toBeLessThan(1e-4 * Math.max(1, Math.abs(hit[k])))
  })
})

test.each([
  ['a stretched and turned box', boxMesh(), transform({ move: [0.1, 0.1, -3], scale: [0.7, 0.4, 1.2], turn: [0.3, 0.5, 0.2] })],
  // As models come that were drawn with z up.
  ['a box whose own z is up', boxMesh(), transform({ move: [0, -0.5, -3], scale: [0.6, 0.9, 0.5], turn: [-Math.PI / 2, 0, 0] })],
  ['an exact sphere', exactShape(sphereMesh(10), 'sphere'), transform({ move: [0, 0, -2], scale: [0.7, 0.4, 1], turn: [0.1, 0.6, 0] })],
])('textures that lie straight on the sides of %s count metres from its origin, down where a side stands', async (_name, mesh, m) => {
  const pairs = await surfacesOf(m, 4, mesh, 2 | 16)
  expect(pairs.length).toBeGreaterThan(40)
  const columns = [0, 1, 2].map((k) => [...m.subarray(4 * k, 4 * k + 3)])
  const units = columns.map((column) => column.map((v) => v / Math.hypot(...column)))
  const along = (v: readonly number[]): number[] => units.map((unit) => unit.reduce((sum, part, i) => sum + part * v[i], 0))
  const main = (v: readonly number[]): number => v.findIndex((part) => Math.abs(part) === Math.max(...v.map(Math.abs)))
  const ups = along([0, 1, 0])
  const up = main(ups)
  for (const { pixel, hit } of pairs) {
    for (let i = 0; i < 24; i++) expect(Math.abs(pixel[i] - hit[i])).toBeLessThan(1e-4 * Math.max(1, Math.abs(hit[i])))
    const metres = along([0, 1, 2].map((i) => hit[i] - m[12 + i]))
    const outwards = along([...hit.subarray(4, 7)])
    const sorted = outwards.map(Math.abs).sort((a, b) => b - a)
    if (sorted[0] - sorted[1] < 1e-3) continue
    const side = main(outwards)
    const [u, v] = [hit[15], hit[19]]
    // A side that stands: v down. One that lies: the two others, in some order and direction.
    if (side !== up) expect(v).toBeCloseTo(-Math.sign(ups[up]) * metres[up], 4)
    const others = [0, 1, 2].filter((axis) => axis !== side).map((axis) => Math.abs(metres[axis])).sort((a, b) => a - b)
    expect([Math.abs(u), Math.abs(v)].sort((a, b) => a - b)[0]).toBeCloseTo(others[0], 4)
    expect(Math.max(Math.abs(u), Math.abs(v))).toBeCloseTo(others[1], 4)
  }
})

test.each([1, 40])('what a rasterizer saw of a wall beside its edge does not see past the ceiling that touches it, in a room %d times as large', async (scale) => {
  // The ceiling has no thickness, and the wall ends in its plane.
  const room: MeshData = {
    key: 'wall-and-ceiling',
    positions: Float32Array.of(-2, -1, -3, 2, -1, -3, 2, 0.7, -3, -2, 0.7, -3, -3, 0.7, -4, 3, 0.7, -4, 3, 0.7, 1, -3, 0.7, 1),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0),
    uvs: null, indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7), materialSlots: null, bounds: { min: [-3, -1, -4], max: [3, 0.7, 1] },
  }
  // Edges of a rasterizer lie a fraction of a pixel off the rays': here a whole pixel.
  const pairs = await surfacesOf(transform({ scale: [scale, scale, scale] }), 4, room, 0, 1)
  const walls = pairs.filter(({ pixel }) => Math.abs(pixel[6]) > 0.9)
  expect(walls.length).toBeGreaterThan(100)
  expect(walls.filter(({ pixel }) => pixel[1] > 0.6999 * scale).length).toBeGreaterThan(8)
  expect(walls.filter(({ pixel }) => pixel[25] !== 1).length).toBe(0)
})
