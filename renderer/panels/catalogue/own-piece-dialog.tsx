import { Button, Select, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { CATEGORY_NAMES, type Category, freeName } from '../../catalogue/catalogue-items.ts'
import { keyOfOwn, useOwnCatalogue } from '../../catalogue/own-store.ts'
import { keepDraft, useOwnDraft } from '../../commands/insert/own-catalogue.ts'
import { useDocument } from '../../document/store.ts'
import type { Mount } from '../../document/types.ts'
import { formatLength, parseLength } from '../../document/units.ts'
import type { OwnSource } from '../../project/insert/own-piece.ts'
import { closeDialog } from '../../shell/shell.ts'
import { ValueField } from '../../ui/value-field.tsx'
import { say } from '../../words/say.ts'

const MOUNTS = ['floor', 'surface', 'wall', 'ceiling'] as const satisfies readonly Mount[]
/** The side that is the front, and the quarter turns, counter-clockwise from above, that bring it to the viewer. */
const FRONTS = { front: 0, left: 1, back: 2, right: 3 } as const
type Front = keyof typeof FRONTS
const AXES = ['width', 'height', 'depth'] as const
const SMALLEST = 0.001
const LARGEST = 1000

/** What the user says about a piece for the own catalogue. */
export function OwnPieceDialog(): ReactElement | null {
  const source = useOwnDraft((state) => state.source)
  return source === null ? null : <Form key={source.name} source={source} />
}

function Form({ source }: { source: OwnSource }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const [name, setName] = useState(source.name)
  const [category, setCategory] = useState<Category>(source.category)
  const [mount, setMount] = useState<Mount>(source.mount)
  const [front, setFront] = useState<Front>('front')
  const [factor, setFactor] = useState(1)
  const isSideways = FRONTS[front] % 2 === 1
  const [x, y, z] = source.size
  const size = (isSideways ? [z, y, x] : [x, y, z]).map((metres) => metres * factor)
  const others = useOwnCatalogue((state) => state.items).filter(({ id }) => keyOfOwn(id) !== source.replaces)
  const given = freeName(name.trim(), others)
  const keep = (): void => void keepDraft(source, { name: name.trim(), category, mount, quarterTurns: FRONTS[front], factor })
  return (
    <form className="settings-form" onSubmit={(event) => { event.preventDefault(); keep() }}>
      <TextInput label={say('own.name')} value={name} maxLength={200} description={given === name.trim() ? undefined : say('own.name.taken', { name: given })} inputWrapperOrder={['label', 'input', 'description']} data-autofocus onChange={(event) => setName(event.currentTarget.value)} />
      <Select label={say('own.category')} data={Object.keys(CATEGORY_NAMES).map((value) => ({ value, label: CATEGORY_NAMES[value as Category] }))} value={category} allowDeselect={false} onChange={(value) => setCategory(value as Category)} />
      <Select label={say('own.mount')} data={MOUNTS.map((value) => ({ value, label: say(`own.mount.${value}`) }))} value={mount} allowDeselect={false} onChange={(value) => setMount(value as Mount)} />
      <div>
        <Text size="sm" fw={700}>{say('own.front')}</Text>
        <SegmentedControl fullWidth aria-label={say('own.front')} data={Object.keys(FRONTS).map((value) => ({ value, label: say(`own.front.${value as Front}`) }))} value={front} onChange={(value) => setFront(value as Front)} />
        <Text size="xs" c="dimmed">{say('own.front.hint')}</Text>
      </div>
      <div>
        <Text size="sm" fw={700}>{say('own.size')}</Text>
        <div className="own-size">
          {AXES.map((axis, k) => (
            <ValueField
              key={axis}
              label={say(`own.size.${axis}`)}
              prefix={<span className="axis">{say(`own.size.${axis}`)[0]}</span>}
              value={size[k]}
              format={(metres) => formatLength(metres, unit)}
              parse={(text) => parseLength(text, unit)}
              step={0.01}
              min={SMALLEST}
              max={LARGEST}
              disabled={size[k] < SMALLEST}
              onCommit={(metres) => setFactor((factor * metres) / size[k])}
            />
          ))}
        </div>
        <Text size="xs" c="dimmed">{say('own.size.hint')}</Text>
      </div>
      <div className="dialog-buttons">
        <Button variant="default" onClick={closeDialog}>{say('dialog.cancel')}</Button>
        <Button type="submit" disabled={name.trim() === ''}>{say(source.replaces === null ? 'own.keep' : 'own.change')}</Button>
      </div>
    </form>
  )
}
