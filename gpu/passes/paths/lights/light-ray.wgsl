// light-ray.wgsl: a ray that asks whether light arrives at a path's vertex. Needs ray.

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
}

// What is left of it, and how many rays asked.
struct Arrived { light: vec3f, walks: u32 }
