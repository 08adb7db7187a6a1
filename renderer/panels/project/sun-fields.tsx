import { Slider, Switch } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import { followDate } from '../../commands/daylight.ts'
import { setLight, type LightFields } from '../../document/changes/index.ts'
import { offsetName } from '../../document/moment.ts'
import { useDocument } from '../../document/store.ts'
import { directionOf, sunAngles } from '../../document/sun-angles.ts'
import type { DirectionalLight, PlaceRecord, SunMoment } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { useInteraction } from '../../interaction/store.ts'
import { sunDirection, sunPosition } from '../../scene/sun.ts'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { dateOf, dayOf, formatClock, parseClock, parseDate } from '../../format/quantities.ts'

const DEGREE = Math.PI / 180
const angle = { format: formatAngle, parse: parseAngle, step: DEGREE }

type Set = (what: string, fields: LightFields, gesture?: string) => void

const oneDecimal = (radians: number): string => `${((radians * 180) / Math.PI).toFixed(1)}°`

function Moment({ moment, place, set }: { moment: SunMoment; place: PlaceRecord; set: Set }): ReactElement {
  const id = useId()
  const [drag, setDrag] = useState(0)
  const { altitude, azimuth, offset } = sunPosition(place, moment)
  const { date, minutes } = moment
  return (
    <>
      <Row label="Date" hint="Year, month, day">
        <ValueField label="Date" value={dayOf(date)} format={dateOf} parse={parseDate} step={1} min={dayOf('1800-01-01')} max={dayOf('2200-12-31')} onCommit={(day) => set('Date', { moment: { date: dateOf(day), minutes } })} />
      </Row>
      <Row label="Time" hint="By the clocks of the place">
        <ValueField label="Time" value={minutes} format={formatClock} parse={parseClock} step={10} min={0} max={1439} onCommit={(next) => set('Time', { moment: { date, minutes: next } })} />
      </Row>
      <Slider
        className="wide-slider"
        thumbLabel="Time of day"
        min={0}
        max={1435}
        step={5}
        label={formatClock}
        value={minutes}
        onChange={(next) => set('Time', { moment: { date, minutes: next } }, `${id}-${drag}`)}
        onChangeEnd={() => setDrag(drag + 1)}
      />
      <p className="row-note" data-testid="sun-position">
        {`${place.name === '' ? 'Place' : place.name}, ${offsetName(offset)}: ${altitude > 0 ? `altitude ${oneDecimal(altitude)}` : `${oneDecimal(-altitude)} below the horizon`}, azimuth ${oneDecimal(azimuth)} from north`}
      </p>
      <button type="button" className="link row-note" onClick={() => useInteraction.setState({ selection: [] })}>Change the place and north</button>
    </>
  )
}

function Angles({ sun, place, set }: { sun: DirectionalLight; place: PlaceRecord | undefined; set: Set }): ReactElement {
  const { altitude, azimuth } = sunAngles(sun.direction)
  const north = place?.north ?? 0
  return (
    <>
      <Row label="Altitude" hint="Height of the sun above the horizon">
        <ValueField label="Altitude" value={altitude} {...angle} min={-Math.PI / 2} max={Math.PI / 2} onCommit={(next) => set('Direction', { direction: directionOf({ altitude: next, azimuth }) })} />
      </Row>
      <Row label="Azimuth" hint="Clockwise from north">
        <ValueField
          label="Azimuth"
          value={(azimuth - north + 2 * Math.PI) % (2 * Math.PI)}
          {...angle}
          onCommit={(next) => set('Direction', { direction: directionOf({ altitude, azimuth: next + north }) })}
        />
      </Row>
    </>
  )
}

/** Where the sun stands: by place, date and time, or set by hand. */
export function SunFields({ sun }: { sun: DirectionalLight }): ReactElement {
  const place = useDocument((state) => state.document.place)
  const set: Set = (what, fields, gesture) => useDocument.getState().edit(`Change ${what} of ${sun.name}`, setLight(sun.id, fields), gesture)
  const { moment } = sun
  return (
    <>
      <Row label="By place, date and time">
        <Switch aria-label="By place, date and time" checked={moment !== undefined} onChange={(event) => followDate(sun, event.currentTarget.checked)} />
      </Row>
      {moment !== undefined && place !== undefined
        ? <Moment moment={moment} place={place} set={set} />
        : <Angles sun={{ ...sun, direction: sunDirection(sun, place) }} place={place} set={set} />}
      <Row label="Seen width" hint="What it spans in the sky: the sun 0.53°, a veiled one more; 0 casts hard shadows">
        <ValueField label="Seen width" value={2 * (sun.angularRadius ?? 0)} {...angle} step={DEGREE / 10} min={0} max={1} onCommit={(whole) => set('Width', { angularRadius: whole / 2 })} />
      </Row>
    </>
  )
}
