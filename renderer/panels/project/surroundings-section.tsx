import { Button, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { runCommand } from '../../commands/registry.ts'
import { setSurroundings, type SurroundingsFields } from '../../document/changes/index.ts'
import { SURROUNDINGS_STRENGTH } from '../../document/changes/set-environment.ts'
import { useDocument } from '../../document/store.ts'
import type { SurroundingsRecord } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { shortNumber } from '../../format/quantities.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { phrase, type PlainId, say } from '../../words/say.ts'

function change(what: PlainId, fields: SurroundingsFields): void {
  useDocument.getState().edit(phrase('undo.change', { what: phrase(what), name: phrase('undo.what.surroundings') }), setSurroundings(fields))
}

function parseStops(text: string): number | null {
  const value = Number(text.trim().replace(',', '.').replace('−', '-').replace(/\s*EV$/i, ''))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

function Fields({ surroundings: { turn, strength, seen } }: { surroundings: SurroundingsRecord }): ReactElement {
  return (
    <>
      <Row label={say('project.surroundings.turn')} hint={say('project.surroundings.turn.hint')}>
        <ValueField label={say('project.surroundings.turn.full')} value={turn} format={formatAngle} parse={parseAngle} step={Math.PI / 36} fineStep={Math.PI / 180} onCommit={(next) => change('undo.what.turn', { turn: next })} />
      </Row>
      <Row label={say('project.surroundings.strength')} hint={say('project.surroundings.strength.hint')}>
        <ValueField
          label={say('project.surroundings.strength.full')}
          value={Math.log2(strength)}
          format={(stops) => `${shortNumber(stops)} EV`}
          parse={parseStops}
          step={0.25}
          min={Math.log2(SURROUNDINGS_STRENGTH[0])}
          max={Math.log2(SURROUNDINGS_STRENGTH[1])}
          onCommit={(stops) => change('undo.what.strength', { strength: 2 ** stops })}
        />
      </Row>
      <Row label={say('project.surroundings.seen')} hint={say('project.surroundings.seen.hint')}>
        <Switch aria-label={say('project.surroundings.seen')} checked={seen} onChange={() => change('undo.what.seen', { seen: !seen })} />
      </Row>
    </>
  )
}

/** The image around the project. */
export function SurroundingsSection(): ReactElement {
  const surroundings = useDocument((state) => state.document.environment.surroundings)
  const name = useDocument((state) => state.document.assets.find(({ key }) => key === surroundings?.asset)?.name)
  return (
    <Section title={say('project.surroundings')}>
      <Row label={say('project.surroundings.image')} hint={say('project.surroundings.hint')}>
        <Button.Group className="spread">
          <Button size="xs" variant="default" title={name} onClick={() => void runCommand('file.surroundings')}>{name ?? say('project.surroundings.choose')}</Button>
          {surroundings !== undefined && <IconButton label={say('project.surroundings.remove')} icon={IconX} onClick={() => void runCommand('file.noSurroundings')} />}
        </Button.Group>
      </Row>
      {surroundings !== undefined && <Fields surroundings={surroundings} />}
    </Section>
  )
}
