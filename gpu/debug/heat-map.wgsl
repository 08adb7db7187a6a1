// heat-map.wgsl: what a pixel costs, written where its light would be: nodes read, triangles tested, and how many triangles the
// leaf holds that its camera ray ends in. Needs frame, surface, shading and a traversal instrumented by instrument.ts, whose
// hooks are here.

const SETTING_ALL_RAYS = 64u;   // count shadow rays and mirrored rays too, not the camera ray alone

var<private> counted_nodes: u32;
var<private> counted_tests: u32;
var<private> leaf_size: u32;    // of the last leaf of an object tree; 0: none yet, or an empty one
var<private> occupancy: u32;    // of the leaf that holds the nearest hit so far

fn trace_step(level: u32, slot: u32, node: u32, low: f32, high: f32) {
  counted_nodes++;
  if (level != 1u) { return; }
  let word = nodes[node].y;
  if ((word & 3u) == 3u) { leaf_size = word >> 2u; }
}

fn trace_leaf(count: u32) { leaf_size = count; }

fn trace_test(slot: u32, record: u32, t: f32, limit: f32) {
  counted_tests++;
  if (t < limit) { occupancy = leaf_size; }
}

fn trace_light(light: vec3f) {}

fn light_passed(light: vec3f) {}

fn trace_is_full() -> bool { return false; }

fn closest_hit(ray: Ray) -> Hit {
  leaf_size = 0u;
  occupancy = 0u;
  return untraced_closest_hit(ray);
}

fn any_hit(ray: Ray) -> bool {
  return untraced_any_hit(ray);
}

@compute @workgroup_size(64)
fn heat_map(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  var ray = camera_ray(raster_pixel(pixel));
  var throughput = vec3f(1.0);
  var media = vec3u(0u);
  var width = 0.0;
  var camera_leaf = 0u;
  let follows = (scene.settings & SETTING_ALL_RAYS) != 0u;
  // As see() of bounce.wgsl.
  var bounce = 0u;
  var glass = 0u;
  while (bounce <= frame.bounces) {
    let hit = closest_hit(ray);
    if (bounce == 0u) { camera_leaf = select(0u, occupancy, is_hit(hit)); }
    if (!follows || !is_hit(hit)) { break; }
    width += hit.t * frame.spread;
    let surface = load_surface_of_hit(hit, ray.direction, width);
    throughput *= left_by_body(media, surface, hit.t);
    let sees_through = select((glass < MAX_GLASS), frame.bounces > 0u, bounce == 0u);
    let shaded = shade_seen(hit, surface, ray.direction, throughput, max(frame.mirrors, bounce) - bounce, sees_through, frame.min_weight, &media);
    throughput *= shaded.onward_share;
    if (largest(throughput) <= 0.0) { break; }
    ray = onward_ray(surface, shaded);
    if (shaded.goes_through && bounce > 0u) {
      glass += 1u;
    } else {
      bounce += 1u;
      glass = 0u;
    }
  }
  radiance[pixel.y * frame.traced_size.x + pixel.x] = vec4f(f32(counted_nodes), f32(counted_tests), f32(camera_leaf), 1.0);
}
