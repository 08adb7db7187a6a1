// media.wgsl: the bodies of glass and water that a ray is in at once. Where bodies overlap, the one that comes first is there and the others
// are not: water that reaches into the wall of its glass, ice in water (Schmidt and Budge 2002, "Simple nested dielectrics in ray traced
// images"). Three at most, as rows of `materials` + 1, the one that is there first; 0: air. Needs scene.

const HALF_SPREAD = 0.025;    // of an index, per unit of dispersion: half of how far it is apart from red to blue

fn is_solid(row: u32) -> bool {
  return (materials[row].flags & MATERIAL_THIN) == 0u && materials[row].transmission > 0.0;
}

fn comes_first(row: u32, other: u32) -> bool {
  return materials[row].precedence > materials[other].precedence;
}

fn entered(media: vec3u, row: u32) -> vec3u {
  let m = row + 1u;
  if (any(media == vec3u(m))) { return media; }
  if (media.x == 0u || comes_first(row, media.x - 1u)) { return vec3u(m, media.xy); }
  if (media.y == 0u || comes_first(row, media.y - 1u)) { return vec3u(media.x, m, media.y); }
  return vec3u(media.xy, select(media.z, m, media.z == 0u || comes_first(row, max(media.z, 1u) - 1u)));
}

fn left_behind(media: vec3u, row: u32) -> vec3u {
  let m = row + 1u;
  if (media.x == m) { return vec3u(media.yz, 0u); }
  if (media.y == m) { return vec3u(media.xz, 0u); }
  return vec3u(media.xy, select(media.z, 0u, media.z == m));
}

// Behind the surface.
fn crossed(media: vec3u, row: u32, is_front: bool) -> vec3u {
  if (is_front) { return entered(media, row); }
  return left_behind(media, row);
}

// The surface of a body lies where another is there instead: nothing is to be seen of it.
fn is_displaced(media: vec3u, row: u32) -> bool {
  return media.x != 0u && media.x != row + 1u && comes_first(media.x - 1u, row);
}

// Index on the outer side of a body's surface.
//   wave  of the path, see index_at()
fn index_around(media: vec3u, row: u32, wave: f32) -> f32 {
  let outside = left_behind(media, row);
  if (outside.x == 0u) { return 1.0; }
  return index_at(outside.x - 1u, wave);
}

// Index of refraction: of light of all colours where `wave` is 0, else from red (0) to blue (1), evenly (KHR_materials_dispersion). What
// waves_seen() weighs as red, green and blue has the extension's three indices on average.
fn index_at(row: u32, wave: f32) -> f32 {
  let ior = materials[row].ior;
  if (wave <= 0.0 || materials[row].dispersion <= 0.0) { return ior; }
  return max(ior + (ior - 1.0) * HALF_SPREAD * materials[row].dispersion * 1.5 * (2.0 * wave - 1.0), 1.0);
}

// Colour of one wave; the mean over all of them is white.
fn waves_seen(wave: f32) -> vec3f {
  return vec3f(4.0 * max(1.0 - 2.0 * wave, 0.0), 2.0 - 2.0 * abs(2.0 * wave - 1.0), 4.0 * max(2.0 * wave - 1.0, 0.0));
}

// Beer's law. Nothing is lost in air, nor where a body is there that the ray has not entered.
fn left_by_media(media: vec3u, distance: f32) -> vec3f {
  if (media.x == 0u) { return vec3f(1.0); }
  return exp(-materials[media.x - 1u].absorption * min(distance, 1e6));
}
