import { expect, test } from 'vitest'
import { withTargets } from './targets.ts'

test('uses of what is not in the file go, and all else stays', () => {
  const kept = '<geometry id="g"/><node><instance_geometry url="#g"><bind_material/></instance_geometry><instance_node url="other.dae#n"/></node>'
  expect(withTargets(kept)).toBe(kept)
  expect(withTargets('<material id="m"/><instance_geometry url="#g"><instance_material target="#m"/></instance_geometry><b/>')).toBe('<material id="m"/><b/>')
  expect(withTargets('<geometry id="g"/><instance_geometry url="#g"><instance_material symbol="s" target="#m"><bind/></instance_material></instance_geometry>'))
    .toBe('<geometry id="g"/><instance_geometry url="#g"></instance_geometry>')
})

// Each looked for its end up to that of the file: minutes.
test('uses that never end are left to whoever reads the file', () => {
  const text = '<instance_material target="#m"><instance_node url="#n">'.repeat(100_000)
  expect(withTargets(text)).toBe(text)
})
