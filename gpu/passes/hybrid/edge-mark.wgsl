// edge-mark.wgsl: the last number of a moving picture's pixel: the traced pixel that tells how it moved, and whether its edge was reconstructed.

fn mark_edge(traced: f32) -> f32 { return -1.0 - traced; }

fn is_marked(w: f32) -> bool { return w < 0.0; }

fn unmarked(w: f32) -> f32 { return select(w, -1.0 - w, w < 0.0); }
