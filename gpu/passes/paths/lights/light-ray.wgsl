// light-ray.wgsl: a ray that asks whether light arrives at a path's vertex. Needs ray and roots.

const LIGHT_KINDS = 5u;
const OF_ROOM = 0u;             // one of the lights in the room,
const OF_EMITTERS = 1u;         // a shining triangle,
const OF_ENVIRONMENT = 2u;      // the image of the surroundings,
const OF_SKY = 3u;              // one of the lights in the sky,
const OF_FAR = 4u;              // what stands for light from afar, which things near by keep away: the ambient term, or what is known

const BRINGS_NOTHING = 0u;
const BRINGS_AT_ONCE = 1u;      // no shadows: nothing is asked
const BRINGS_PERHAPS = 2u;

const MAX_PANES = 12u;          // that one ray passes

struct LightRay {
  ray: Ray,             // towards the light, up to it
  given: vec3f,         // radiance along the camera ray, if nothing is in the way
  brings: u32,          // BRINGS_*
  is_seen: bool,        // as what shines itself is, hardly by chance: of the sun, or in a mirror
  body: u32,            // pack_shares(): how much of it the vertex's body sends on; told where the eye sees that
}

// What is left of it, how much of that is a body's, and how many rays asked, 255 at most.
struct Arrived { light: vec3f, body: u32, walks: u32 }

const ALL_BODY = 0xffffffu;

// Shares of red, green and blue, 8 bits each of their square roots: what little a body has of a bright gloss's light is told to a few hundredths of itself.
fn pack_shares(shares: vec3f) -> u32 { return pack_roots(shares, 8u); }

fn unpack_shares(word: u32) -> vec3f { return unpack_roots(word, 8u); }
