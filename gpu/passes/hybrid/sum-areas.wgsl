// sum-areas.wgsl: what the lone pixels of each area give to all of it: each gets as much again as it shows, at most; what is over, all surfaces
// get alike. In proportion alone, chance would grow where little is left. Needs areas and block.
//
// At rest glosses are as sharp as they are, and one path that finds the sun in one may bring more than all others of an area: given to all it would be a glow
// that nothing casts. So what one find makes up waits for another, but for a share that nobody sees. How many there are, the sum of their squares tells
// (Kish 1965, "Survey Sampling"): where one find is far above all others, about twice what the others found is given of it.

const MOST = 1.0;
const MOST_OF_ONE = 0.06;     // of what an area shows

@group(0) @binding(1) var<storage, read> blocks: array<Block>;
@group(0) @binding(2) var<storage, read_write> areas: array<Area>;   // one more each way than whole areas

var<workgroup> taken: array<vec4f, 256>;
var<workgroup> left: array<vec3f, 256>;
var<workgroup> tints: array<vec3f, 256>;

fn luminance(c: vec3f) -> f32 { return dot(c, vec3f(0.2126, 0.7152, 0.0722)); }

// Of what was taken, 0..1.
fn share_given(took: vec4f, stayed: vec3f) -> f32 {
  if (giving.is_rest == 0u) { return 1.0; }
  let sum = luminance(took.rgb);
  let finds = sum * sum / max(took.w, 1e-30);
  let unseen = min(MOST_OF_ONE * luminance(stayed) / max(sum, 1e-30), 1.0);
  return mix(unseen, 1.0, clamp(finds - 1.0, 0.0, 1.0));
}

// An area: the blocks of the four squares around its middle.
@compute @workgroup_size(16, 16)
fn sum_areas(@builtin(workgroup_id) area: vec3u, @builtin(local_invocation_id) lane: vec3u, @builtin(local_invocation_index) index: u32) {
  let block = vec2i(area.xy * AREA + lane.xy) - i32(AREA);
  taken[index] = vec4f(0.0);
  left[index] = vec3f(0.0);
  tints[index] = vec3f(0.0);
  if (all(block >= vec2i(0)) && all(block < vec2i(block_count()))) {
    let off = vec2f(1.0) - abs(place_of(vec2u(block)) - vec2f(area.xy));
    let here = blocks[u32(block.y) * block_count().x + u32(block.x)];
    taken[index] = off.x * off.y * vec4f(here.taken.rgb, off.x * off.y * here.taken.w);
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
  let gives = taken[0].rgb * share_given(taken[0], left[0]);
  let more = min(gives / max(left[0], vec3f(1e-20)), vec3f(MOST));
  let over = max(gives - more * left[0], vec3f(0.0)) / max(tints[0], vec3f(1e-6));
  areas[area.y * area_count().x + area.x] = Area(vec4f(more, 0.0), vec4f(over, 0.0));
}
