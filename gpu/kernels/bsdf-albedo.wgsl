// bsdf-albedo.wgsl: how much light the microfacet lobes give back, from a table that bsdf-albedo.ts computes. What they lose
// to scattering among facets is given back by a broad lobe, and what a coat reflects does not reach what lies under it. Needs
// albedo-table.

// Columns: cosine, squared spacing. ALBEDO_ROWS of roughness for GGX: all of it and its part weighted by Schlick's fifth power, of this
// row (rg) and of the next (ba), and behind the last column their averages by the cosine; as many for sheen (r), and beside it what
// brushed_row() reads (gba); then GLASS_SLICES blocks of GLASS_ROWS of roughness for dielectrics of growing index: how much more they
// lose than GGX that reflects everything, for that is smooth where the losses themselves are not (r: from the thin side, g: from the
// dense side; b, a in column 0: averages of what is kept).
const ALBEDO_COLUMNS = 48.0;
const ALBEDO_ROWS = 48.0;
const BRUSHED_COLUMNS = 12.0;
const BRUSHED_WIDTHS = 5.0;
const BRUSHED_RATIOS = 6.0;
const BRUSHED_LEAST = 0.1;  // width of the first
const GLASS_COLUMNS = 24.0;
const GLASS_ROWS = 20.0;
const GLASS_SLICES = 8.0;
const GLASS_MOST = 2.4;     // index of the last block; the first has GLASS_LEAST
const GLASS_LEAST = 1.02;

// The columns around a cosine (x, y), and how far it lies between them.
fn albedo_columns(cosine: f32, columns: f32) -> vec3f {
  let x = sqrt(clamp(cosine, 0.0, 1.0)) * (columns - 1.0);
  let first = min(floor(x), columns - 2.0);
  // Linear in the cosine between columns.
  let low = first * first;
  let high = (first + 1.0) * (first + 1.0);
  return vec3f(first, first + 1.0, (x * x - low) / (high - low));
}

fn albedo_row(cosine: f32, row: u32, columns: f32) -> vec4f {
  let at = albedo_columns(cosine, columns);
  return mix(textureLoad(albedo_table, vec2u(u32(at.x), row), 0), textureLoad(albedo_table, vec2u(u32(at.y), row), 0), at.z);
}

// Of GGX with perfectly reflecting facets (x), and the part of it weighted by Schlick's fifth power (y).
fn ggx_albedo(cosine: f32, roughness: f32) -> vec2f {
  let y = clamp(roughness, 0.0, 1.0) * (ALBEDO_ROWS - 1.0);
  let row = min(floor(y), ALBEDO_ROWS - 2.0);
  let both = albedo_row(cosine, u32(row), ALBEDO_COLUMNS);
  return mix(both.xy, both.zw, y - row);
}

// Their averages over the hemisphere, weighted by the cosine.
fn ggx_average(roughness: f32) -> vec2f {
  let y = clamp(roughness, 0.0, 1.0) * (ALBEDO_ROWS - 1.0);
  let row = min(floor(y), ALBEDO_ROWS - 2.0);
  let both = textureLoad(albedo_table, vec2u(u32(ALBEDO_COLUMNS), u32(row)), 0);
  return mix(both.xy, both.zw, y - row);
}

fn sheen_albedo(cosine: f32, roughness: f32) -> f32 {
  let y = clamp(roughness, 0.0, 1.0) * (ALBEDO_ROWS - 1.0);
  let row = min(floor(y), ALBEDO_ROWS - 2.0);
  let first = u32(ALBEDO_ROWS + row);
  return mix(albedo_row(cosine, first, ALBEDO_COLUMNS).x, albedo_row(cosine, first + 1u, ALBEDO_COLUMNS).x, y - row);
}

// What a rough dielectric loses, reflected and refracted together, over what GGX loses that reflects everything: seen from the
// thin side (x), from the dense side (y).
fn glass_loss(cosine: vec2f, roughness: f32, ior: f32) -> vec2f {
  let s = clamp((ior - GLASS_LEAST) / (GLASS_MOST - GLASS_LEAST), 0.0, 1.0) * (GLASS_SLICES - 1.0);
  let slice = min(floor(s), GLASS_SLICES - 2.0);
  let y = clamp(roughness, 0.0, 1.0) * (GLASS_ROWS - 1.0);
  let row = min(floor(y), GLASS_ROWS - 2.0);
  var sum = vec2f(0.0);
  for (var k = 0u; k < 4u; k++) {
    let one = vec2f(f32(k & 1u), f32(k >> 1u));
    let weight = select(1.0 - (y - row), y - row, one.x == 1.0) * select(1.0 - (s - slice), s - slice, one.y == 1.0);
    let at = u32(2.0 * ALBEDO_ROWS + (slice + one.y) * GLASS_ROWS + row + one.x);
    sum += weight * vec2f(albedo_row(cosine.x, at, GLASS_COLUMNS).x, albedo_row(cosine.y, at, GLASS_COLUMNS).y);
  }
  return sum;
}

fn glass_average(roughness: f32, ior: f32) -> vec2f {
  let s = clamp((ior - GLASS_LEAST) / (GLASS_MOST - GLASS_LEAST), 0.0, 1.0) * (GLASS_SLICES - 1.0);
  let slice = min(floor(s), GLASS_SLICES - 2.0);
  let y = clamp(roughness, 0.0, 1.0) * (GLASS_ROWS - 1.0);
  let row = min(floor(y), GLASS_ROWS - 2.0);
  var sum = vec2f(0.0);
  for (var k = 0u; k < 4u; k++) {
    let one = vec2f(f32(k & 1u), f32(k >> 1u));
    let weight = select(1.0 - (y - row), y - row, one.x == 1.0) * select(1.0 - (s - slice), s - slice, one.y == 1.0);
    sum += weight * textureLoad(albedo_table, vec2u(0u, u32(2.0 * ALBEDO_ROWS + (slice + one.y) * GLASS_ROWS + row + one.x)), 0).zw;
  }
  return sum;
}

// Facets of two widths lose what those of one width between them lose: by squares, the wider has a share in it that hardly changes
// once a direction is stretched by the widths as the facets are. BRUSHED_WIDTHS rows of the wider width times BRUSHED_RATIOS of the
// narrower over it, columns of 1 - the stretched direction's z; in them the controls of a parabola, and behind the last column of
// all the share on average.
fn brushed_row(widths: vec2f, at: vec3f) -> vec3f {
  let x = clamp((widths.x - BRUSHED_LEAST) / (1.0 - BRUSHED_LEAST), 0.0, 1.0) * (BRUSHED_WIDTHS - 1.0);
  let y = clamp(widths.y / widths.x, 0.0, 1.0) * (BRUSHED_RATIOS - 1.0);
  let width = min(floor(x), BRUSHED_WIDTHS - 2.0);
  let ratio = min(floor(y), BRUSHED_RATIOS - 2.0);
  var sum = vec3f(0.0);
  for (var k = 0u; k < 4u; k++) {
    let one = vec2f(f32(k & 1u), f32(k >> 1u));
    let weight = select(1.0 - (y - ratio), y - ratio, one.x == 1.0) * select(1.0 - (x - width), x - width, one.y == 1.0);
    let row = u32(ALBEDO_ROWS + (width + one.y) * BRUSHED_RATIOS + ratio + one.x);
    sum += weight * mix(textureLoad(albedo_table, vec2u(u32(at.x), row), 0).yzw, textureLoad(albedo_table, vec2u(u32(at.y), row), 0).yzw, at.z);
  }
  return sum;
}

fn one_width(widths: vec2f, share: f32) -> f32 {
  return sqrt(mix(widths.y * widths.y, widths.x * widths.x, share));
}

// A cosine (x) and a roughness of one width (y) that ggx_albedo().x is the same of.
//   w       unit vector
//   widths  along x and y, x the wider
fn as_of_one_width(w: vec3f, widths: vec2f) -> vec2f {
  let stretched = widths * w.xy;
  let side2 = max(dot(stretched, stretched), 1e-20);
  let z = abs(w.z);
  let at = albedo_columns(1.0 - z / sqrt(z * z + side2), BRUSHED_COLUMNS);
  // Of its azimuth; where that is none the controls are the same.
  let sine2 = stretched.y * stretched.y / side2;
  // Spread so that parabolas fit.
  let spread = 2.0 * widths.x * widths.x;
  let s = (1.0 + spread) * sine2 / (1.0 + spread * sine2);
  let width = one_width(widths, clamp(dot(brushed_row(widths, at), vec3f((1.0 - s) * (1.0 - s), 2.0 * s * (1.0 - s), s * s)), 0.0, 1.0));
  // The direction that facets of this width stretch as far.
  let up = z * width;
  return vec2f(up / sqrt(up * up + side2), sqrt(width));
}

// The roughness of the one width that keeps as much on average.
fn brushed_roughness(widths: vec2f) -> f32 {
  return sqrt(one_width(widths, brushed_row(widths, vec3f(ALBEDO_COLUMNS, ALBEDO_COLUMNS, 0.0)).x));
}
