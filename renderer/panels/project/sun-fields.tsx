import { Slider, Switch } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import { followDate } from '../../commands/lights/daylight.ts'
import { setLight, type LightFields } from '../../document/changes/index.ts'
import { offsetName } from '../../document/moment.ts'
import { placeName } from '../../document/places.ts'
import { useDocument } from '../../document/store.ts'
import { directionOf, sunAngles } from '../../document/sun-angles.ts'
import type { DirectionalLight, PlaceRecord, SunMoment } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { useInteraction } from '../../interaction/store.ts'
import { sunDirection, sunPosition } from '../../scene/sun.ts'
import { Row } from '../../ui/section.tsx'
import { DateField } from './date-field.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { formatClock, parseClock } from '../../format/quantities.ts'
import { fixed } from '../../words/numbers.ts'
import { phrase, type PlainId, say } from '../../words/say.ts'

const DEGREE = Math.PI / 180
const angle = { format: formatAngle, parse: parseAngle, step: DEGREE }

type Set = (what: PlainId, fields: LightFields, gesture?: string) => void

const oneDecimal = (radians: number): string => `${fixed((radians * 180) / Math.PI, 1)}°`

function Moment({ moment, place, set }: { moment: SunMoment; place: PlaceRecord; set: Set }): ReactElement {
  const id = useId()
  const [drag, setDrag] = useState(0)
  const { altitude, azimuth, offset } = sunPosition(place, moment)
  const { date, minutes } = moment
  return (
    <>
      <Row label={say('sun.date')}>
        <DateField label={say('sun.date')} date={date} from="1800-01-01" to="2200-12-31" onCommit={(next) => set('undo.what.date', { moment: { date: next, minutes } })} />
      </Row>
      <Row label={say('sun.time')} hint={say('sun.time.hint')}>
        <ValueField label={say('sun.time')} value={minutes} format={formatClock} parse={parseClock} step={10} min={0} max={1439} onCommit={(next) => set('undo.what.time', { moment: { date, minutes: next } })} />
      </Row>
      <Slider
        className="wide-slider"
        thumbLabel={say('sun.timeOfDay')}
        min={0}
        max={1435}
        step={5}
        label={formatClock}
        value={minutes}
        onChange={(next) => set('undo.what.time', { moment: { date, minutes: next } }, `${id}-${drag}`)}
        onChangeEnd={() => setDrag(drag + 1)}
      />
      <p className="row-note" data-testid="sun-position">
        {say(altitude > 0 ? 'sun.above' : 'sun.below', { place: place.name === '' ? say('sun.somewhere') : placeName(place.name), zone: offsetName(offset), altitude: oneDecimal(Math.abs(altitude)), azimuth: oneDecimal(azimuth) })}
      </p>
      <button type="button" className="link row-note" onClick={() => useInteraction.setState({ selection: [] })}>{say('sun.changePlace')}</button>
    </>
  )
}

function Angles({ sun, place, set }: { sun: DirectionalLight; place: PlaceRecord | undefined; set: Set }): ReactElement {
  const { altitude, azimuth } = sunAngles(sun.direction)
  const north = place?.north ?? 0
  return (
    <>
      <Row label={say('sun.altitude')} hint={say('sun.altitude.hint')}>
        <ValueField label={say('sun.altitude')} value={altitude} {...angle} min={-Math.PI / 2} max={Math.PI / 2} onCommit={(next) => set('undo.what.direction', { direction: directionOf({ altitude: next, azimuth }) })} />
      </Row>
      <Row label={say('sun.azimuth')} hint={say('sun.azimuth.hint')}>
        <ValueField
          label={say('sun.azimuth')}
          value={(azimuth - north + 2 * Math.PI) % (2 * Math.PI)}
          {...angle}
          onCommit={(next) => set('undo.what.direction', { direction: directionOf({ altitude, azimuth: next + north }) })}
        />
      </Row>
    </>
  )
}

/** Where the sun stands: by place, date and time, or set by hand. */
export function SunFields({ sun }: { sun: DirectionalLight }): ReactElement {
  const place = useDocument((state) => state.document.place)
  const set: Set = (what, fields, gesture) => useDocument.getState().edit(phrase('undo.change', { what: phrase(what), name: sun.name }), setLight(sun.id, fields), gesture)
  const { moment } = sun
  return (
    <>
      <Row label={say('sun.byDate')}>
        <Switch aria-label={say('sun.byDate')} checked={moment !== undefined} onChange={(event) => followDate(sun, event.currentTarget.checked)} />
      </Row>
      {moment !== undefined && place !== undefined
        ? <Moment moment={moment} place={place} set={set} />
        : <Angles sun={{ ...sun, direction: sunDirection(sun, place) }} place={place} set={set} />}
      <Row label={say('sun.width')} hint={say('sun.width.hint')}>
        <ValueField label={say('sun.width')} value={2 * (sun.angularRadius ?? 0)} {...angle} step={DEGREE / 10} min={0} max={1} onCommit={(whole) => set('undo.what.width', { angularRadius: whole / 2 })} />
      </Row>
    </>
  )
}
