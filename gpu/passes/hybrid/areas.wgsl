// areas.wgsl: squares of a picture whose lone pixels share what they lose (give-back.wgsl): blocks of 8 x 8 pixels, and areas whose
// middles lie 8 blocks apart. A block counts for the four areas around it, by how near it lies to their middles. Needs ages.

struct GiveBackParams {
  width: u32,           // traced pixels
  height: u32,
  is_rest: u32,         // 0: body and gloss have light of their own
}

// What the blocks around its middle give to pixels of an age.
struct Given {
  more: vec4f,          // of what a pixel shows
  alike: vec4f,         // light of every pixel
}

struct Area { ages: array<Given, AGES> }

const BLOCK = 8u;
const AREA = 8u;        // blocks from the middle of an area to the middle of the next

@group(0) @binding(0) var<uniform> giving: GiveBackParams;

fn block_count() -> vec2u { return (vec2u(giving.width, giving.height) + BLOCK - 1u) / BLOCK; }
fn area_count() -> vec2u { return (block_count() + AREA - 1u) / AREA + 1u; }

// Of a block, in areas: the first of the four around it, and how far it lies to the second.
fn place_of(block: vec2u) -> vec2f { return (vec2f(block) + 0.5) / f32(AREA); }
