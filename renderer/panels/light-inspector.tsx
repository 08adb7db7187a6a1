import { ColorInput, Switch } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import { toggleLight } from '../commands/lights.ts'
import type { Vec3 } from '../../gpu/index.ts'
import { rename, setLight, type LightFields } from '../document/changes/index.ts'
import { findPiece } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import type { DirectionalLight, DocumentLight, PointLight } from '../document/types.ts'
import { formatAngle, parseAngle } from '../document/units.ts'
import { Row, Section } from '../ui/section.tsx'
import { ValueField } from '../ui/value-field.tsx'
import { hexFromRgb, rgbFromHex } from './color.ts'
import { ItemActions } from './item-actions.tsx'
import { lengthField } from './length-field.ts'
import { NameField } from './name-field.tsx'
import { directionOf, sunAngles } from '../document/sun-angles.ts'
import { VectorField } from './vector-field.tsx'

const SWATCHES = ['#ffffff', '#fff4e5', '#ffe4c4', '#ffd2a1', '#ffb46b', '#d6e6ff']

function change(light: DocumentLight, what: string, fields: LightFields, gesture?: string): void {
  useDocument.getState().edit(`Change ${what} of ${light.name}`, setLight(light.id, fields), gesture)
}

function parseQuantity(text: string): number | null {
  const value = Number(text.trim().replace(',', '.').replace(/\s*(cd|lx)$/i, ''))
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : null
}

const formatQuantity = (value: number, unit: string): string => `${Number(value.toPrecision(5))} ${unit}`

/** Dragging in the picker is one gesture: one undo step. */
function ColorField({ light }: { light: DocumentLight }): ReactElement {
  const id = useId()
  const [drag, setDrag] = useState(0)
  return (
    <ColorInput
      aria-label="Colour"
      size="xs"
      format="hex"
      swatches={SWATCHES}
      value={hexFromRgb(light.color)}
      popoverProps={{ withinPortal: true }}
      onChange={(hex) => {
        const color = rgbFromHex(hex)
        if (color !== null && hex.toLowerCase() !== hexFromRgb(light.color)) change(light, 'Colour', { color }, `${id}-${drag}`)
      }}
      onChangeEnd={() => setDrag(drag + 1)}
    />
  )
}

function PointFields({ light }: { light: PointLight }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const owner = useDocument((state) => (light.attachedTo === null ? null : findPiece(state.document, light.attachedTo)?.name ?? null))
  return (
    <>
      <Row label="Intensity">
        <ValueField
          label="Intensity"
          value={light.intensity}
          format={(value) => formatQuantity(value, 'cd')}
          parse={parseQuantity}
          step={10}
          min={0}
          onCommit={(intensity) => change(light, 'Intensity', { intensity })}
        />
      </Row>
      <VectorField
        label={owner === null ? 'Position' : `Position within ${owner}`}
        value={light.position}
        {...lengthField(unit)}
        step={0.01}
        onCommit={(position: Vec3) => change(light, 'Position', { position })}
      />
    </>
  )
}

function SunFields({ light }: { light: DirectionalLight }): ReactElement {
  const { altitude, azimuth } = sunAngles(light.direction)
  const angle = { format: formatAngle, parse: parseAngle, step: Math.PI / 180 }
  return (
    <>
      <Row label="Illuminance">
        <ValueField
          label="Illuminance"
          value={light.illuminance}
          format={(value) => formatQuantity(value, 'lx')}
          parse={parseQuantity}
          step={50}
          min={0}
          onCommit={(illuminance) => change(light, 'Illuminance', { illuminance })}
        />
      </Row>
      <Row label="Altitude" hint="Height of the sun above the horizon">
        <ValueField
          label="Altitude"
          value={altitude}
          {...angle}
          min={-Math.PI / 2}
          max={Math.PI / 2}
          onCommit={(next) => change(light, 'Direction', { direction: directionOf({ altitude: next, azimuth }) })}
        />
      </Row>
      <Row label="Azimuth" hint="Clockwise from -z, as on a plan with north at the top">
        <ValueField
          label="Azimuth"
          value={azimuth}
          {...angle}
          onCommit={(next) => change(light, 'Direction', { direction: directionOf({ altitude, azimuth: next }) })}
        />
      </Row>
    </>
  )
}

export function LightInspector({ light }: { light: DocumentLight }): ReactElement {
  return (
    <>
      <NameField
        name={light.name}
        kind={light.kind === 'directional' ? 'Sun' : 'Light'}
        onRename={(next) => useDocument.getState().edit(`Rename ${light.name}`, rename(light.id, next))}
      />
      <ItemActions />
      <Section title="Light">
        <Row label="On"><Switch aria-label="On" checked={light.on} onChange={() => toggleLight(light)} /></Row>
        <Row label="Colour"><ColorField light={light} /></Row>
        {light.kind === 'point' && <PointFields light={light} />}
        {light.kind === 'directional' && <SunFields light={light} />}
      </Section>
    </>
  )
}
