// bounce-walks.wgsl: what the next ray meets, for kernels that walk themselves. Needs a traversal.
fn next_hit(ray: Ray) -> Hit { return closest_hit(ray); }
