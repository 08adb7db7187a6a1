// sampling.wgsl: random numbers and the shapes they are turned into. Needs nothing.
//
// Owen-scrambled Sobol points, two dimensions at a time, each pair shuffled and scrambled for itself: Burley 2020, "Practical
// hash-based Owen scrambling", section 4; the hash is Vegdahl's of 2021 ("Building a better LK hash").

struct Rng {
  seed: u32,        // of the pixel
  index: u32,       // of the sample
  dimension: u32,   // pairs taken so far
}

fn hash(x: u32) -> u32 {
  var h = x;
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= h >> 15u;
  h *= 0x735a2d97u;
  h ^= h >> 15u;
  return h;
}

fn seed_rng(pixel: u32, seed: u32, index: u32) -> Rng {
  return Rng(hash(pixel ^ hash(seed + 0x9e3779b9u)), index, 0u);
}

// Each bit is flipped by a hash of the bits below it.
fn scramble_upwards(value: u32, seed: u32) -> u32 {
  var x = value;
  x ^= x * 0x3d20adeau;
  x += seed;
  x *= (seed >> 16u) | 1u;
  x ^= x * 0x05526c56u;
  x ^= x * 0x53a22864u;
  return x;
}

// The second Sobol dimension, bits reversed: a product with Pascal's triangle modulo 2, five steps of it at once.
fn pascal(index: u32) -> u32 {
  var x = index;
  x ^= (x & 0xaaaaaaaau) >> 1u;
  x ^= (x & 0xccccccccu) >> 2u;
  x ^= (x & 0xf0f0f0f0u) >> 4u;
  x ^= (x & 0xff00ff00u) >> 8u;
  x ^= (x & 0xffff0000u) >> 16u;
  return x;
}

fn unit_float(bits: u32) -> f32 {
  return f32(bits >> 8u) * 5.9604645e-8;
}

// The next pair, each in [0, 1).
fn next_pair(rng: ptr<function, Rng>) -> vec2f {
  let seed = hash((*rng).seed + (*rng).dimension * 0x9e3779b9u);
  (*rng).dimension += 1u;
  let index = reverseBits(scramble_upwards(reverseBits((*rng).index), seed));
  let x = reverseBits(scramble_upwards(index, hash(seed ^ 0xa511e9b3u)));
  let y = reverseBits(scramble_upwards(pascal(index), hash(seed ^ 0x63d83595u)));
  return vec2f(unit_float(x), unit_float(y));
}

// Uniform on the unit disc: Shirley and Chiu 1997.
fn sample_disc(u: vec2f) -> vec2f {
  let p = 2.0 * u - 1.0;
  if (p.x == 0.0 && p.y == 0.0) { return vec2f(0.0); }
  let is_wide = abs(p.x) > abs(p.y);
  let r = select(p.y, p.x, is_wide);
  let angle = select(1.5707963 - 0.78539816 * p.x / p.y, 0.78539816 * p.y / p.x, is_wide);
  return r * vec2f(cos(angle), sin(angle));
}

// By the cosine over the hemisphere about z; density z / pi.
fn sample_cosine(u: vec2f) -> vec3f {
  let d = sample_disc(u);
  return vec3f(d, sqrt(max(1e-12, 1.0 - dot(d, d))));
}

// Uniform over the cone about z; density 1 / (2 pi height). `height` is 1 - cos(half angle), exact for the smallest cones.
fn sample_cone(u: vec2f, height: f32) -> vec3f {
  let h = u.x * height;
  let r = sqrt(max(0.0, h * (2.0 - h)));
  let angle = 6.2831853 * u.y;
  return vec3f(r * cos(angle), r * sin(angle), 1.0 - h);
}

// Uniform barycentrics u, v of a triangle.
fn sample_triangle(u: vec2f) -> vec2f {
  let s = sqrt(u.x);
  return vec2f(1.0 - s, u.y * s);
}

// Two unit vectors that make a right-handed frame with n: Duff et al. 2017, "Building an orthonormal basis, revisited".
fn tangent_of(n: vec3f) -> vec3f {
  let s = select(-1.0, 1.0, n.z >= 0.0);
  let a = -1.0 / (s + n.z);
  return vec3f(1.0 + s * n.x * n.x * a, s * n.x * n.y * a, -s * n.x);
}

// The balance of two ways to sample: Veach 1997, the power heuristic with exponent 2. Densities may be huge.
fn mis_weight(chosen: f32, other: f32) -> f32 {
  if (chosen <= 0.0) { return 0.0; }
  let r = min(other / chosen, 1e15);
  return 1.0 / (1.0 + r * r);
}
