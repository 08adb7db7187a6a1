import { expect, test } from 'vitest'
import rayWgsl from '../kernels/ray.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import sceneTreesWgsl from '../kernels/scene-trees.wgsl?raw'
import { compileTwin } from '../twin/compiler/compile.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { createTwinKernel } from '../twin/runtime/run.ts'
import { cube, sphere } from '../testing/meshes.ts'
import { randomDirection, seeded } from '../testing/random.ts'
import { instancedScene, placed, testScene, type TestScene } from '../testing/scenes.ts'
import { packScene } from '../testing/tracer.ts'
import referencesWgsl from '../traversal/object/references.wgsl?raw'
import uberWgsl from '../traversal/scene/uber.wgsl?raw'
import { deepestWalk, stacksPiece } from '../traversal/walk.ts'

/** Stands in for leaf.wgsl: instead of entering an instance, writes down that it was met. Nothing is ever hit, so the walk is the longest. */
const VISITS = `// visits.wgsl: counts how often a ray visits instances.
const CAPACITY = 1024u;
struct Visits { count: u32, again: u32 }
var<private> visited: array<u32, CAPACITY>;
var<private> visits: u32;
var<private> again: u32;
@group(1) @binding(0) var<storage, read> rays: array<Ray>;
@group(1) @binding(1) var<storage, read_write> counted: array<Visits>;
fn visit_instance(slot: u32, ray: Ray, any: bool, hit: ptr<function, Hit>) {
  for (var i = 0u; i < visits; i++) { if (visited[i] == slot) { again++; } }
  visited[visits] = slot;
  visits++;
}
@compute @workgroup_size(1)
fn count_visits(@builtin(global_invocation_id) id: vec3u) {
  visits = 0u;
  again = 0u;
  _ = closest_hit(rays[id.x]);
  counted[id.x].count = visits;
  counted[id.x].again = again;
}`

function visitsOf(scene: TestScene, rays: Float32Array): { visits: number; again: number } {
  const module = instantiate(compileTwin([rayWgsl, sceneWgsl, sceneTreesWgsl, referencesWgsl, stacksPiece(deepestWalk('standard-8')), VISITS, uberWgsl].map(pieceOf), { entryPoint: 'count_visits', denormals: 'flush' }))
  const packed = packScene(scene)
  const counted = new Uint32Array(rays.length / 4)
  createTwinKernel(module, {
    nodes: packed.nodes, references: packed.references, triangles: packed.triangles, attributes: new Uint32Array(64), instances: packed.instances,
    materials: new Uint32Array(64), scene: packed.uniforms, rays, counted,
  }).dispatch(rays.length / 8)
  return { visits: counted.filter((_, i) => i % 2 === 0).reduce((a, b) => a + b, 0), again: counted.filter((_, i) => i % 2 === 1).reduce((a, b) => a + b, 0) }
}

/** Rooms side by side with furniture in them: walls, floor and ceiling lie in many leaves each. */
function rooms(count: number, seed: number): TestScene {
  const random = seeded(seed)
  const instances = Array.from({ length: count }, (_, room) => {
    const [x, z] = [(room % 4) * 6, Math.floor(room / 4) * 6]
    return [
      { mesh: 0, worldFromObject: placed([x, -0.1, z], [3, 0.1, 3]) }, { mesh: 0, worldFromObject: placed([x, 2.8, z], [3, 0.1, 3]) },
      { mesh: 0, worldFromObject: placed([x + 3, 1.35, z], [0.1, 1.35, 3]) }, { mesh: 0, worldFromObject: placed([x, 1.35, z + 3], [3, 1.35, 0.1]) },
      ...Array.from({ length: 40 }, () => ({
        mesh: 1, worldFromObject: placed([x + 5 * random() - 2.5, 1.6 * random(), z + 5 * random() - 2.5], [0.1 + 0.4 * random(), 0.1 + 0.5 * random(), 0.1 + 0.4 * random()], [0, 1, 0], 6 * random()),
      })),
    ]
  }).flat()
  return testScene(`rooms-${count}`, [cube(), sphere(4)], instances)
}

test.each([{ scene: instancedScene(3), reach: 9 }, { scene: rooms(16, 4), reach: 20 }])('no ray visits an instance twice in $scene.name, seed 7', ({ scene, reach }) => {
  const random = seeded(7)
  const rays = new Float32Array(8 * 3000)
  for (let i = 0; i < rays.length; i += 8) {
    rays.set([reach * random() - 2, 2.6 * random(), reach * random() - 2, 0, ...randomDirection(random), 1e30], i)
    // Most rays of a room run flat.
    if (i % 16 === 0) rays[i + 5] *= 0.1
  }
  const { visits, again } = visitsOf(scene, rays)
  expect(visits).toBeGreaterThan(8000)
  expect(again).toBe(0)
})
