import { expect, test } from 'vitest'
import { instrument } from './instrument.ts'

const TRAVERSAL = `// walk.wgsl: a walk.
fn traverse_object(slot: u32, t_min: f32) {
  var node = 0u;
  let t_max = 5.0;
  loop {
    let n = nodes[node + 1u];
    if (n.y == 3u) { break; }
    let found = intersect_triangle(n.x, ray, t_min, t_max);
    if (found.x < t_max) { return; }
  }
}
fn any_hit(ray: Ray) -> bool { return false; }
`

test('a traversal gets a log without losing a line', () => {
  const [walk] = instrument([TRAVERSAL])
  const lines = walk.split('\n')
  expect(lines[5].trim()).toBe('trace_step(1u, slot, (node + 1u), t_min, t_max); if (trace_is_full()) { break; } let n = nodes[node + 1u];')
  expect(lines[8].trim()).toBe('trace_test(slot, n.x, found.x, t_max); if (found.x < t_max) { return; }')
  expect(lines[11]).toBe('fn untraced_any_hit(ray: Ray) -> bool { return false; }')
  expect(lines.length).toBe(TRAVERSAL.split('\n').length)
})

test('a leaf that lies in rows is told by its triangles', () => {
  const text = '// walk.wgsl: x\nfn f(slot: u32) {\n  if (test_records(slot, 4u, word & 15u, hit)) { return; }\n}'
  expect(instrument([text])[0].split('\n')[2].trim()).toBe('trace_leaf((word & 15u)); if (test_records(slot, 4u, word & 15u, hit)) { return; }')
})

test('a shadow ray is told what light it stands for, and loops without steps are left alone', () => {
  const text = `// shade.wgsl: x
fn shade(throughput: vec3f) {
  for (var i = 0u; i < 4u; i++) {
    let light = lights[i];
    if (any_hit(i)) { continue; }
  }
  for (var i = 0u; i < 4u; i++) { sum += i; }
}
fn filter() { for (var i = 0u; i < 4u; i++) { sum += i; } }
fn any_hit(i: u32) -> bool {
  let n = nodes[i];
  return n.x == 0u;
}
`
  const lines = instrument([text])[0].split('\n')
  expect(lines[3].trim()).toBe('if (trace_is_full()) { break; } let light = lights[i];')
  expect(lines[4].trim()).toBe('trace_light(throughput * light); if (any_hit(i)) { continue; }')
  expect(lines[8]).toBe('fn filter() { for (var i = 0u; i < 4u; i++) { sum += i; } }')
})

test('a node that the log would miss is refused where it is read', () => {
  const text = '// walk.wgsl: x\nfn f() { while (nodes[0].x == 0u) { } }'
  expect(() => instrument([text])).toThrow('walk.wgsl:2:10: a node that is read in the head of a loop cannot be logged')
})
