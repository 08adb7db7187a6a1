import { createStorageBuffer, createUniform, readBuffer } from '../buffers/buffer.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'

const WGSL = `// fall.wgsl: one step of falling particles.
struct Particle { position: vec3f, mass: f32, velocity: vec3f }
struct Step { gravity: vec3f, seconds: f32 }
@group(0) @binding(0) var<uniform> step_: Step;
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;
@compute @workgroup_size(64) fn fall(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&particles)) { return; }
  let p = &particles[id.x];
  (*p).velocity += step_.gravity * step_.seconds;
  (*p).position += (*p).velocity * step_.seconds;
}`

export interface Particle { readonly position: readonly number[]; readonly velocity: readonly number[]; readonly mass: number }

/** Structs: offsets and padding are read from the WGSL, so no layout is written twice; `write` takes fields by name and refuses others. */
export async function structs(device: GPUDevice, particles: readonly Particle[], gravity: readonly number[], seconds: number): Promise<number[][]> {
  const kernel = await createKernel(device, 'fall', [WGSL])
  const layout = structOf([WGSL], 'Particle')
  const packed = new DataView(new ArrayBuffer(layout.sizeBytes * particles.length))
  for (const [i, { position, velocity, mass }] of particles.entries()) layout.write(packed, i * layout.sizeBytes, { position, velocity, mass })
  const buffer = createStorageBuffer(device, 'particles', packed)
  const step = createUniform(device, structOf([WGSL], 'Step'))
  step.write({ gravity, seconds })
  kernel.call({ step_: step.buffer, particles: buffer }, Math.ceil(particles.length / 64))
  const moved = new Float32Array(await readBuffer(device, buffer))
  buffer.destroy()
  step.dispose()
  const at = (i: number) => (i * layout.sizeBytes + layout.offsets.position) / 4
  return particles.map((_, i) => [...moved.subarray(at(i), at(i) + 3)])
}
