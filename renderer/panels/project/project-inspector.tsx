import { SegmentedControl, Select, Slider, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import type { RenderSettings, TraversalName } from '../../../gpu/index.ts'
import { runCommand } from '../../commands/registry.ts'
import {
  BACKGROUND_NAMES, epsilonName, MAX_BOUNCES, MODE_NAMES, parseEpsilon, setRender, TONE_MAP_NAMES,
} from '../../commands/view/render.ts'
import { VIEW_NAMES } from '../../commands/view/debug.ts'
import { toggleLight } from '../../commands/lights/lights.ts'
import { useCommand } from '../../commands/menus/use-command.ts'
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
import { PlaceSection } from './place-section.tsx'
import { SurroundingsSection } from './surroundings-section.tsx'
import { formatKelvin, parseKelvin } from '../../format/quantities.ts'
import { changeSettings } from '../../shell/settings.ts'
import { useShell } from '../../shell/shell.ts'
import { automaticTraversal, measuredText, TRAVERSAL_NAMES } from '../../shell/traversal.ts'
import { fixed } from '../../words/numbers.ts'
import { phrase, say, table } from '../../words/say.ts'

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

const UNIT_NAMES: Readonly<Record<LengthUnit, string>> = table({ m: 'project.unit.m', cm: 'project.unit.cm', mm: 'project.unit.mm', 'ft-in': 'project.unit.ft-in' })

function LightSection(): ReactElement {
  const bounces = useInteraction((state) => state.settings.bounces)
  return (
    <Section title={say('project.light')}>
      <Toggle id="render.reflections" label={say('project.reflections')} />
      <Row label={say('project.bounces', { count: bounces })} hint={say('project.bounces.hint')}>
        <Slider
          className="row-slider"
          thumbLabel={say('project.bounces.name')}
          min={0}
          max={MAX_BOUNCES}
          step={1}
          label={null}
          value={bounces}
          onChange={(value) => setRender({ bounces: value })}
        />
      </Row>
      <Toggle id="render.shadows" label={say('project.shadows')} />
      <Toggle id="render.lights" label={say('project.lights')} />
      <Toggle id="render.ambient" label={say('project.ambient')} />
      <Toggle id="render.ambientOcclusion" label={say('project.ambientOcclusion')} />
    </Section>
  )
}

function MethodSection(): ReactElement {
  const { method, restSamples } = useInteraction((state) => state.settings)
  const chosen = useShell((state) => state.settings.method)
  const { enabled: hasIndirect } = useCommand('render.indirect')
  return (
    <Section title={say('project.method')}>
      <Row label={say('project.method')} hint={say('project.method.hint', { name: METHOD_NAMES[method] })}>
        <Select
          aria-label={say('project.method')}
          data={[{ value: AUTOMATIC, label: say('project.automatic') }, ...optionsOf(METHOD_NAMES)]}
          value={chosen ?? AUTOMATIC}
          onChange={(value) => changeSettings({ method: value === AUTOMATIC ? undefined : value as RenderSettings['method'] })}
        />
      </Row>
      {hasIndirect && <Toggle id="render.indirect" label={say('project.indirect')} />}
      {method === 'hybrid' && (
        <>
          <Toggle id="render.denoise" label={say('project.denoise')} />
          <Row label={say('project.restSamples')} hint={say('project.restSamples.hint')}>
            <ValueField
              label={say('project.restSamples')}
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
    <Section title={say('project.singleLights')}>
      {lights.map((light) => (
        <Row key={light.id} label={light.name}>
          <Switch aria-label={light.name} checked={light.on} onChange={() => toggleLight(light)} />
        </Row>
      ))}
    </Section>
  )
}

function PictureSection(): ReactElement {
  const settings = useInteraction((state) => state.settings)
  // Nobody reads hundredths of a stop; more would draw the panel anew with every frame.
  const shown = useInteraction((state) => Math.round(10 * shownExposure(state)) / 10)
  return (
    <Section title={say('project.picture')}>
      <Toggle id="render.automaticExposure" label={say('project.automaticExposure')} />
      <Row label={say('project.exposure')}>
        <ValueField
          label={say('project.exposure')}
          value={settings.exposure === 'automatic' ? shown : settings.exposureEv}
          format={(value) => `${fixed(value, 1)} EV`}
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
      <Row label={say('project.whiteBalance')}>
        <ValueField
          label={say('project.whiteBalance')}
          value={settings.whiteBalance}
          format={formatKelvin}
          parse={parseKelvin}
          step={100}
          min={COLDEST_KELVIN}
          max={HOTTEST_KELVIN}
          onCommit={(kelvin) => setRender({ whiteBalance: kelvin })}
        />
      </Row>
      <Row label={say('project.toneMap')}>
        <Select
          aria-label={say('project.toneMap')}
          data={optionsOf(TONE_MAP_NAMES)}
          value={settings.toneMap}
          onChange={(value) => setRender({ toneMap: value as RenderSettings['toneMap'] })}
        />
      </Row>
      <Toggle id="render.animation" label={say('project.animation')} />
      <Row label={say('project.background')}>
        <Select
          aria-label={say('project.background')}
          data={optionsOf(BACKGROUND_NAMES)}
          value={settings.background}
          onChange={(value) => setRender({ background: value as RenderSettings['background'] })}
        />
      </Row>
    </Section>
  )
}

function TracingSection(): ReactElement {
  const settings = useInteraction((state) => state.settings)
  const traversal = useShell((state) => state.settings.traversal)
  // Of both stores: what was measured, and in which room we are.
  const automatic = useInteraction(automaticTraversal)
  useShell((state) => state.settings.measuredRooms)
  const measured = useInteraction(measuredText)
  return (
    <Section title={say('project.tracing')}>
      <Row label={say('project.mode')}>
        <Select
          aria-label={say('project.mode')}
          data={optionsOf(MODE_NAMES)}
          value={settings.mode}
          onChange={(value) => setRender({ mode: value as RenderSettings['mode'] })}
        />
      </Row>
      <Row label={say('project.traversal')} hint={say('project.traversal.hint', { name: TRAVERSAL_NAMES[automatic] })}>
        <Select
          aria-label={say('project.traversal')}
          data={[{ value: AUTOMATIC, label: say('project.automatic') }, ...optionsOf(TRAVERSAL_NAMES)]}
          value={traversal ?? AUTOMATIC}
          onChange={(value) => changeSettings({ traversal: value === AUTOMATIC ? undefined : value as TraversalName })}
        />
      </Row>
      {traversal === undefined && <p className="panel-hint">{measured}</p>}
      <Row label={say('project.normals')}>
        <SegmentedControl
          aria-label={say('project.normals')}
          data={[{ value: 'interpolated', label: say('project.normals.smooth') }, { value: 'flat', label: say('project.normals.flat') }]}
          value={settings.normals}
          onChange={(value) => setRender({ normals: value as RenderSettings['normals'] })}
        />
      </Row>
      <Row label={say('project.show')} hint={say('project.show.hint')}>
        <Select
          aria-label={say('project.show')}
          data={optionsOf(VIEW_NAMES)}
          value={settings.view}
          onChange={(value) => setRender({ view: value as RenderSettings['view'] })}
        />
      </Row>
      <Row label={say('project.epsilon')} hint={say('project.epsilon.hint')}>
        <ValueField
          label={say('project.epsilon.full')}
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
  useDocument.getState().edit(phrase('undo.changeProject', { what: phrase('undo.what.units') }), setUnit(unit))
}

/** Nothing selected: the project and how it is rendered. */
export function ProjectInspector(): ReactElement {
  const { name, unit } = useDocument((state) => state.document)
  const isDeveloper = useShell((state) => state.settings.developer === true)
  return (
    <>
      <NameField name={name} kind={say('inspector.kind.project')} onRename={(next) => useDocument.getState().edit(phrase('undo.renameProject'), setName(next))} />
      <div className="section-body">
        <Row label={say('project.units')} hint={say('project.units.hint')}>
          <Select aria-label={say('project.units.label')} data={optionsOf(UNIT_NAMES)} value={unit} onChange={(value) => changeUnit(value as LengthUnit)} />
        </Row>
      </div>
      <MethodSection />
      <LightSection />
      <PlaceSection />
      <SurroundingsSection />
      <SingleLights />
      <PictureSection />
      {isDeveloper && <TracingSection />}
    </>
  )
}
