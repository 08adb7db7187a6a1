import type { Quat, Vec3 } from '../../../gpu/index.ts'
import { multiplyQuats } from '../../document/transform.ts'
import type { ParsedAsset } from '../types.ts'
import type { Declared, UpAxis } from './declared.ts'
import { diagnose, SURE } from './diagnose.ts'
import { isSame, type Unit, UNITS } from './unit.ts'

const QUARTER: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]
const lying = ([x, y, z]: Vec3): Vec3 => [x, -z, y]

/** The same model as a file in another unit and with another axis up would be parsed: what it says of neither. */
export function reexpressed<A extends Pick<ParsedAsset, 'parts' | 'meshes'>>(asset: A, unit: Unit, up: UpAxis): A {
  const factor = 1 / UNITS[unit]
  const times = ([x, y, z]: Vec3): Vec3 => [factor * x, factor * y, factor * z]
  const turned = up === 'z'
  const parts = asset.parts.map((part) => ({
    ...part, position: times(turned ? lying(part.position) : part.position), scale: times(part.scale), rotation: turned ? multiplyQuats(QUARTER, part.rotation) : part.rotation,
  }))
  return { ...asset, parts }
}

export interface Rate { right: number; count: number; readonly wrong: string[] }
const rate = (): Rate => ({ right: 0, count: 0, wrong: [] })
const score = (into: Rate, isRight: boolean, name: string): void => {
  into.count++
  if (isRight) into.right++
  else into.wrong.push(name)
}

export interface HitRates { readonly unit: Rate; readonly up: Rate; readonly sureUnit: Rate; readonly sureUp: Rate }

/** How often the doctor is right about models in metres, y up, when each comes in five units and on both axes. */
export function hitRates(models: readonly { readonly name: string; readonly parsed: Pick<ParsedAsset, 'parts' | 'meshes'> }[], declared: Declared, units = Object.keys(UNITS) as Unit[], axes: readonly UpAxis[] = ['y', 'z']): HitRates {
  const rates = { unit: rate(), up: rate(), sureUnit: rate(), sureUp: rate() }
  for (const { name, parsed } of models) {
    for (const unit of units) {
      for (const axis of axes) {
        const found = diagnose(reexpressed(parsed, unit, axis), declared, name)
        const label = `${name} in ${unit}, ${axis} up`
        score(rates.unit, isSame(found.metresPerUnit, UNITS[unit]), label)
        score(rates.up, found.upTaken === axis, label)
        if (found.unit.sure >= SURE) score(rates.sureUnit, isSame(found.unit.metresPerUnit, UNITS[unit]), label)
        if (found.up.sure >= SURE) score(rates.sureUp, found.up.up === axis, label)
      }
    }
  }
  return rates
}

export const shareOf = ({ right, count }: Rate): number => right / count

/** One line a rate, for who runs the tests. */
export const toldRates = (title: string, rates: HitRates): string =>
  `${[title, ...Object.entries(rates).map(([name, { right, count, wrong }]: [string, Rate]) => `  ${name} ${right}/${count}${name.startsWith('sure') && wrong.length > 0 ? `, wrong: ${wrong.join('; ')}` : ''}`)].join('\n')}\n`
