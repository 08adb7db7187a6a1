// path-store.wgsl: a path's own fields in the queue. Needs path, path-lights and path-queue.

override keeps_sight: bool = true;    // somebody asks what the eye sees along paths

const OF_LAST_MIRROR = 5u;            // what stands for what that would show, as if it were light of one more kind

// Counts and flags of a path in one word.
const STATE_PANES = 7u;               // shift; 7 bits of depth below
const STATE_MIRRORED = 11u;
const STATE_IS_STRAIGHT = 0x40000u;
const STATE_IS_SURE = 0x80000u;
const STATE_COVERS = 0x100000u;
const STATE_IS_FLOORED = 0x200000u;
const STATE_BOTH_SIDES = 0x400000u;
const STATE_LIGHT = 0x7f800000u;
const STATE_GIVEN = 23u;              // shift; a bit of each kind that brought light to the last vertex,
const STATE_SEEN = 29u;               // and of the room and the sky: it is seen, with next to no noise
const STATE_HAS_LEFT = 0x80000000u;

// Which of the last vertex's kinds of light bring something: bits of STATE_GIVEN and above.
fn store_path(at: u32, path: ptr<function, Path>, given: u32) {
  store_vector(FIELD_ORIGIN, at, vec4f((*path).ray.origin, (*path).ray.t_min));
  store_vector(FIELD_DIRECTION, at, vec4f((*path).ray.direction, (*path).density));
  store_vector(FIELD_THROUGHPUT, at, vec4f((*path).throughput, (*path).cone));
  path_fields[field_at(FIELD_MEDIA, at)] = vec4u((*path).media, bitcast<u32>((*path).lobe));
  store_vector(FIELD_GATHERER, at, vec4f((*path).gatherer.position, (*path).gatherer.alpha));
  store_vector(FIELD_GATHERER + 1u, at, vec4f((*path).gatherer.normal, select(0.0, 1.0, (*path).connected)));
  store_vector(FIELD_GATHERER + 2u, at, vec4f((*path).gatherer.mirrored, 0.0));
  store_end_of_path(at, path, given);
}

// What is left to know of a path that goes no further.
fn store_end_of_path(at: u32, path: ptr<function, Path>, given: u32) {
  let flags = select(0u, STATE_IS_STRAIGHT, (*path).is_straight) | select(0u, STATE_IS_SURE, (*path).is_sure) | select(0u, STATE_COVERS, (*path).covers) |
    select(0u, STATE_IS_FLOORED, (*path).gloss_floor > 0.0) | select(0u, STATE_BOTH_SIDES, (*path).gatherer.both_sides) |
    select(0u, STATE_HAS_LEFT, (*path).has_left);
  let counts = (*path).depth | ((*path).panes << STATE_PANES) | ((*path).mirrored << STATE_MIRRORED);
  store_vector(FIELD_RADIANCE, at, vec4f((*path).radiance, (*path).width));
  // A wave is half a step of 1/65536 above a whole number of them.
  let dimension_and_wave = (*path).rng.dimension | ((u32((*path).wave * 65536.0) + select(0u, 1u, (*path).wave > 0.0)) << 16u);
  path_fields[field_at(FIELD_STATE, at)] = vec4u(counts | flags | given, dimension_and_wave, bitcast<u32>((*path).haze), bitcast<u32>((*path).travelled));
  path_fields[field_at(FIELD_RECORD, at)] = vec4u(NONE, (*path).rng.seed, (*path).rng.index, (*path).shadow_rays | ((*path).rays << 16u));
}

fn load_path(at: u32) -> Path {
  var path: Path;
  let origin = load_vector(FIELD_ORIGIN, at);
  let direction = load_vector(FIELD_DIRECTION, at);
  let throughput = load_vector(FIELD_THROUGHPUT, at);
  let radiance = load_vector(FIELD_RADIANCE, at);
  let media = path_fields[field_at(FIELD_MEDIA, at)];
  let gatherer = load_vector(FIELD_GATHERER, at);
  let normal = load_vector(FIELD_GATHERER + 1u, at);
  let mirrored = load_vector(FIELD_GATHERER + 2u, at);
  let state = path_fields[field_at(FIELD_STATE, at)];
  let record = path_fields[field_at(FIELD_RECORD, at)];
  path.ray = Ray(origin.xyz, origin.w, direction.xyz, 1e30);
  path.density = direction.w;
  path.throughput = throughput.xyz;
  path.cone = throughput.w;
  path.radiance = radiance.xyz;
  path.width = radiance.w;
  path.media = media.xyz;
  path.lobe = bitcast<f32>(media.w);
  path.gatherer = Gatherer(gatherer.xyz, normal.xyz, (state.x & STATE_BOTH_SIDES) != 0u, mirrored.xyz, gatherer.w);
  path.haze = bitcast<f32>(state.z);
  path.travelled = bitcast<f32>(state.w);
  path.gloss_floor = select(0.0, path_rules.gloss_floor, (state.x & STATE_IS_FLOORED) != 0u);
  path.depth = state.x & 127u;
  path.panes = (state.x >> STATE_PANES) & 15u;
  path.mirrored = (state.x >> STATE_MIRRORED) & 127u;
  path.is_straight = (state.x & STATE_IS_STRAIGHT) != 0u;
  path.is_sure = (state.x & STATE_IS_SURE) != 0u;
  path.has_left = (state.x & STATE_HAS_LEFT) != 0u;
  path.connected = normal.w > 0.0;
  path.covers = (state.x & STATE_COVERS) != 0u;
  path.shadow_rays = record.w & 0xffffu;
  path.rays = record.w >> 16u;
  path.rng = Rng(record.y, record.z, state.y & 0xffffu);
  path.wave = select(0.0, (f32((state.y >> 16u) - 1u) + 0.5) / 65536.0, state.y > 0xffffu);
  return path;
}

fn load_given_kinds(at: u32) -> u32 {
  return path_fields[field_at(FIELD_STATE, at)].x & STATE_LIGHT;
}

// Whether what the eye sees is still to be written down: along mirrors, or of the last vertex's light.
fn is_watched(at: u32) -> bool {
  return keeps_sight && (path_fields[field_at(FIELD_STATE, at)].x & (STATE_IS_STRAIGHT | (3u << STATE_SEEN))) != 0u;
}

// What of the last vertex's light has arrived, in the order of the kinds.
fn gather_given(at: u32, path: ptr<function, Path>, sight: ptr<function, Sight>) {
  let kinds = load_given_kinds(at);
  for (var kind = 0u; kind <= OF_LAST_MIRROR; kind++) {
    if ((kinds & (1u << (STATE_GIVEN + kind))) == 0u) { continue; }
    let arrived = load_given(kind, at);
    gather(path, sight, arrived, (kinds & seen_bit(kind)) != 0u);
  }
}

fn seen_bit(kind: u32) -> u32 {
  return select(select(0u, 2u, kind == OF_SKY), 1u, kind == OF_ROOM) << STATE_SEEN;
}

// As its last turn left it, with the light that arrived since.
fn load_finished_path(at: u32, sight: ptr<function, Sight>) -> Path {
  var path = load_path(at);
  if (keeps_sight) { *sight = load_sight(at, false); }
  gather_given(at, &path, sight);
  if (path.has_left) { note_left_for_good(&path, sight); }
  return path;
}

fn begin_in_queue(at: u32, path: ptr<function, Path>) {
  store_path(at, path, 0u);
  if (keeps_sight) {
    var sight = begin_sight();
    store_sight(at, &sight, true);
  }
  list_path(at);
}

// Three numbers that are not below 0, of 13 binary digits each.
fn pack_lit(lit: vec3f) -> vec2u {
  let words = (bitcast<vec3u>(max(lit, vec3f(0.0))) + 0x200u) >> vec3u(10u);
  return vec2u(words.x | (words.y << 21u), (words.y >> 11u) | (words.z << 10u));
}

fn unpack_lit(words: vec2u) -> vec3f {
  return bitcast<vec3f>((vec3u(words.x, (words.x >> 21u) | (words.y << 11u), words.y >> 10u) & vec3u(0x1fffffu)) << vec3u(10u));
}

//   may_dull  the path goes on, and straight: its mirror's tint may be wanted, but what lit that is not
fn store_sight(at: u32, sight: ptr<function, Sight>, may_dull: bool) {
  let slot = (*sight).slot | select(0u, 0x80000000u, (*sight).is_unlikely);
  store_seen(at, sight);
  store_vector(FIELD_SIGHT + 1u, at, vec4f((*sight).tint, (*sight).reach));
  path_fields[field_at(FIELD_SIGHT + 2u, at)] = vec4u(bitcast<vec3u>((*sight).normal), (*sight).body);
  path_fields[field_at(FIELD_SIGHT + 3u, at)] = vec4u(select(vec3u(pack_roots((*sight).dull, BODY_BITS), pack_lit((*sight).lit)), bitcast<vec3u>((*sight).dull), may_dull), slot);
  store_image(at, sight);
}

// All that changes once the path is not straight.
fn store_seen(at: u32, sight: ptr<function, Sight>) {
  store_vector(FIELD_SIGHT, at, vec4f((*sight).seen, (*sight).distance));
}

// note_left(), written down as soon as it is known: nothing of it is carried through all that follows.
//   lit  by lights that arrived since
fn store_left(at: u32, path: ptr<function, Path>, lit: vec3f, t: f32) {
  var sight = load_left(at, lit);
  note_left(path, &sight, t);
  store_image(at, &sight);
}

// Of the surface that the path has left, what note_left() asks.
fn load_left(at: u32, lit: vec3f) -> Sight {
  var sight: Sight;
  let left = path_fields[field_at(FIELD_SIGHT + 3u, at)];
  sight.dull = unpack_roots(left.x, BODY_BITS);
  sight.lit = unpack_lit(left.yz) + lit;
  sight.image = load_image(at);
  return sight;
}

fn store_lit(at: u32, lit: vec3f) {
  let left = path_fields[field_at(FIELD_SIGHT + 3u, at)];
  path_fields[field_at(FIELD_SIGHT + 3u, at)] = vec4u(left.x, pack_lit(lit), left.w);
}

fn load_image(at: u32) -> Image {
  let image = load_vector(FIELD_SIGHT + 4u, at);
  return Image(image.x, image.y, image.z, image.w);
}

fn store_image(at: u32, sight: ptr<function, Sight>) {
  store_vector(FIELD_SIGHT + 4u, at, vec4f((*sight).image.a, (*sight).image.b, (*sight).image.c, (*sight).image.d));
}

//   may_dull  as store_sight() was told
fn load_sight(at: u32, may_dull: bool) -> Sight {
  let seen = load_vector(FIELD_SIGHT, at);
  let tint = load_vector(FIELD_SIGHT + 1u, at);
  let normal = path_fields[field_at(FIELD_SIGHT + 2u, at)];
  let dull = path_fields[field_at(FIELD_SIGHT + 3u, at)];
  return Sight(seen.xyz, seen.w, bitcast<vec3f>(normal.xyz), dull.w & 0x7fffffffu, tint.xyz, tint.w, select(unpack_roots(dull.x, BODY_BITS), bitcast<vec3f>(dull.xyz), may_dull), normal.w,
    dull.w >= 0x80000000u, load_image(at), select(unpack_lit(dull.yz), vec3f(0.0), may_dull));
}
