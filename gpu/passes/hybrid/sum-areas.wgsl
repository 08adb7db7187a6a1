// sum-areas.wgsl: what the lone pixels of each area give to all of it: each gets as much again as it shows, at most; what is over, all surfaces
// get alike. In proportion alone, chance would grow where little is left. Needs areas and block.

const MOST = 1.0;

@group(0) @binding(1) var<storage, read> blocks: array<Block>;
@group(0) @binding(2) var<storage, read_write> areas: array<Area>;   // one more each way than whole areas

var<workgroup> taken: array<vec3f, 256>;
var<workgroup> left: array<vec3f, 256>;
var<workgroup> tints: array<vec3f, 256>;

// An area: the blocks of the four squares around its middle.
@compute @workgroup_size(16, 16)
fn sum_areas(@builtin(workgroup_id) area: vec3u, @builtin(local_invocation_id) lane: vec3u, @builtin(local_invocation_index) index: u32) {
  let block = vec2i(area.xy * AREA + lane.xy) - i32(AREA);
  taken[index] = vec3f(0.0);
  left[index] = vec3f(0.0);
  tints[index] = vec3f(0.0);
  if (all(block >= vec2i(0)) && all(block < vec2i(block_count()))) {
    let off = vec2f(1.0) - abs(place_of(vec2u(block)) - vec2f(area.xy));
    let here = blocks[u32(block.y) * block_count().x + u32(block.x)];
    taken[index] = off.x * off.y * here.taken.rgb;
    left[index] = off.x * off.y * here.left.rgb;
    tints[index] = off.x * off.y * here.tint.rgb;
  }
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (index < half) {
      taken[index] += taken[index + half];
      left[index] += left[index + half];
      tints[index] += tints[index + half];
    }
  }
  if (index > 0u) { return; }
  let more = min(taken[0] / max(left[0], vec3f(1e-20)), vec3f(MOST));
  let over = max(taken[0] - more * left[0], vec3f(0.0)) / max(tints[0], vec3f(1e-6));
  areas[area.y * area_count().x + area.x] = Area(vec4f(more, 0.0), vec4f(over, 0.0));
}
