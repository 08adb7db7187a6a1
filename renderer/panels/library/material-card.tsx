import { UnstyledButton } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { useAssets } from '../../project/assets.ts'
import type { MaterialRecord } from '../../document/types.ts'
import type { LibraryMaterial } from '../../materials/library.ts'
import { lookOf, type Look } from '../../project/library-looks.ts'
import { lookOfRecord } from '../../tools/material/surfaces.ts'
import { say } from '../../words/say.ts'
import { BallPicture } from '../material/ball-picture.tsx'
import { applyChoice, beginDrag, type Choice, nameOfChoice } from './apply.ts'

const BALL = 72

/** A material with its picture, drawn when it is first seen. Drag it onto a surface; or click, or press Enter. */
export function MaterialCard({ choice }: { choice: Choice }): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => { if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true) })
    observer.observe(button.current!)
    return () => observer.disconnect()
  }, [])
  const name = nameOfChoice(choice)
  return (
    <UnstyledButton
      ref={button}
      className="card"
      data-material={choice.kind === 'library' ? choice.entry.id : choice.record.id}
      aria-label={say('library.card', { name })}
      onPointerDown={(event) => beginDrag(choice, event.nativeEvent)}
      onClick={(event) => { if (event.detail === 0) void applyChoice(choice) }}
    >
      <span className="card-picture ball-picture">{isSeen && <Ball choice={choice} />}</span>
      <span className="card-name">{name}</span>
    </UnstyledButton>
  )
}

function Ball({ choice }: { choice: Choice }): ReactElement {
  return choice.kind === 'library' ? <LibraryBall entry={choice.entry} /> : <RecordBall record={choice.record} />
}

function RecordBall({ record }: { record: MaterialRecord }): ReactElement {
  const parsed = useAssets((state) => state.parsed)
  const look = useMemo(() => lookOfRecord(record, parsed), [record, parsed])
  return <BallPicture {...look} size={BALL} />
}

function LibraryBall({ entry }: { entry: LibraryMaterial }): ReactElement {
  const [look, setLook] = useState<Look | null>(null)
  useEffect(() => {
    // One after another between two frames: a hundred at once would stop the window.
    const turn = setTimeout(() => setLook(lookOf(entry)), 0)
    return () => clearTimeout(turn)
  }, [entry])
  return look === null ? <span style={{ width: BALL, height: BALL }} /> : <BallPicture {...look} size={BALL} />
}
