// irradiance-around.wgsl: the irradiance cache where pictures without noise ask for it. Needs irradiance-cache and surface.

const AROUND_SURE = 0.5;    // share of their eight updates from which on cells alone count,
const AROUND_NEAR = 0.06;   // and how near they must be at least, by weight
const AROUND_MOST = 0.8;    // share of the cells in view that know something, or what is lit would be blots in what is not

// Light from all around but for the scene's own lights, over pi (xyz), nits, and how much of it to take (w): 0 where nothing is
// known, rising while cells are young.
fn known_around(surface: Surface) -> vec4f {
  _ = touch_irradiance(surface.position, surface.geometric_normal, true);
  // Where cells of two sizes meet both count, by a share that slides: chance would be seen.
  let level = log2(max(wanted_size(surface.position), 1.0));
  let finer = floor(level);
  let slide = clamp((level - finer - 1.0 + CACHE_BLEND) / CACHE_BLEND, 0.0, 1.0);
  var known: GatheredCells;
  for (var step = 0u; step < 2u; step++) {
    let share = select(1.0 - slide, slide, step == 1u);
    if (share <= 0.0) { continue; }
    let place = place_of_level(surface.position, surface.geometric_normal, min(finer + f32(step), f32(CACHE_LEVELS)));
    let found = gathered_irradiance(place, surface.position, surface.geometric_normal, surface.shading_normal);
    known.irradiance += share * found.irradiance;
    known.weight += share * found.weight;
    known.settled += share * found.settled;
  }
  let sure = smoothstep(0.0, AROUND_SURE, known.weight / max(known.settled, 1e-6)) * smoothstep(0.0, AROUND_NEAR, known.settled) * smoothstep(0.3, AROUND_MOST, known_cells());
  return vec4f(known.irradiance / (max(known.weight, 1e-6) * 3.14159265), sure);
}

// Share of the cells asked for in the last frame that knew something before it: cells of the first class did not.
fn known_cells() -> f32 {
  var all = 0u;
  for (var k = 0u; k < CACHE_CLASSES; k++) { all += atomicLoad(&cache.classes[k]); }
  return 1.0 - f32(atomicLoad(&cache.classes[0])) / f32(max(all, 1u));
}
