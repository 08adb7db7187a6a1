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
import { CITIES, cityChoices, formatCoordinate, homePlace, parseCoordinate, timeZones } from '../../document/places.ts'
import { shortNumber } from '../../format/quantities.ts'
import { parsePercent, percent } from '../../words/numbers.ts'
import { phrase, type PlainId, say } from '../../words/say.ts'

function change(what: PlainId, place: Partial<PlaceRecord>): void {
  const { place: known } = useDocument.getState().document
  useDocument.getState().edit(phrase('undo.changeProject', { what: phrase(what) }), setPlace({ ...(known === undefined && homePlace()), ...place }))
}

function changeSky(what: PlainId, sky: Partial<SkyRecord>): void {
  useDocument.getState().edit(phrase('undo.change', { what: phrase(what), name: phrase('undo.what.sky') }), setSky(sky))
}

const parseNumber = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.').replace(/\s*[x×]$/, ''))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

function SkyFields({ sky }: { sky: SkyRecord }): ReactElement {
  return (
    <>
      <Row label={say('project.haze')} hint={say('project.haze.hint')}>
        <ValueField label={say('project.haze')} value={sky.turbidity} format={shortNumber} parse={parseNumber} step={0.5} min={SKY_LIMITS.turbidity[0]} max={SKY_LIMITS.turbidity[1]} onCommit={(turbidity) => changeSky('undo.what.haze', { turbidity })} />
      </Row>
      <Row label={say('project.sky.strength')} hint={say('project.sky.strength.hint')}>
        <ValueField
          label={say('project.sky.strength.full')}
          value={sky.strength}
          format={(value) => percent(value, 2)}
          parse={parsePercent}
          step={0.05}
          min={SKY_LIMITS.strength[0]}
          max={SKY_LIMITS.strength[1]}
          onCommit={(strength) => changeSky('undo.what.strength', { strength })}
        />
      </Row>
      <Row label={say('project.openness')} hint={say('project.openness.hint')}>
        <ValueField
          label={say('project.openness')}
          value={sky.openness ?? 1}
          format={(value) => percent(value, 2)}
          parse={parsePercent}
          step={0.01}
          min={0}
          max={1}
          onCommit={(openness) => changeSky('undo.what.openness', { openness })}
        />
      </Row>
    </>
  )
}

/** Of the list of places, beside their names. */
const CUSTOM = 'custom'

/** Where the project stands, how its plan lies, and the sky over it. */
export function PlaceSection(): ReactElement {
  const known = useDocument((state) => state.document.place)
  const sky = useDocument((state) => state.document.environment.sky)
  const zones = useMemo(() => timeZones(), [])
  const place = known ?? homePlace()
  const { latitudeDegrees, longitudeDegrees, timeZone, north } = place
  const city = CITIES.find(({ name }) => name === place.name)
  return (
    <Section title={say('project.placeAndSky')}>
      <Row label={say('project.sky')} hint={say('project.sky.hint')}>
        <Switch aria-label={say('project.sky')} checked={sky !== undefined} onChange={() => void runCommand('light.sky')} />
      </Row>
      {sky !== undefined && <SkyFields sky={sky} />}
      <Row label={say('project.place')}>
        <Select
          aria-label={say('project.place')}
          searchable
          placeholder={say('project.place.unset')}
          data={[{ value: CUSTOM, label: say('project.place.custom') }, ...cityChoices()]}
          value={known === undefined ? null : city?.name ?? CUSTOM}
          onChange={(name) => {
            const chosen = CITIES.find((other) => other.name === name)
            change('undo.what.place', chosen ?? { ...place, name: '' })
          }}
        />
      </Row>
      {known !== undefined && (
        <>
          <Row label={say('project.latitude')}>
            <ValueField
              label={say('project.latitude')}
              value={latitudeDegrees}
              format={(value) => formatCoordinate(value, 'latitude')}
              parse={(text) => parseCoordinate(text, 'latitude')}
              step={0.1}
              min={-90}
              max={90}
              onCommit={(next) => change('undo.what.latitude', { latitudeDegrees: next, name: '' })}
            />
          </Row>
          <Row label={say('project.longitude')}>
            <ValueField
              label={say('project.longitude')}
              value={longitudeDegrees}
              format={(value) => formatCoordinate(value, 'longitude')}
              parse={(text) => parseCoordinate(text, 'longitude')}
              step={0.1}
              min={-180}
              max={180}
              onCommit={(next) => change('undo.what.longitude', { longitudeDegrees: next, name: '' })}
            />
          </Row>
          <Row label={say('project.timeZone')} hint={say('project.timeZone.hint')}>
            <Select
              aria-label={say('project.timeZone')}
              searchable
              limit={60}
              data={zones.includes(timeZone) ? [...zones] : [timeZone, ...zones]}
              value={timeZone}
              onChange={(zone) => { if (zone !== null) change('undo.what.timeZone', { timeZone: zone }) }}
            />
          </Row>
        </>
      )}
      <Row label={say('project.north')} hint={say('project.north.hint')}>
        <ValueField label={say('project.north')} value={north} format={formatAngle} parse={parseAngle} step={Math.PI / 180} onCommit={(next) => change('undo.what.north', { north: next })} />
      </Row>
    </Section>
  )
}
