import { SegmentedControl, Select, Slider, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import type { RenderSettings, TraversalName } from '../../../gpu/index.ts'
import { runCommand } from '../../commands/registry.ts'
import {
  BACKGROUND_NAMES, epsilonName, MAX_BOUNCES, MODE_NAMES, parseEpsilon, setRender, TONE_MAP_NAMES,
} from '../../commands/render.ts'
import { VIEW_NAMES } from '../../commands/debug.ts'
import { toggleLight } from '../../commands/lights.ts'
import { useCommand } from '../../commands/use-command.ts'
import { setName, setUnit } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import { COLDEST_KELVIN, HOTTEST_KELVIN } from '../../document/temperature.ts'
import type { LengthUnit } from '../../document/types.ts'
import { shownExposure } from '../../interaction/exposure.ts'
import { useInteraction } from '../../interaction/store.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { METHOD_NAMES } from '../../shell/method.ts'
import { NameField } from '../inspector/name-field.tsx'
import { PlaceSettings } from './place-settings.tsx'
import { formatKelvin, parseKelvin } from '../../format/quantities.ts'
import { changeSettings } from '../../shell/settings.ts'
import { useShell } from '../../shell/shell.ts'
import { automaticTraversal, TRAVERSAL_NAMES } from '../../shell/traversal.ts'

const AUTOMATIC = 'automatic'

function Toggle({ id, label }: { id: string; label: string }): ReactElement {
  const { checked, shortcut } = useCommand(id)
  return (
    <Row label={label}>
      <span className="row-key">{shortcut}</span>
      <Switch aria-label={label} checked={checked ?? false} onChange={() => void runCommand(id)} />
    </Row>
  )
}

const optionsOf = (names: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const UNIT_NAMES: Readonly<Record<LengthUnit, string>> = { m: 'Metres', cm: 'Centimetres', mm: 'Millimetres', 'ft-in': 'Feet and inches' }

function LightSettings(): ReactElement {
  const bounces = useInteraction((state) => state.settings.bounces)
  return (
    <Section title="Light and reflections">
      <Toggle id="render.reflections" label="Reflections" />
      <Row label={`Bounces: ${bounces}`} hint="How often a reflection is reflected again">
        <Slider
          className="row-slider"
          thumbLabel="Bounces"
          min={0}
          max={MAX_BOUNCES}
          step={1}
          label={null}
          value={bounces}
          onChange={(value) => setRender({ bounces: value })}
        />
      </Row>
      <Toggle id="render.shadows" label="Shadows" />
      <Toggle id="render.lights" label="All lights" />
      <Toggle id="render.ambient" label="Ambient light" />
      <Toggle id="render.ambientOcclusion" label="Ambient occlusion" />
    </Section>
  )
}

function MethodSettings(): ReactElement {
  const { method, restSamples } = useInteraction((state) => state.settings)
  const chosen = useShell((state) => state.settings.method)
  return (
    <Section title="Method">
      <Row label="Method" hint={`Hybrid: soft shadows, rough reflections and glass, exact at rest; Whitted: hard shadows, sharp mirrors, quick. Kept for this computer; it is ${METHOD_NAMES[method]} now`}>
        <Select
          aria-label="Method"
          data={[{ value: AUTOMATIC, label: 'Automatic' }, ...optionsOf(METHOD_NAMES)]}
          value={chosen ?? AUTOMATIC}
          onChange={(value) => changeSettings({ method: value === AUTOMATIC ? undefined : value as RenderSettings['method'] })}
        />
      </Row>
      {method === 'hybrid' && (
        <>
          <Toggle id="render.indirect" label="Indirect light" />
          <Toggle id="render.denoise" label="Denoise" />
          <Row label="Samples at rest" hint="Light paths of every pixel until the picture counts as finished">
            <ValueField
              label="Samples at rest"
              value={restSamples}
              format={(value) => String(value)}
              parse={(text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : null)}
              step={16}
              min={1}
              max={4096}
              onCommit={(value) => setRender({ restSamples: Math.round(value) })}
            />
          </Row>
        </>
      )}
    </Section>
  )
}

function SingleLights(): ReactElement | null {
  const lights = useDocument((state) => state.document.lights)
  if (lights.length === 0) return null
  return (
    <Section title="Single lights">
      {lights.map((light) => (
        <Row key={light.id} label={light.name}>
          <Switch aria-label={light.name} checked={light.on} onChange={() => toggleLight(light)} />
        </Row>
      ))}
    </Section>
  )
}

function PictureSettings(): ReactElement {
  const settings = useInteraction((state) => state.settings)
  // Nobody reads hundredths of a stop; more would draw the panel anew with every frame.
  const shown = useInteraction((state) => Math.round(10 * shownExposure(state)) / 10)
  return (
    <Section title="Picture">
      <Toggle id="render.automaticExposure" label="Automatic exposure" />
      <Row label="Exposure">
        <ValueField
          label="Exposure"
          value={settings.exposure === 'automatic' ? shown : settings.exposureEv}
          format={(value) => `${value.toFixed(1)} EV`}
          parse={(text) => {
            const value = Number(text.replace(',', '.').replace(/\s*EV$/i, ''))
            return text.trim() !== '' && Number.isFinite(value) ? value : null
          }}
          step={0.1}
          min={-10}
          max={20}
          onCommit={(exposureEv) => setRender({ exposureEv, exposure: 'locked' })}
        />
      </Row>
      <Row label="White balance">
        <ValueField
          label="White balance"
          value={settings.whiteBalance}
          format={formatKelvin}
          parse={parseKelvin}
          step={100}
          min={COLDEST_KELVIN}
          max={HOTTEST_KELVIN}
          onCommit={(kelvin) => setRender({ whiteBalance: kelvin })}
        />
      </Row>
      <Row label="Tone mapping">
        <Select
          aria-label="Tone mapping"
          data={optionsOf(TONE_MAP_NAMES)}
          value={settings.toneMap}
          onChange={(value) => setRender({ toneMap: value as RenderSettings['toneMap'] })}
        />
      </Row>
      <Toggle id="render.animation" label="Animation" />
      <Row label="Background">
        <Select
          aria-label="Background"
          data={optionsOf(BACKGROUND_NAMES)}
          value={settings.background}
          onChange={(value) => setRender({ background: value as RenderSettings['background'] })}
        />
      </Row>
    </Section>
  )
}

function TracingSettings(): ReactElement {
  const settings = useInteraction((state) => state.settings)
  const traversal = useShell((state) => state.settings.traversal)
  const automatic = useShell(automaticTraversal)
  return (
    <Section title="Ray tracing">
      <Row label="Render mode">
        <Select
          aria-label="Render mode"
          data={optionsOf(MODE_NAMES)}
          value={settings.mode}
          onChange={(value) => setRender({ mode: value as RenderSettings['mode'] })}
        />
      </Row>
      <Row label="Traversal" hint={`How rays walk the kD-tree of an object; kept for this computer, not in the project. Automatic is ${TRAVERSAL_NAMES[automatic]} here`}>
        <Select
          aria-label="Traversal"
          data={[{ value: AUTOMATIC, label: 'Automatic' }, ...optionsOf(TRAVERSAL_NAMES)]}
          value={traversal ?? AUTOMATIC}
          onChange={(value) => changeSettings({ traversal: value === AUTOMATIC ? undefined : value as TraversalName })}
        />
      </Row>
      <Row label="Normals">
        <SegmentedControl
          aria-label="Normals"
          data={[{ value: 'interpolated', label: 'Smooth' }, { value: 'flat', label: 'Flat' }]}
          value={settings.normals}
          onChange={(value) => setRender({ normals: value as RenderSettings['normals'] })}
        />
      </Row>
      <Row label="Show" hint="What a pixel shows: its light, its normal, or what its rays cost">
        <Select
          aria-label="Show"
          data={optionsOf(VIEW_NAMES)}
          value={settings.view}
          onChange={(value) => setRender({ view: value as RenderSettings['view'] })}
        />
      </Row>
      <Row label="Ray offset" hint="Epsilon: where secondary rays start. 0 chooses it by the error bound of each hit">
        <ValueField
          label="Ray offset (epsilon)"
          value={settings.epsilon}
          format={epsilonName}
          parse={parseEpsilon}
          step={1e-5}
          min={0}
          max={0.1}
          onCommit={(epsilon) => setRender({ epsilon })}
        />
      </Row>
    </Section>
  )
}

function changeUnit(unit: LengthUnit): void {
  useDocument.getState().edit('Change Units', setUnit(unit))
}

/** Nothing selected: the project and how it is rendered. */
export function DocumentSettings(): ReactElement {
  const { name, unit } = useDocument((state) => state.document)
  const isDeveloper = useShell((state) => state.settings.developer === true)
  return (
    <>
      <NameField name={name} kind="Project" onRename={(next) => useDocument.getState().edit('Rename Project', setName(next))} />
      <div className="section-body">
        <Row label="Lengths in" hint="What lengths are shown in; any unit may be typed">
          <Select aria-label="Unit of lengths" data={optionsOf(UNIT_NAMES)} value={unit} onChange={(value) => changeUnit(value as LengthUnit)} />
        </Row>
      </div>
      <MethodSettings />
      <LightSettings />
      <PlaceSettings />
      <SingleLights />
      <PictureSettings />
      {isDeveloper && <TracingSettings />}
    </>
  )
}
