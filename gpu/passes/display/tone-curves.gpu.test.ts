import { beforeAll, expect, test } from 'vitest'
import { createStorageBuffer, readBuffer } from '../../buffers/buffer.ts'
import { createKernel } from '../../kernels/kernel.ts'
import { sharedDevice } from '../../headless/headless.ts'
import toneCurvesWgsl from './tone-curves.wgsl?raw'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

type Rgb = readonly [number, number, number]

const COLORS: readonly Rgb[] = [
  [0, 0, 0], [0.18, 0.18, 0.18], [0.001, 0.002, 0.0005], [0.5, 0.5, 0.5], [1, 1, 1], [0.79, 0.1, 0.02], [3, 0.2, 0.05], [0.05, 7, 0.4],
  [0.2, 0.3, 16], [40, 38, 35], [1000, 1000, 1000], [0.9, 0.9, 0.2],
]

const MAIN = `// tone-test.wgsl: one curve over a list.
override CURVE: u32;
@group(0) @binding(0) var<storage, read_write> colors: array<vec4f>;
@compute @workgroup_size(1)
fn apply(@builtin(global_invocation_id) id: vec3u) { colors[id.x] = vec4f(tone_curve(CURVE, colors[id.x].rgb), 0.0); }`

async function onGpu(curve: number): Promise<number[][]> {
  const kernel = await createKernel(device, 'apply', [toneCurvesWgsl, MAIN], { CURVE: curve })
  const colors = createStorageBuffer(device, 'colors', Float32Array.from(COLORS.flatMap((c) => [...c, 0])))
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  kernel.dispatch(pass, [kernel.bind(0, { colors })], COLORS.length)
  pass.end()
  device.queue.submit([encoder.finish()])
  const values = new Float32Array(await readBuffer(device, colors))
  return COLORS.map((_, i) => [...values.subarray(4 * i, 4 * i + 3)])
}

/** Rows times a column. */
const times = (rows: readonly Rgb[], v: readonly number[]) => rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
const unit = (v: number) => Math.min(1, Math.max(0, v))

function near(found: number[][], wanted: readonly (readonly number[])[]): void {
  for (const [i, color] of found.entries()) for (const [c, value] of color.entries()) expect(Math.abs(value - wanted[i][c]), `${COLORS[i].join(' ')} channel ${c}`).toBeLessThan(1e-3)
}

test('Khronos PBR Neutral is its published formula', async () => {
  // The pseudo code of the specification, in its own order.
  const neutral = ([r, g, b]: Rgb) => {
    const [startCompression, desaturation] = [0.8 - 0.04, 0.15]
    const x = Math.min(r, g, b)
    const offset = x < 0.08 ? x - 6.25 * x * x : 0.04
    const color = [r - offset, g - offset, b - offset]
    const peak = Math.max(...color)
    if (peak < startCompression) return color
    const d = 1 - startCompression
    const newPeak = 1 - (d * d) / (peak + d - startCompression)
    const w = 1 - 1 / (desaturation * (peak - newPeak) + 1)
    return color.map((v) => (v * newPeak) / peak * (1 - w) + newPeak * w)
  }
  near(await onGpu(1), COLORS.map(neutral))
})

test('ACES is Stephen Hill\'s fit', async () => {
  const aces = (color: Rgb) => {
    const v = times([[0.59719, 0.35458, 0.04823], [0.076, 0.90834, 0.01566], [0.0284, 0.13383, 0.83777]], color.map((c) => c / 0.6))
    const fitted = v.map((x) => (x * (x + 0.0245786) - 0.000090537) / (x * (0.983729 * x + 0.432951) + 0.238081))
    return times([[1.60475, -0.53108, -0.07367], [-0.10208, 1.10813, -0.00605], [-0.00327, -0.07276, 1.07602]], fitted).map(unit)
  }
  near(await onGpu(3), COLORS.map(aces))
})

test('AgX follows its log encoding and contrast curve, keeps grey grey and brings white to white', async () => {
  const found = await onGpu(2)
  // On the grey axis every matrix is the identity: log2 over [-12.47393, 4.026069], the sixth-degree fit, then 2.2.
  const curve = (x: number) => 15.5 * x ** 6 - 40.14 * x ** 5 + 31.96 * x ** 4 - 6.868 * x ** 3 + 0.4298 * x ** 2 + 0.1191 * x - 0.00232
  for (const [i, color] of COLORS.entries()) {
    if (color[0] !== color[1] || color[1] !== color[2]) continue
    const x = unit((Math.log2(Math.max(color[0], 1e-10)) + 12.47393) / (4.026069 + 12.47393))
    for (const value of found[i]) expect(Math.abs(value - Math.max(0, curve(x)) ** 2.2)).toBeLessThan(3e-3)
  }
  // The known anchor: middle grey lands in the middle of the encoded display, 0.5 in sRGB.
  expect(Math.abs(found[1][0] - 0.2140)).toBeLessThan(0.005)
  expect(found[10][0]).toBeGreaterThan(0.97)
  for (const color of found) for (const value of color) expect(value >= 0 && value <= 1).toBe(true)
})

test('without a curve colours are cut at white', async () => {
  near(await onGpu(0), COLORS.map((color) => color.map(unit)))
})
