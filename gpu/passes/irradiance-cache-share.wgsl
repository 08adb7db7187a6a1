// irradiance-cache-share.wgsl: the last step of a frame: cells that know little borrow from those around. Needs irradiance-cache-around.

// What a cell tells is between its own mean and that of its surroundings: nearer to its own the more its chance error is below what
// differs around. The surroundings differ by more than chance where light does, and there nothing is borrowed (an empirical
// Bayes estimate: Efron and Morris 1973, "Stein's estimation rule and its competitors").
@compute @workgroup_size(64)
fn cache_share(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= listed_cells()) { return; }
  let slot = cache.list[id.x];
  let own = cache.cells[slot].irradiance;
  let own_lean = cache.cells[slot].lean;
  let count = cache.cells[slot].count;
  var mean = vec3f(0.0);
  var lean = vec3f(0.0);
  var squares = 0.0;        // of luminance
  var variance = 0.0;       // of one update
  var weights = 0.0;
  var updates = 0.0;
  if (count > 0.0) {
    for (var k = 0u; k < CACHE_AROUND; k++) {
      var other = slot;
      if (k != CACHE_ITSELF) { other = cell_around(slot, k, cache.cells[slot].anchor, cache.cells[slot].normal); }
      if (other == NONE) { continue; }
      let weight = weight_around(k);
      let known = weight * cache.cells[other].count;
      let irradiance = cache.cells[other].irradiance;
      let luminance = cache_luminance(irradiance);
      mean += known * irradiance;
      lean += known * cache.cells[other].lean;
      squares += known * luminance * luminance;
      variance += known * cache.cells[other].variance;
      weights += weight;
      updates += known;
    }
  }
  var shared_irradiance = own;
  var shared_lean = own_lean;
  if (updates > 0.0) {
    mean /= updates;
    lean /= updates;
    // Means lean on later updates: they have the error of three quarters as many.
    let error = variance / updates * 4.0 / 3.0;
    let spread = max(squares / updates - cache_luminance(mean) * cache_luminance(mean), 0.0);
    let light = max(spread - error * max(weights - 1.0, 0.0), 0.0);
    let chance = error * updates / count;
    let trust = select(1.0, light / (light + chance), light + chance > 0.0);
    shared_irradiance = mix(mean, own, trust);
    shared_lean = mix(lean, own_lean, trust);
  }
  cache.cells[slot].shared_irradiance = shared_irradiance;
  cache.cells[slot].shared_lean = shared_lean;
}
