// prepare-bounce.wgsl: turns the number of rays queued for the next bounce into a dispatch. Needs ray-queue.
@group(0) @binding(0) var<storage, read_write> bounce_queue: RayQueue;
@group(0) @binding(1) var<storage, read_write> workgroups: array<u32, 4>;
override queue_capacity: u32 = 65536u;

@compute @workgroup_size(1)
fn prepare_bounce() {
  let count = min(atomicLoad(&bounce_queue.counts[bounce_queue.bounce]), queue_capacity);
  bounce_queue.bounce += 1u;
  workgroups[0] = (count + 63u) / 64u;
  workgroups[1] = 1u;
  workgroups[2] = 1u;
}
