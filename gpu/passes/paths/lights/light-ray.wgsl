// light-ray.wgsl: a ray that asks whether light arrives at a path's vertex. Needs ray.

const LIGHT_KINDS = 5u;
const OF_ROOM = 0u;             // one of the lights in the room,
const OF_EMITTERS = 1u;         // a shining triangle,
const OF_ENVIRONMENT = 2u;      // the image of the surroundings,
const OF_SKY = 3u;              // one of the lights in the sky,
const OF_AMBIENT = 4u;          // the ambient term, which things near by keep away

const BRINGS_NOTHING = 0u;
const BRINGS_AT_ONCE = 1u;      // no shadows: nothing is asked
const BRINGS_PERHAPS = 2u;

const MAX_PANES = 12u;          // that one ray passes

struct LightRay {
  ray: Ray,             // towards the light, up to it
  given: vec3f,         // radiance along the camera ray, if nothing is in the way
  brings: u32,          // BRINGS_*
  is_seen: bool,        // as what shines itself is, hardly by chance: of the sun, or in a mirror
  mirrored: u32,        // pack_shares(): how much of it the vertex's gloss sends on; told where the eye sees that
}

// What is left of it, how much of that is gloss's, and how many rays asked, 255 at most.
struct Arrived { light: vec3f, mirrored: u32, walks: u32 }

// Shares of red, green and blue, 8 bits each.
fn pack_shares(shares: vec3f) -> u32 {
  let words = vec3u(clamp(shares, vec3f(0.0), vec3f(1.0)) * 255.0 + 0.5);
  return words.x | (words.y << 8u) | (words.z << 16u);
}

fn unpack_shares(word: u32) -> vec3f {
  return vec3f(vec3u(word, word >> 8u, word >> 16u) & vec3u(255u)) / 255.0;
}
