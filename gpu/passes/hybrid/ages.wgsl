// ages.wgsl: pixels by how many frames their light is a mean of. The fewer frames the more a lone pixel is held, so what pixels of an age lose is
// given to pixels of that age (sum-areas.wgsl). Else what comes into view would give nearly all that it found to what was seen before.

const AGES = 5u;          // 1, 2, 4, 8 frames, and 16 and more; what lies between is of two of them

// 0 to AGES - 1.
fn age_of(frames: f32) -> f32 { return clamp(log2(max(frames, 1.0)), 0.0, f32(AGES - 1u)); }

// How much of a pixel is of one of them; of all it is 1.
fn share_of_age(age: f32, one: u32) -> f32 { return max(1.0 - abs(age - f32(one)), 0.0); }
