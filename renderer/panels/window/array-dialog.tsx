import { Button, SegmentedControl, Select, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { type ArrayFields, dropArray, keepArray, MOST_IN_ARRAY, show, useArray } from '../../commands/array.ts'
import { useDocument } from '../../document/store.ts'
import { formatAngle, formatLength, parseAngle, parseLength } from '../../document/units.ts'
import { ValueField } from '../../ui/value-field.tsx'
import { say } from '../../words/say.ts'

const WAYS = ['right', 'left', 'away', 'near', 'up', 'down'] as const satisfies readonly ArrayFields['way'][]
const countOf = (text: string): number | null => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null)
const LONGEST = 1000

/** Copies in a row or around a point; the room shows them while the fields change. */
export function ArrayDialog(): ReactElement | null {
  const fields = useArray((state) => state.draft?.fields ?? null)
  const unit = useDocument((state) => state.document.unit)
  if (fields === null) return null
  const change = (some: Partial<ArrayFields>): void => show({ ...fields, ...some })
  const length = (key: 'distance' | 'radius'): ReactElement => (
    <Row label={say(`array.${key}`)}>
      <ValueField label={say(`array.${key}`)} value={fields[key]} format={(metres) => formatLength(metres, unit)} parse={(text) => parseLength(text, unit)} step={0.01} min={-LONGEST} max={LONGEST} onCommit={(metres) => change({ [key]: metres })} />
    </Row>
  )
  return (
    <form className="settings-form" onSubmit={(event) => { event.preventDefault(); keepArray() }}>
      <SegmentedControl fullWidth aria-label={say('array.kind')} data={(['row', 'round'] as const).map((value) => ({ value, label: say(`array.kind.${value}`) }))} value={fields.kind} onChange={(kind) => change({ kind: kind as ArrayFields['kind'] })} />
      <Row label={say('array.count')}>
        <ValueField label={say('array.count')} value={fields.count} format={String} parse={countOf} step={1} min={2} max={MOST_IN_ARRAY} onCommit={(count) => change({ count: Math.round(count) })} />
      </Row>
      {fields.kind === 'row' ? (
        <>
          <Select label={say('array.way')} data={WAYS.map((value) => ({ value, label: say(`array.way.${value}`) }))} value={fields.way} allowDeselect={false} onChange={(way) => change({ way: way as ArrayFields['way'] })} />
          {length('distance')}
        </>
      ) : (
        <>
          {length('radius')}
          <Row label={say('array.angle')}>
            <ValueField label={say('array.angle')} value={fields.angle} format={formatAngle} parse={parseAngle} step={Math.PI / 12} min={-2 * Math.PI} max={2 * Math.PI} onCommit={(angle) => change({ angle })} />
          </Row>
        </>
      )}
      <Text size="xs" c="dimmed">{say(`array.hint.${fields.kind}`)}</Text>
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
