import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Vec3 } from '../../../gpu/index.ts'
import { toggleLight } from '../../commands/lights/lights.ts'
import { rename, setLight } from '../../document/changes/index.ts'
import { isPlaced, rotationOf } from '../../document/light-frame.ts'
import { LIGHT_NAMES } from '../../document/new-light.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { DocumentLight, PlacedLight } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { Row, Section } from '../../ui/section.tsx'
import { eulerFromQuat, quatFromEuler } from '../../format/euler.ts'
import { ItemActions } from './item-actions.tsx'
import { lengthField } from './length-field.ts'
import { ColorFields } from './light-color.tsx'
import { ShapeFields } from './light-shape.tsx'
import { StrengthFields } from './light-strength.tsx'
import { NameField } from './name-field.tsx'
import { SunFields } from '../project/sun-fields.tsx'
import { VectorField } from './vector-field.tsx'
import { phrase, say } from '../../words/say.ts'

function PositionFields({ light }: { light: PlacedLight }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const owner = useDocument((state) => (light.attachedTo === null ? null : findPiece(state.document, light.attachedTo)?.name ?? null))
  const rotation = rotationOf(light)
  return (
    <Section title={say('inspector.placement')}>
      <VectorField
        label={owner === null ? say('inspector.position') : say('inspector.position.within', { name: owner })}
        value={light.position}
        {...lengthField(unit)}
        step={0.01}
        onCommit={(position: Vec3) => useDocument.getState().edit(phrase('undo.move', { name: light.name }), setLight(light.id, { position }))}
      />
      {rotation !== null && (
        <VectorField
          label={owner === null ? say('inspector.rotation.down') : say('inspector.rotation.within', { name: owner })}
          value={eulerFromQuat(rotation)}
          format={formatAngle}
          parse={parseAngle}
          step={Math.PI / 36}
          onCommit={(angles) => useDocument.getState().edit(phrase('undo.rotate', { name: light.name }), setLight(light.id, { rotation: quatFromEuler(angles) }))}
        />
      )}
    </Section>
  )
}

export function LightInspector({ light }: { light: DocumentLight }): ReactElement {
  const hasSky = useDocument((state) => state.document.environment.sky !== undefined)
  // The sky's own sun has the sky's light.
  const isNatural = light.kind === 'directional' && light.natural === true && hasSky
  return (
    <>
      <NameField name={light.name} kind={LIGHT_NAMES[light.kind]} onRename={(next) => useDocument.getState().edit(phrase('undo.rename', { name: light.name }), rename(light.id, next))} />
      <ItemActions />
      <Section title={say('inspector.light')}>
        <Row label={say('inspector.light.on')}><Switch aria-label={say('inspector.light.on')} checked={light.on} onChange={() => toggleLight(light)} /></Row>
        {light.kind === 'directional' && hasSky && (
          <Row label={say('inspector.light.natural')} hint={say('inspector.light.natural.hint')}>
            <Switch
              aria-label={say('inspector.light.natural')}
              checked={isNatural}
              onChange={(event) => useDocument.getState().edit(phrase('undo.change', { what: phrase('undo.what.light'), name: light.name }), setLight(light.id, { natural: event.currentTarget.checked }))}
            />
          </Row>
        )}
        {!isNatural && (
          <>
            <StrengthFields light={light} />
            <ColorFields value={light} onChange={(fields, gesture) => useDocument.getState().edit(phrase('undo.change', { what: phrase('undo.what.colour'), name: light.name }), setLight(light.id, fields), gesture)} />
          </>
        )}
      </Section>
      {isPlaced(light)
        ? <><Section title={say('inspector.shape')}><ShapeFields light={light} /></Section><PositionFields light={light} /></>
        : <Section title={say('inspector.sky.position')}><SunFields sun={light} /></Section>}
    </>
  )
}
