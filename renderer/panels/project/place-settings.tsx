import { Select, Switch } from '@mantine/core'
import { useMemo, type ReactElement } from 'react'
import { runCommand } from '../../commands/registry.ts'
import { setPlace, setSky } from '../../document/changes/index.ts'
import { SKY_LIMITS } from '../../document/changes/set-environment.ts'
import { useDocument } from '../../document/store.ts'
import type { PlaceRecord, SkyRecord } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { CITIES, formatCoordinate, homePlace, parseCoordinate, timeZones } from '../../document/places.ts'
import { shortNumber } from '../../format/quantities.ts'

const NORTH_SOUTH = ['N', 'S'] as const
const EAST_WEST = ['E', 'W'] as const

function change(what: string, place: Partial<PlaceRecord>): void {
  const { place: known } = useDocument.getState().document
  useDocument.getState().edit(`Change ${what}`, setPlace({ ...(known === undefined && homePlace()), ...place }))
}

function changeSky(what: string, sky: Partial<SkyRecord>): void {
  useDocument.getState().edit(`Change ${what} of Sky`, setSky(sky))
}

const parseNumber = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.').replace(/\s*(%|[x×])$/, ''))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}
const parsePercent = (text: string): number | null => {
  const value = parseNumber(text)
  return value === null ? null : value / 100
}

function SkyFields({ sky }: { sky: SkyRecord }): ReactElement {
  return (
    <>
      <Row label="Haze" hint="Turbidity: 2 is a very clear day, 10 a hazy one">
        <ValueField label="Haze" value={sky.turbidity} format={shortNumber} parse={parseNumber} step={0.5} min={SKY_LIMITS.turbidity[0]} max={SKY_LIMITS.turbidity[1]} onCommit={(turbidity) => changeSky('Haze', { turbidity })} />
      </Row>
      <Row label="Strength" hint="Of sky and sun together: 100 % is as outdoors, a hundred times brighter than lamps; less as through grey glass">
        <ValueField
          label="Strength of sky"
          value={sky.strength}
          format={(value) => `${shortNumber(value * 100)} %`}
          parse={parsePercent}
          step={0.05}
          min={SKY_LIMITS.strength[0]}
          max={SKY_LIMITS.strength[1]}
          onCommit={(strength) => changeSky('Strength', { strength })}
        />
      </Row>
      <Row label="Let into rooms" hint="Share of the sky's light that fills the shadows while no light is bounced: 100 % in the open, a few in a room">
        <ValueField
          label="Share let into rooms"
          value={sky.openness ?? 1}
          format={(value) => `${shortNumber(value * 100)} %`}
          parse={parsePercent}
          step={0.01}
          min={0}
          max={1}
          onCommit={(openness) => changeSky('Share in Rooms', { openness })}
        />
      </Row>
    </>
  )
}

const OWN = 'Own coordinates'

/** Where the project stands, how its plan lies, and the sky over it. */
export function PlaceSettings(): ReactElement {
  const known = useDocument((state) => state.document.place)
  const sky = useDocument((state) => state.document.environment.sky)
  const zones = useMemo(() => timeZones(), [])
  const place = known ?? homePlace()
  const { latitudeDegrees, longitudeDegrees, timeZone, north } = place
  const city = CITIES.find(({ name }) => name === place.name)
  return (
    <Section title="Place and sky">
      <Row label="Clear sky" hint="Matches the sun; without it, the sky is a plain gradient">
        <Switch aria-label="Clear sky" checked={sky !== undefined} onChange={() => void runCommand('light.sky')} />
      </Row>
      {sky !== undefined && <SkyFields sky={sky} />}
      <Row label="Place">
        <Select
          aria-label="Place"
          searchable
          placeholder="Not set"
          data={[OWN, ...CITIES.map(({ name }) => name)]}
          value={known === undefined ? null : city?.name ?? OWN}
          onChange={(name) => {
            const chosen = CITIES.find((other) => other.name === name)
            change('Place', chosen ?? { ...place, name: '' })
          }}
        />
      </Row>
      {known !== undefined && (
        <>
          <Row label="Latitude">
            <ValueField
              label="Latitude"
              value={latitudeDegrees}
              format={(value) => formatCoordinate(value, NORTH_SOUTH)}
              parse={(text) => parseCoordinate(text, NORTH_SOUTH)}
              step={0.1}
              min={-90}
              max={90}
              onCommit={(next) => change('Latitude', { latitudeDegrees: next, name: '' })}
            />
          </Row>
          <Row label="Longitude">
            <ValueField
              label="Longitude"
              value={longitudeDegrees}
              format={(value) => formatCoordinate(value, EAST_WEST)}
              parse={(text) => parseCoordinate(text, EAST_WEST)}
              step={0.1}
              min={-180}
              max={180}
              onCommit={(next) => change('Longitude', { longitudeDegrees: next, name: '' })}
            />
          </Row>
          <Row label="Time zone" hint="With its summer times, or a fixed distance from UTC">
            <Select
              aria-label="Time zone"
              searchable
              limit={60}
              data={zones.includes(timeZone) ? [...zones] : [timeZone, ...zones]}
              value={timeZone}
              onChange={(zone) => { if (zone !== null) change('Time Zone', { timeZone: zone }) }}
            />
          </Row>
        </>
      )}
      <Row label="North" hint="Clockwise from the top of the plan (-z)">
        <ValueField label="North" value={north} format={formatAngle} parse={parseAngle} step={Math.PI / 180} onCommit={(next) => change('North', { north: next })} />
      </Row>
    </Section>
  )
}
