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

type Set = (what: string, fields: LightFields) => void

/** A size; shadows are as soft as it is large. */
function Size({ label, value, hint, onCommit }: { label: string; value: number; hint?: string; onCommit: (metres: number) => void }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const { format, parse } = lengthField(unit)
  return <Row label={label} hint={hint}><ValueField label={label} value={value} format={format} parse={parse} step={0.01} min={0} max={100} onCommit={onCommit} /></Row>
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
  const name = useDocument((state) => state.document.assets.find(({ key }) => key === profile)?.name ?? 'a file that is missing')
  return (
    <Row label="Spread" hint="Evenly, or as measured in an IES file">
      <Button.Group className="spread">
        <Button size="xs" variant="default" title={profile === undefined ? 'Shines evenly' : `Shines as measured in ${name}`} onClick={() => void runCommand('light.measured')}>{profile === undefined ? 'Load IES file…' : name}</Button>
        {profile !== undefined && <CommandButton id="light.evenly" icon={IconX} size={28} />}
      </Button.Group>
    </Row>
  )
}

const SOFT = 'Larger lights cast softer shadows'

export function ShapeFields({ light }: { light: PlacedLight }): ReactElement {
  const set: Set = (what, fields) => useDocument.getState().edit(`Change ${what} of ${light.name}`, setLight(light.id, fields))
  const radius = (metres: number): ReactElement => <Size label="Diameter" hint={SOFT} value={2 * metres} onCommit={(next) => set('Size', { radius: next / 2 })} />
  switch (light.kind) {
    case 'point': return <><Spread profile={light.profile} />{radius(light.radius ?? 0)}</>
    case 'sphere': case 'disc': return radius(light.radius)
    case 'spot': return (
      <>
        <Spread profile={light.profile} />
        {radius(light.radius ?? 0)}
        <Cone label="Beam" hint="Full strength within, from edge to edge" value={light.innerAngle} onCommit={(innerAngle) => set('Beam', { innerAngle })} />
        <Cone label="Cone" hint="Nothing outside, from edge to edge" value={light.outerAngle} onCommit={(outerAngle) => set('Cone', { outerAngle })} />
      </>
    )
    case 'rectangle': case 'grid': return (
      <>
        <Size label="Width" hint={SOFT} value={light.width} onCommit={(width) => set('Size', { width })} />
        <Size label="Length" hint={SOFT} value={light.length} onCommit={(length) => set('Size', { length })} />
        {light.kind === 'grid' && <Count label="Points across" value={light.columns} onCommit={(columns) => set('Points', { columns })} />}
        {light.kind === 'grid' && <Count label="Points along" value={light.rows} onCommit={(rows) => set('Points', { rows })} />}
      </>
    )
  }
}
