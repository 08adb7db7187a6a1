import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Vec3 } from '../../../gpu/index.ts'
import { toggleLight } from '../../commands/lights.ts'
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

function Placement({ light }: { light: PlacedLight }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const owner = useDocument((state) => (light.attachedTo === null ? null : findPiece(state.document, light.attachedTo)?.name ?? null))
  const rotation = rotationOf(light)
  return (
    <Section title="Placement">
      <VectorField
        label={owner === null ? 'Position' : `Position within ${owner}`}
        value={light.position}
        {...lengthField(unit)}
        step={0.01}
        onCommit={(position: Vec3) => useDocument.getState().edit(`Move ${light.name}`, setLight(light.id, { position }))}
      />
      {rotation !== null && (
        <VectorField
          label={owner === null ? 'Rotation from straight down' : `Rotation within ${owner}`}
          value={eulerFromQuat(rotation)}
          format={formatAngle}
          parse={parseAngle}
          step={Math.PI / 36}
          onCommit={(angles) => useDocument.getState().edit(`Rotate ${light.name}`, setLight(light.id, { rotation: quatFromEuler(angles) }))}
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
      <NameField name={light.name} kind={LIGHT_NAMES[light.kind]} onRename={(next) => useDocument.getState().edit(`Rename ${light.name}`, rename(light.id, next))} />
      <ItemActions />
      <Section title="Light">
        <Row label="On"><Switch aria-label="On" checked={light.on} onChange={() => toggleLight(light)} /></Row>
        {light.kind === 'directional' && hasSky && (
          <Row label="As by the clear sky" hint="Colour and strength follow its height, as the sky's do">
            <Switch
              aria-label="As by the clear sky"
              checked={isNatural}
              onChange={(event) => useDocument.getState().edit(`Change Light of ${light.name}`, setLight(light.id, { natural: event.currentTarget.checked }))}
            />
          </Row>
        )}
        {!isNatural && (
          <>
            <StrengthFields light={light} />
            <ColorFields value={light} onChange={(fields, gesture) => useDocument.getState().edit(`Change Colour of ${light.name}`, setLight(light.id, fields), gesture)} />
          </>
        )}
      </Section>
      {isPlaced(light)
        ? <><Section title="Shape"><ShapeFields light={light} /></Section><Placement light={light} /></>
        : <Section title="Position in the sky"><SunFields sun={light} /></Section>}
    </>
  )
}
