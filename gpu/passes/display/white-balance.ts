/** Nine numbers, column by column: what each primary becomes. */
export type Matrix3 = readonly number[]
type Vector = readonly [number, number, number]

export const NEUTRAL_KELVIN = 6500
const [COLDEST, HOTTEST] = [1000, 25_000]

/** XYZ of linear Rec. 709's primaries (ITU-R BT.709, D65), and back; rows. */
const XYZ_FROM_RGB: readonly Vector[] = [[0.4123908, 0.3575843, 0.1804808], [0.212639, 0.7151687, 0.0721923], [0.0193308, 0.1191948, 0.9505322]]
const RGB_FROM_XYZ: readonly Vector[] = [[3.2409699, -1.5373832, -0.4986108], [-0.9692436, 1.8759675, 0.0415551], [0.0556301, -0.203977, 1.0569715]]
/** Lam 1985, "Metamerism and colour constancy": sharpened cone responses, as ICC profiles have them; and back. */
const BRADFORD: readonly Vector[] = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
const FROM_BRADFORD: readonly Vector[] = [[0.9869929, -0.1470543, 0.1599627], [0.4323053, 0.5183603, 0.0492912], [-0.0085287, 0.0400428, 0.9684867]]

/**
 * What makes light of a colour temperature white, in linear Rec. 709: Bradford's adaptation from that white to the one of 6500 K, where
 * it is the identity.
 *
 * @param kelvin  clamped to 1000..25000; what is no number counts as neutral
 */
export function whiteBalanceMatrix(kelvin: number): Matrix3 {
  const wanted = Number.isFinite(kelvin) ? Math.min(HOTTEST, Math.max(COLDEST, kelvin)) : NEUTRAL_KELVIN
  if (wanted === NEUTRAL_KELVIN) return [1, 0, 0, 0, 1, 0, 0, 0, 1]
  const [from, to] = [wanted, NEUTRAL_KELVIN].map((k) => times(BRADFORD, whiteOfTemperature(k)))
  const columns = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const).map((primary) => {
    const seen = times(BRADFORD, times(XYZ_FROM_RGB, primary))
    return times(RGB_FROM_XYZ, times(FROM_BRADFORD, [seen[0] * to[0] / from[0], seen[1] * to[1] / from[1], seen[2] * to[2] / from[2]]))
  })
  return columns.flat()
}

/**
 * XYZ of luminance 1: blackbodies up to 4000 K (Krystek 1985), daylight from 5000 K (CIE 15:2004, section 3.1), in between on the way from
 * one to the other (ANSI/IES TM-30-18).
 */
function whiteOfTemperature(kelvin: number): Vector {
  const share = Math.min(1, Math.max(0, (kelvin - 4000) / 1000))
  const [warm, cool] = [planckianUv(Math.min(kelvin, 5000)), daylightUv(Math.max(kelvin, 4000))]
  const [u, v] = [warm[0] + share * (cool[0] - warm[0]), warm[1] + share * (cool[1] - warm[1])]
  const divisor = 2 * u - 8 * v + 4
  const [x, y] = [(3 * u) / divisor, (2 * v) / divisor]
  return [x / y, 1, (1 - x - y) / y]
}

function planckianUv(t: number): readonly [number, number] {
  return [
    (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t),
    (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t),
  ]
}

function daylightUv(kelvin: number): readonly [number, number] {
  const i = 1000 / kelvin
  const x = kelvin <= 7000 ? 0.244063 + 0.09911 * i + 2.9678 * i ** 2 - 4.607 * i ** 3 : 0.23704 + 0.24748 * i + 1.9018 * i ** 2 - 2.0064 * i ** 3
  const y = -3 * x * x + 2.87 * x - 0.275
  const divisor = -2 * x + 12 * y + 3
  return [(4 * x) / divisor, (6 * y) / divisor]
}

function times(rows: readonly Vector[], v: Vector): Vector {
  const [x, y, z] = rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
  return [x, y, z]
}
