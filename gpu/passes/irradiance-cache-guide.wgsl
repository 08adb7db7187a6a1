// irradiance-cache-guide.wgsl: where the light of a cell comes from, so that paths go there. Needs sampling and irradiance-cache.
//
// The cosine-weighted hemisphere is a square (sample_cosine), cut into bins of equal weight. Paths choose a bin by the light that
// paths of this cell and of those around found there, and count for less by as much as that made them likelier: means stay what
// they were. A patch of sun on the floor is what this finds (after Mueller et al. 2017, "Practical path guiding").

const CACHE_GUIDED = 0.75;          // of the paths; the rest goes anywhere

// A way to leave a surface.
struct CacheWay {
  local: vec3f,         // unit; z is the normal
  bin: u32,
  part: f32,            // by how much the guide made it likelier
}

// A way by the odds of a visit.
fn choose_way(at: u32, u: vec2f) -> CacheWay {
  var rows: array<f32, CACHE_GUIDE>;
  var total = 0.0;
  for (var r = 0u; r < CACHE_GUIDE; r++) {
    var row = 0.0;
    for (var k = 0u; k < CACHE_GUIDE / 2u; k++) {
      let odds = unpack2x16unorm(cache.visits[at].guide[r * (CACHE_GUIDE / 2u) + k]);
      row += odds.x + odds.y;
    }
    rows[r] = row;
    total += row;
  }
  // The row, then the bin in it; what is left of the number says where in the bin.
  var rest = u * vec2f(total, 1.0);
  var r = 0u;
  for (; r < CACHE_GUIDE - 1u && rest.x >= rows[r]; r++) { rest.x -= rows[r]; }
  rest.y *= rows[r];
  var odds = 0.0;
  var c = 0u;
  for (; c < CACHE_GUIDE; c++) {
    let pair = unpack2x16unorm(cache.visits[at].guide[(r * CACHE_GUIDE + c) / 2u]);
    odds = select(pair.x, pair.y, (c & 1u) == 1u);
    if (rest.y < odds || c == CACHE_GUIDE - 1u) { break; }
    rest.y -= odds;
  }
  let inside = clamp(vec2f(rest.x / rows[r], rest.y / odds), vec2f(0.0), vec2f(0.999999));
  let local = sample_cosine((vec2f(f32(r), f32(c)) + inside) / f32(CACHE_GUIDE));
  return CacheWay(local, r * CACHE_GUIDE + c, odds / total * f32(CACHE_BINS));
}

fn pack_way(direction: vec3f, bin: u32) -> u32 {
  let p = direction.xy / (abs(direction.x) + abs(direction.y) + abs(direction.z));
  let folded = select((1.0 - abs(p.yx)) * select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0)), p, direction.z >= 0.0);
  let q = vec2u(round(clamp(folded * 0.5 + 0.5, vec2f(0.0), vec2f(1.0)) * 8191.0));
  return bin | (q.x << 6u) | (q.y << 19u);
}

fn bin_of_way(way: u32) -> u32 {
  return min(way & 63u, CACHE_BINS - 1u);
}

fn direction_of_way(way: u32) -> vec3f {
  let p = vec2f(f32((way >> 6u) & 8191u), f32(way >> 19u)) / 8191.0 * 2.0 - 1.0;
  let z = 1.0 - abs(p.x) - abs(p.y);
  let folded = select((1.0 - abs(p.yx)) * select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0)), p, z >= 0.0);
  return normalize(vec3f(folded, z));
}

// Axes of a surface that a cell's guide is seen from: they turn with the normal as little as can be.
fn guide_tangent(facing: vec3f, n: vec3f) -> vec3f {
  let t = tangent_of(facing);
  let along = t - n * dot(t, n);
  return select(tangent_of(n), normalize(along), dot(along, along) > 0.01);
}
