// reflect-pool.wgsl: every bounce of the queued rays in one dispatch of a fixed number of workgroups. Each keeps a pool of rays in
// its own memory: it takes batches of 64 from the queue by one atomic counter, and the rays that mirrors send on go back into the pool, so
// that all lanes have work until the queue is empty. Nobody waits for another workgroup. Santos et al. 2011, section 4.1 (persistent
// threads after Aila and Laine 2009, a pool of tasks per multiprocessor). Needs frame and bounce.
const POOL = 128u;        // a batch on top of what a turn may send on

struct PooledRay { ray: QueuedRay, bounce: u32 }

var<workgroup> pool: array<PooledRay, POOL>;
var<workgroup> pooled: atomic<u32>;
var<workgroup> turn_size: u32;
var<workgroup> first_taken: u32;
var<workgroup> queued_rays: u32;

@compute @workgroup_size(64)
fn reflect_pool(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) { queued_rays = min(atomicLoad(&queue.counts[0]), frame.queue_capacity); }
  let total = workgroupUniformLoad(&queued_rays);
  // Every turn but the last follows a ray at least: more turns than rays and bounces there cannot be.
  for (var turn = 0u; turn <= frame.queue_capacity * frame.bounces; turn++) {
    if (lane == 0u) {
      first_taken = total;
      if (atomicLoad(&pooled) < 64u) { first_taken = min(total, atomicAdd(&queue.taken, 64u)); }
    }
    let first = workgroupUniformLoad(&first_taken);
    if (first + lane < total) {
      let queued = queue.rays[first + lane];
      pool[atomicAdd(&pooled, 1u)] = PooledRay(queued, 0u);
    }
    workgroupBarrier();
    if (lane == 0u) { turn_size = atomicLoad(&pooled); }
    let size = workgroupUniformLoad(&turn_size);
    if (size == 0u) { break; }
    // The newest rays first: the pool stays small.
    let work = min(size, 64u);
    let mine = pool[size - work + min(lane, work - 1u)];
    workgroupBarrier();
    if (lane == 0u) { atomicStore(&pooled, size - work); }
    workgroupBarrier();
    if (lane < work) { follow(mine); }
    // The pool is filled, and what was added to a pixel is there for the lane that adds to it next.
    storageBarrier();
    workgroupBarrier();
  }
}

fn follow(pooled_ray: PooledRay) {
  let queued = pooled_ray.ray;
  let seen = see(Ray(queued.origin, queued.t_min, queued.direction, 1e30), vec2u(0u), false, queued.cone_width, queued.throughput, pooled_ray.bounce, queued.media);
  count_rays(seen.shadow_rays, 1u);
  radiance[queued.pixel] += vec4f(queued.throughput * seen.radiance, 0.0);
  if (!goes_on(seen)) { return; }
  let onward = QueuedRay(seen.onward.origin, queued.pixel, seen.onward.direction, seen.onward.t_min, queued.throughput * seen.onward_share, seen.cone_width, seen.media);
  pool[atomicAdd(&pooled, 1u)] = PooledRay(onward, pooled_ray.bounce + 1u);
}
