// false-color.wgsl: numbers as colours that everyone can tell apart, display-referred.

const NOT_THERE = vec3f(0.09, 0.09, 0.10);

// Viridis (van der Walt and Smith 2015, CC0) as a polynomial of degree 6 by Matt Zucker (2019, CC0): 0 dark blue, 1 yellow; its
// lightness grows evenly, so it is read without colours, and by eyes that miss some, just as well.
fn viridis(x: f32) -> vec3f {
  let t = clamp(x, 0.0, 1.0);
  let c0 = vec3f(0.2777273272, 0.0054073445, 0.3340998053);
  let c1 = vec3f(0.1050930431, 1.4046135299, 1.3845901627);
  let c2 = vec3f(-0.3308618287, 0.2148475595, 0.0950951630);
  let c3 = vec3f(-4.6342304990, -5.7991009734, -19.3324409563);
  let c4 = vec3f(6.2282699363, 14.1799333668, 56.6905526007);
  let c5 = vec3f(4.7763849977, -13.7451453777, -65.3530326334);
  let c6 = vec3f(-5.4354558559, 4.6458526122, 26.3124352496);
  return clamp(c0 + t * (c1 + t * (c2 + t * (c3 + t * (c4 + t * (c5 + t * c6))))), vec3f(0.0), vec3f(1.0));
}
