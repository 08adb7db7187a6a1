import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { runCommand } from '../../commands/registry.ts'
import { setLight, type LightFields } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetKey, PlacedLight } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { CommandButton } from '../window/command-button.tsx'
import { lengthField } from './length-field.ts'
import { phrase, type PlainId, say } from '../../words/say.ts'

type Set = (what: PlainId, fields: LightFields) => void

/** A size; shadows are as soft as it is large. */
function Size({ label, value, hint, onCommit }: { label: string; value: number; hint?: string; onCommit: (metres: number) => void }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const { format, parse, fineStep } = lengthField(unit)
  return <Row label={label} hint={hint}><ValueField label={label} value={value} format={format} parse={parse} step={0.01} fineStep={fineStep} min={0} max={100} onCommit={onCommit} /></Row>
}

/** Angles of a cone are told from edge to edge, as lamps are sold. */
function Cone({ label, value, hint, onCommit }: { label: string; value: number; hint: string; onCommit: (radians: number) => void }): ReactElement {
  return (
    <Row label={label} hint={hint}>
      <ValueField label={label} value={2 * value} format={formatAngle} parse={parseAngle} step={Math.PI / 180} min={0} max={Math.PI} onCommit={(whole) => onCommit(whole / 2)} />
    </Row>
  )
}

function Count({ label, value, onCommit }: { label: string; value: number; onCommit: (count: number) => void }): ReactElement {
  return (
    <Row label={label}>
      <ValueField
        label={label}
        value={value}
        format={String}
        parse={(text) => (/^\s*\d{1,2}\s*$/.test(text) ? Number(text) : null)}
        step={1}
        min={1}
        max={16}
        onCommit={onCommit}
      />
    </Row>
  )
}

/** How its light is spread: evenly, or as a luminaire's maker measured it. */
function Spread({ profile }: { profile: AssetKey | undefined }): ReactElement {
  const name = useDocument((state) => state.document.assets.find(({ key }) => key === profile)?.name ?? say('inspector.spread.missing'))
  return (
    <Row label={say('inspector.spread')} hint={say('inspector.spread.hint')}>
      <Button.Group className="spread">
        <Button size="xs" variant="default" title={profile === undefined ? say('inspector.spread.even') : say('inspector.spread.measured', { name })} onClick={() => void runCommand('light.measured')}>{profile === undefined ? say('inspector.spread.load') : name}</Button>
        {profile !== undefined && <CommandButton id="light.evenly" icon={IconX} size={28} />}
      </Button.Group>
    </Row>
  )
}

export function ShapeFields({ light }: { light: PlacedLight }): ReactElement {
  const set: Set = (what, fields) => useDocument.getState().edit(phrase('undo.change', { what: phrase(what), name: light.name }), setLight(light.id, fields))
  const radius = (metres: number): ReactElement => <Size label={say('inspector.diameter')} hint={say('inspector.soft')} value={2 * metres} onCommit={(next) => set('undo.what.size', { radius: next / 2 })} />
  switch (light.kind) {
    case 'point': return <><Spread profile={light.profile} />{radius(light.radius ?? 0)}</>
    case 'sphere': case 'disc': return radius(light.radius)
    case 'spot': return (
      <>
        <Spread profile={light.profile} />
        {radius(light.radius ?? 0)}
        <Cone label={say('inspector.beam')} hint={say('inspector.beam.hint')} value={light.innerAngle} onCommit={(innerAngle) => set('undo.what.beam', { innerAngle })} />
        <Cone label={say('inspector.cone')} hint={say('inspector.cone.hint')} value={light.outerAngle} onCommit={(outerAngle) => set('undo.what.cone', { outerAngle })} />
      </>
    )
    case 'rectangle': case 'grid': return (
      <>
        <Size label={say('inspector.width')} hint={say('inspector.soft')} value={light.width} onCommit={(width) => set('undo.what.size', { width })} />
        <Size label={say('inspector.length')} hint={say('inspector.soft')} value={light.length} onCommit={(length) => set('undo.what.size', { length })} />
        {light.kind === 'grid' && <Count label={say('inspector.columns')} value={light.columns} onCommit={(columns) => set('undo.what.points', { columns })} />}
        {light.kind === 'grid' && <Count label={say('inspector.rows')} value={light.rows} onCommit={(rows) => set('undo.what.points', { rows })} />}
      </>
    )
  }
}
