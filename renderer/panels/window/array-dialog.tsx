import { Button, SegmentedControl, Select, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { type ArrayFields, dropArray, keepArray, MOST_IN_ARRAY, show, useArray } from '../../commands/arrange/array.ts'
import { useDocument } from '../../document/store.ts'
import { formatAngle, formatLength, parseAngle, parseLength } from '../../document/units.ts'
import { ValueField } from '../../ui/value-field.tsx'
import { say } from '../../words/say.ts'

const WAYS = ['right', 'left', 'away', 'near', 'up', 'down'] as const satisfies readonly ArrayFields['way'][]
const countOf = (text: string): number | null => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null)
const LONGEST = 1000

/** Copies in a row or around a point; the room shows them while the fields change. */
export function ArrayDialog(): ReactElement | null {
  const draft = useArray((state) => state.draft)
  const fields = draft?.fields ?? null
  const unit = useDocument((state) => state.document.unit)
  if (fields === null) return null
  const change = (some: Partial<ArrayFields>): void => show({ ...fields, ...some })
  const length = (key: 'distance' | 'rowDistance' | 'radius'): ReactElement => (
    <Row label={say(`array.${key}`)}>
      <ValueField label={say(`array.${key}`)} value={fields[key]} format={(metres) => formatLength(metres, unit)} parse={(text) => parseLength(text, unit)} step={0.01} min={-LONGEST} max={LONGEST} onCommit={(metres) => change({ [key]: metres })} />
    </Row>
  )
  const ways = (key: 'way' | 'rowWay'): ReactElement => (
    <Select label={say(`array.${key}`)} data={WAYS.map((value) => ({ value, label: say(`array.way.${value}`) }))} value={fields[key]} allowDeselect={false} onChange={(way) => change({ [key]: way as ArrayFields['way'] })} />
  )
  const counted = (key: 'count' | 'rows', least: number, label = say(`array.${key}`)): ReactElement => (
    <Row label={label}>
      <ValueField hasKeys={key === 'count'} label={label} value={fields[key]} format={String} parse={countOf} step={1} min={least} max={MOST_IN_ARRAY} onCommit={(count) => change({ [key]: Math.round(count) })} />
    </Row>
  )
  const overall = (fields.count - 1) * fields.distance
  return (
    <form className="settings-form" onSubmit={(event) => { event.preventDefault(); keepArray() }}>
      <SegmentedControl fullWidth aria-label={say('array.kind')} data={(['row', 'grid', 'wall', 'round'] as const).map((value) => ({ value, label: say(`array.kind.${value}`) }))} value={fields.kind} onChange={(kind) => change({ kind: kind as ArrayFields['kind'] })} />
      {counted('count', 2, fields.kind === 'grid' ? say('array.perRow') : undefined)}
      {fields.kind !== 'round' ? (
        <>
          {fields.kind !== 'wall' && ways('way')}
          {length('distance')}
          <Row label={say('array.overall')}>
            <ValueField label={say('array.overall')} value={overall} format={(metres) => formatLength(metres, unit)} parse={(text) => parseLength(text, unit)} step={0.01} min={-LONGEST} max={LONGEST} onCommit={(metres) => change({ distance: metres / (fields.count - 1) })} />
          </Row>
          {fields.kind === 'grid' && <>{counted('rows', 1)}{ways('rowWay')}{length('rowDistance')}</>}
        </>
      ) : (
        <>
          {length('radius')}
          <Row label={say('array.angle')}>
            <ValueField label={say('array.angle')} value={fields.angle} format={formatAngle} parse={parseAngle} step={Math.PI / 12} min={-2 * Math.PI} max={2 * Math.PI} onCommit={(angle) => change({ angle })} />
          </Row>
        </>
      )}
      <Text size="xs" c="dimmed">{say(fields.kind === 'wall' && draft?.wall === null ? 'hud.noWall' : `array.hint.${fields.kind}`)}</Text>
      <div className="dialog-buttons">
        <Button variant="default" onClick={dropArray}>{say('dialog.cancel')}</Button>
        <Button type="submit">{say('array.keep')}</Button>
      </div>
    </form>
  )
}

const Row = ({ label, children }: { readonly label: string; readonly children: ReactElement }): ReactElement => (
  <div><Text size="sm" fw={700}>{label}</Text>{children}</div>
)
