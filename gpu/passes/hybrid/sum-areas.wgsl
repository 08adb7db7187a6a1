// sum-areas.wgsl: what the lone pixels of each area give to all of their age in it: each gets as much again as it shows, at most; what is over, all
// surfaces get alike. In proportion alone, chance would grow where little is left. Needs luminance, ages, areas and block.
//
// At rest glosses are as sharp as they are, and one path that finds the sun in one may bring more than all others of an area: given to all it would be a glow
// that nothing casts. So what one find makes up waits for another, but for a share that nobody sees. How many there are, the sum of their squares tells
// (Kish 1965, "Survey Sampling"): where one find is far above all others, about twice what the others found is given of it.

const MOST = 1.0;
const MOST_OF_ONE = 0.06;     // of what an area shows
const MOST_OF_AGE = 3.0;      // times what the area is lit by in the mean: as variance.wgsl holds a young pixel

@group(0) @binding(1) var<storage, read> blocks: array<Block>;
@group(0) @binding(2) var<storage, read_write> areas: array<Area>;   // one more each way than whole areas

const PARTS = 32u;            // of an area's blocks, half a row each

var<workgroup> parts: array<Sums, PARTS * AGES>;
var<workgroup> ages: array<Sums, AGES>;

// Of what was taken, 0..1.
fn share_given(took: vec4f, stayed: vec3f) -> f32 {
  if (giving.is_rest == 0u) { return 1.0; }
  let sum = luminance(took.rgb);
  let finds = sum * sum / max(took.w, 1e-30);
  let unseen = min(MOST_OF_ONE * luminance(stayed) / max(sum, 1e-30), 1.0);
  return mix(unseen, 1.0, clamp(finds - 1.0, 0.0, 1.0));
}

// So much light among pixels that these are the sums of.
fn spread(light: vec3f, among: Sums) -> Given {
  let more = min(light / max(among.left.rgb, vec3f(1e-20)), vec3f(MOST));
  return Given(vec4f(more, 0.0), vec4f(max(light - more * among.left.rgb, vec3f(0.0)) / max(among.tint.rgb, vec3f(1e-6)), 0.0));
}

// Each age gives to its own, until these are lit by so many times as much as all are: what one path finds in a few pixels along an edge would be a bright line.
// The rest goes to all.
fn area_of() -> Area {
  var every = Sums();
  for (var one = 0u; one < AGES; one++) { every = plus(every, ages[one], 1.0); }
  let usual = luminance(every.taken.rgb + every.left.rgb) / max(luminance(every.tint.rgb), 1e-20);
  var area: Area;
  var over = vec3f(0.0);
  for (var one = 0u; one < AGES; one++) {
    let mine = ages[one];
    let gives = mine.taken.rgb * share_given(mine.taken, mine.left.rgb);
    let room = MOST_OF_AGE * usual * luminance(mine.tint.rgb) - luminance(mine.left.rgb);
    let own = clamp(room / max(luminance(gives), 1e-20), 0.0, 1.0);
    over += (1.0 - own) * gives;
    area.ages[one] = spread(own * gives, mine);
  }
  let rest = spread(over, every);
  for (var one = 0u; one < AGES; one++) {
    area.ages[one].more += rest.more;
    area.ages[one].alike += rest.alike;
  }
  return area;
}

// How much a block counts for an area.
fn weight_of(block: vec2u, area: vec2u) -> f32 {
  let off = vec2f(1.0) - abs(place_of(block) - vec2f(area));
  return off.x * off.y;
}

// An area: the blocks of the four squares around its middle.
@compute @workgroup_size(PARTS, AGES)
fn sum_areas(@builtin(workgroup_id) area: vec3u, @builtin(local_invocation_id) lane: vec3u, @builtin(local_invocation_index) index: u32) {
  var part = Sums();
  for (var k = 0u; k < AREA; k++) {
    let block = vec2i(area.xy * AREA + vec2u(lane.x % 2u * AREA + k, lane.x / 2u)) - i32(AREA);
    if (any(block < vec2i(0)) || any(block >= vec2i(block_count()))) { continue; }
    part = plus(part, blocks[u32(block.y) * block_count().x + u32(block.x)].ages[lane.y], weight_of(vec2u(block), area.xy));
  }
  parts[index] = part;
  workgroupBarrier();
  if (lane.x == 0u) {
    for (var k = 1u; k < PARTS; k++) { part = plus(part, parts[index + k], 1.0); }
    ages[lane.y] = part;
  }
  workgroupBarrier();
  if (index == 0u) { areas[area.y * area_count().x + area.x] = area_of(); }
}
