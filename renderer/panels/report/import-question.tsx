import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { sizeSentence, unitName } from '../../imports/doctor/findings.ts'
import type { ImportQuestion } from '../../imports/doctor/question.ts'
import { type AskedQuestion, useImportQuestion } from '../../project/tasks/question.ts'
import { say, type Phrase } from '../../words/say.ts'

/** How large a model is, and which way is up, where Atrium cannot tell: with a picture of it beside a person. */
export function ImportQuestionDialog(): ReactElement {
  const asked = useImportQuestion((state) => state.asked)
  return (
    <Modal opened={asked !== null} onClose={() => asked?.answer(null)} title={say('question.title')} size={560} closeButtonProps={{ 'aria-label': say('dialog.close') }}>
      {asked !== null && <QuestionForm key={asked.question.name} {...asked} />}
    </Modal>
  )
}

function QuestionForm({ question, answer }: AskedQuestion): ReactElement {
  const [metresPerUnit, setUnit] = useState(question.units[0])
  const [up, setUp] = useState(question.axes[0])
  const { size } = question.views[up]!
  const sizeIn = (unit: number): Phrase => sizeSentence(size, unit)
  return (
    <form onSubmit={(event) => { event.preventDefault(); answer({ metresPerUnit, up }) }}>
      <Stack gap="md">
        <Text size="sm">{say('question.text', { name: question.name })}</Text>
        {question.isAsBefore === true && <Text size="sm">{say('question.asBefore', { program: question.app })}</Text>}
        <BesidePerson question={question} up={up} metresPerUnit={metresPerUnit} />
        {question.units.length > 1 && (
          <Radio.Group label={say('question.unit')} value={String(metresPerUnit)} onChange={(value) => setUnit(Number(value))}>
            <Stack gap={6} mt={6}>{question.units.map((unit, i) => <Radio key={unit} data-autofocus={i === 0 || undefined} value={String(unit)} label={say('question.choice', { unit: unitName(unit), size: sizeIn(unit) })} />)}</Stack>
          </Radio.Group>
        )}
        {question.axes.length > 1 && (
          <Radio.Group label={say('question.up')} value={up} onChange={(value) => setUp(value === 'z' ? 'z' : 'y')}>
            <Group mt={6}>{question.axes.map((axis) => <Radio key={axis} value={axis} label={say('question.axis', { axis })} />)}</Group>
          </Radio.Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(null)}>{say('question.cancel')}</Button>
          <Button type="submit">{say('question.open')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Metres. */
const PERSON = 1.75
/** Of the drawing, its own units. */
const [WIDTH, HEIGHT, MARGIN] = [520, 220, 14]

/** From the front, at one scale: the model's corners as dots, and a person on the same ground. */
function BesidePerson({ question, up, metresPerUnit }: { question: ImportQuestion; up: 'y' | 'z'; metresPerUnit: number }): ReactElement {
  const { size, points } = question.views[up]!
  const [w, h] = size.map((value) => value * metresPerUnit)
  const personWidth = 0.3 * PERSON
  const scale = Math.min((HEIGHT - 2 * MARGIN) / Math.max(h, PERSON, 1e-6), (WIDTH - 3 * MARGIN) / (w + personWidth))
  const ground = HEIGHT - MARGIN
  const middle = 2 * MARGIN + personWidth * scale + (w * scale) / 2
  const person = PERSON * scale
  const at = MARGIN + (personWidth * scale) / 2
  // What would be a speck is drawn as one.
  const dot = Math.max(0.9, Math.min(1.6, 0.02 * scale))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="question-picture" role="img" aria-label={say('question.picture', { size: sizeSentence(size, metresPerUnit) })}>
      <line x1={0} x2={WIDTH} y1={ground} y2={ground} className="question-ground" />
      <rect x={middle - (w * scale) / 2} y={ground - h * scale} width={Math.max(1, w * scale)} height={Math.max(1, h * scale)} className="question-box" />
      {points.map(([x, y], i) => <circle key={i} cx={middle + x * metresPerUnit * scale} cy={ground - y * metresPerUnit * scale} r={dot} className="question-dot" />)}
      <g className="question-person">
        <circle cx={at} cy={ground - 0.93 * person} r={Math.max(0.8, 0.07 * person)} />
        <rect x={at - 0.11 * person} y={ground - 0.84 * person} width={Math.max(1, 0.22 * person)} height={0.84 * person} rx={0.08 * person} />
      </g>
    </svg>
  )
}
