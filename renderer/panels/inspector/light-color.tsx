import { SegmentedControl, Slider } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import type { Rgb } from '../../../gpu/index.ts'
import { COLDEST_KELVIN, colorOfTemperature, correlatedTemperature, HOTTEST_KELVIN, luminanceOf, withLuminance } from '../../document/temperature.ts'
import { HexInput } from '../../ui/hex-input.tsx'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { hexFromRgb, rgbFromHex } from '../../format/color.ts'
import { formatKelvin, parseKelvin } from '../../format/quantities.ts'
import { say } from '../../words/say.ts'

const SWATCHES = ['#ffffff', '#ffe4c4', '#ffb46b', '#d6e6ff', '#ff5a4d', '#5ad17a', '#5a8cff', '#c77dff']
/** What lamps come in; the field takes more. */
const [WARM, COOL] = [1800, 8000]
/** White, give or take: further from the lamps' locus, a colour has no temperature to speak of. */
const WHITISH = 0.02

export interface LightColor {
  readonly color: Rgb
  readonly temperature?: number | undefined
}

/** As bright as a screen can show it. */
const swatchOf = (color: Rgb): string => {
  const peak = Math.max(...color)
  return hexFromRgb(peak > 0 ? [color[0] / peak, color[1] / peak, color[2] / peak] : [0, 0, 0])
}

/**
 * A lamp's colour, by temperature or freely. What it gives does not change: only the hue does.
 *
 * @param onChange  `temperature` null: the colour is free from now on; edits of one `gesture` are one step
 */
export function ColorFields({ value, onChange }: { value: LightColor; onChange: (next: { color: Rgb; temperature: number | null }, gesture?: string) => void }): ReactElement {
  const { color, temperature } = value
  const id = useId()
  const [drag, setDrag] = useState(0)
  const gesture = `${id}-${drag}`
  const luminance = luminanceOf(color)
  const near = temperature === undefined ? correlatedTemperature(color) : null
  const setKelvin = (kelvin: number, during?: string): void => onChange({ color: withLuminance(colorOfTemperature(kelvin), luminance > 0 ? luminance : 1), temperature: kelvin }, during)
  return (
    <>
      <Row label={say('inspector.colour')}>
        <SegmentedControl
          aria-label={say('inspector.colour.by')}
          data={[{ value: 'kelvin', label: say('inspector.colour.kelvin') }, { value: 'free', label: say('inspector.colour.free') }]}
          value={temperature === undefined ? 'free' : 'kelvin'}
          onChange={(by) => {
            if (by === 'kelvin') setKelvin(Math.round((near?.kelvin ?? 3000) / 50) * 50)
            else onChange({ color, temperature: null })
          }}
        />
      </Row>
      {temperature === undefined ? (
        <Row label={near !== null && near.distance < WHITISH ? say('inspector.colour.about', { kelvin: formatKelvin(Math.round(near.kelvin / 50) * 50) }) : say('inspector.colour.hue')}>
          <HexInput
            label={say('inspector.colour')}
            pickLabel={say('inspector.colour.pick')}
            swatches={SWATCHES}
            value={swatchOf(color)}
            popoverProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
            onChange={(hex, during) => {
              const next = rgbFromHex(hex)
              if (next !== null && luminanceOf(next) > 0) onChange({ color: withLuminance(next, luminance > 0 ? luminance : 1), temperature: null }, `${id}-hue-${during}`)
            }}
          />
        </Row>
      ) : (
        <>
          <Row label={say('inspector.temperature')} hint={say('inspector.temperature.hint')}>
            <span className="swatch" style={{ background: swatchOf(color) }} aria-hidden />
            <ValueField label={say('inspector.temperature.full')} value={temperature} format={formatKelvin} parse={parseKelvin} step={100} min={COLDEST_KELVIN} max={HOTTEST_KELVIN} onCommit={(kelvin) => setKelvin(kelvin)} />
          </Row>
          <Slider
            className="wide-slider"
            data-kelvin
            thumbLabel={say('inspector.temperature.coarse')}
            min={WARM}
            max={COOL}
            step={50}
            label={null}
            value={Math.min(COOL, Math.max(WARM, temperature))}
            onChange={(kelvin) => setKelvin(kelvin, gesture)}
            onChangeEnd={() => setDrag(drag + 1)}
          />
        </>
      )}
    </>
  )
}
