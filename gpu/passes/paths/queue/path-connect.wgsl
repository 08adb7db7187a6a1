// path-connect.wgsl: whether light arrives. Needs light-ray, surface, appearance, the bsdf pieces and a traversal.

// Panes let light pass, by their colour and what they do not mirror, and veils where they are not; all else keeps it away.
//   has_panes  false: there are none, and whatever is hit first is in the way; a walk asks veils itself
fn connect(asked: LightRay, has_panes: bool) -> Arrived {
  if (!has_panes) {
    follow_light(asked.ray.direction);
    let hit = find_hit(asked.ray, true);
    follow_sight();
    return Arrived(select(asked.given * left_by_panes, vec3f(0.0), is_hit(hit)), asked.body, 1u);
  }
  var ray = asked.ray;
  var left = vec3f(1.0);
  var walks = 0u;
  loop {
    let hit = find_hit(ray, false);
    walks += 1u;
    if (!is_hit(hit)) { return Arrived(asked.given * left, asked.body, walks); }
    if (walks > MAX_PANES || !lets_light(hit)) { return Arrived(vec3f(0.0), 0u, walks); }
    let pane = load_surface_of_hit(hit, ray.direction, 0.0);
    let coverage = coverage_at(hit);
    left *= vec3f(1.0 - coverage) + coverage * left_by_pane(pane, ray.direction);
    if (max(left.x, max(left.y, left.z)) <= 0.0) { return Arrived(vec3f(0.0), 0u, walks); }
    // It begins as far behind the pane as that is sure to lie, and ends no farther than before.
    ray = leave_surface(pane, pane.position, ray.direction, ray.t_max - hit.t - pane.error);
  }
}

fn lets_light(hit: Hit) -> bool {
  let row = material_row(hit.instance, hit.record);
  return (materials[row].flags & MATERIAL_BLENDED) != 0u || is_pane(row);
}

// Share of the light that goes straight through; 0: it is too rough for that.
fn left_by_pane(pane: Surface, direction: vec3f) -> vec3f {
  let look = appearance_of(pane);
  if (!is_pane(pane.row) || look.roughness > 0.0) { return vec3f(0.0); }
  let cosine = -dot(pane.shading_normal, direction);
  let b = layers_of(look, vec3f(sqrt(max(0.0, 1.0 - cosine * cosine)), 0.0, cosine), pane.is_front);
  return b.under * b.glass * b.color * (1.0 - fresnel_pane(cosine, b.eta));
}
