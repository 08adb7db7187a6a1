import { ActionIcon, Switch, Tooltip } from '@mantine/core'
import { IconFocusCentered } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { fNumberName, focalLengthName, isTooSteep, setFocalLength, setLens } from '../../commands/view/camera.ts'
import { runCommand } from '../../commands/registry.ts'
import { useCommand } from '../../commands/menus/use-command.ts'
import { useDocument } from '../../document/store.ts'
import {
  FARTHEST_FOCUS, focalLengthOf, horizontalFovOf, LARGEST_F_NUMBER, lensOfPose, LONGEST_FOCAL_LENGTH, NEAREST_FOCUS, SHORTEST_FOCAL_LENGTH, SMALLEST_F_NUMBER,
  verticalFovOf,
} from '../../navigation/lens.ts'
import { useInteraction } from '../../interaction/store.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { lengthField } from '../inspector/length-field.ts'
import { upTo } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'

const DEGREES = Math.PI / 180

/** A number with a unit that may be left out: `24`, `24 mm`; `f/2.8`, `2.8`. null: it is none. */
function parseNumber(text: string, unit: RegExp): number | null {
  const bare = text.replace(unit, '').replace(',', '.').trim()
  const value = Number(bare)
  return bare !== '' && Number.isFinite(value) && value > 0 ? value : null
}

function CommandSwitch({ id, label, hint }: { id: string; label: string; hint: string }): ReactElement {
  const { checked, shortcut } = useCommand(id)
  return (
    <Row label={label} hint={hint}>
      <span className="row-key">{shortcut}</span>
      <Switch aria-label={label} checked={checked ?? false} onChange={() => void runCommand(id)} />
    </Row>
  )
}

/** Focal length and field of view: two names of one number. */
function Lens(): ReactElement {
  const verticalFov = useInteraction((state) => state.pose.verticalFov)
  const across = Math.round(horizontalFovOf(verticalFov, 36 / 24) / DEGREES)
  return (
    <>
      <Row label={say('camera.focalLength')} hint={say('camera.focalLength.hint', { across, high: Math.round(verticalFov / DEGREES) })}>
        <ValueField
          label={say('camera.focalLength')}
          value={focalLengthOf(verticalFov)}
          format={focalLengthName}
          parse={(text) => {
            const mm = parseNumber(text, /\s*mm$/i)
            return mm === null ? null : mm / 1000
          }}
          step={0.001}
          min={SHORTEST_FOCAL_LENGTH}
          max={LONGEST_FOCAL_LENGTH}
          onCommit={setFocalLength}
        />
      </Row>
      <Row label={say('camera.fov')} hint={say('camera.fov.hint')}>
        <ValueField
          label={say('camera.fov')}
          value={verticalFov}
          format={(radians) => `${upTo(radians / DEGREES, 1)}°`}
          parse={(text) => {
            const degrees = parseNumber(text, /\s*(?:°|deg(?:rees)?)$/i)
            return degrees === null || degrees >= 180 ? null : degrees * DEGREES
          }}
          step={DEGREES}
          min={verticalFovOf(LONGEST_FOCAL_LENGTH)}
          max={verticalFovOf(SHORTEST_FOCAL_LENGTH)}
          onCommit={(radians) => setFocalLength(focalLengthOf(radians))}
        />
      </Row>
    </>
  )
}

function DepthOfField(): ReactElement {
  const pose = useInteraction((state) => state.pose)
  const unit = useDocument((state) => state.document.unit)
  const { checked: isPicking, shortcut, enabled } = useCommand('camera.focus')
  const { on, fNumber, focusDistance } = lensOfPose(pose)
  return (
    <>
      <CommandSwitch id="camera.depthOfField" label={say('camera.dof')} hint={say('camera.dof.hint')} />
      {on && (
        <>
          <Row label={say('camera.aperture')} hint={say('camera.aperture.hint')}>
            <ValueField
              label={say('camera.aperture')}
              value={fNumber}
              format={fNumberName}
              parse={(text) => parseNumber(text, /^\s*f\s*\/?\s*/i)}
              step={0.1}
              min={SMALLEST_F_NUMBER}
              max={LARGEST_F_NUMBER}
              onCommit={(next) => setLens({ fNumber: next })}
            />
          </Row>
          <Row label={say('camera.focus')} hint={say('camera.focus.hint')}>
            <ValueField label={say('camera.focus')} {...lengthField(unit)} value={focusDistance} step={0.05} min={NEAREST_FOCUS} max={FARTHEST_FOCUS} onCommit={(next) => setLens({ focusDistance: next })} />
            <Tooltip label={<>{say('camera.focus.pick')} <span className="shortcut">{shortcut}</span></>}>
              <ActionIcon aria-label={say('camera.focus.pick.room')} aria-pressed={isPicking} disabled={!enabled} onClick={() => void runCommand('camera.focus')}>
                <IconFocusCentered size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </Row>
        </>
      )}
    </>
  )
}

/** The camera as it stands: its lens and how it is held. */
export function CameraSection(): ReactElement {
  const isSteep = useInteraction((state) => (state.pose.straighten ?? 0) > 0 && isTooSteep(state.pose))
  return (
    <Section title={say('camera.title')}>
      <Lens />
      <CommandSwitch id="camera.straighten" label={say('camera.straight')} hint={say('camera.straight.hint')} />
      {isSteep && <p className="camera-note">{say('camera.steep')}</p>}
      <DepthOfField />
    </Section>
  )
}
