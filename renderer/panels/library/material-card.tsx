import { UnstyledButton } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { useAssets } from '../../project/assets.ts'
import type { MaterialRecord } from '../../document/types.ts'
import type { LibraryMaterial } from '../../materials/library.ts'
import { fileOf, loadMaterial, type OwnMaterial } from '../../project/materials/own-materials.ts'
import { hasLibraryPictures, libraryPicture } from '../../project/materials/library-pictures.ts'
import { lookOf, type Look } from '../../project/materials/library-looks.ts'
import { lookOfRecord } from '../../tools/material/surfaces.ts'
import { say } from '../../words/say.ts'
import { BallPicture } from '../material/ball-picture.tsx'
import { applyChoice, beginDrag, type Choice, idOfChoice, nameOfChoice } from './apply.ts'

/** CSS pixels: as wide as a card. */
const BALL = 112

/** A material with its picture, fetched or drawn when it is first seen. Drag it onto a surface; or click, or press Enter. */
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
      data-material={idOfChoice(choice)}
      aria-label={say(choice.kind === 'project' ? 'library.card.project' : 'library.card', { name })}
      onPointerDown={(event) => beginDrag(choice, event.nativeEvent)}
      onClick={(event) => { if (event.detail === 0) void applyChoice(choice) }}
    >
      <span className="card-picture ball-picture">{isSeen && <Ball choice={choice} />}</span>
      <span className="card-name">{name}{choice.kind === 'project' && <span className="card-note">{say('library.project')}</span>}</span>
    </UnstyledButton>
  )
}

function Ball({ choice }: { choice: Choice }): ReactElement {
  if (choice.kind === 'library') return <LibraryBall entry={choice.entry} />
  return choice.kind === 'own' ? <OwnBall own={choice.own} /> : <RecordBall record={choice.record} />
}

function RecordBall({ record }: { record: MaterialRecord }): ReactElement {
  const parsed = useAssets((state) => state.parsed)
  const look = useMemo(() => lookOfRecord(record, parsed), [record, parsed])
  return <BallPicture {...look} size={BALL} />
}

/** Read when it is first seen. */
function OwnBall({ own: { id } }: { own: OwnMaterial }): ReactElement {
  const [look, setLook] = useState<Look | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    void (async () => {
      const file = await fileOf(id)
      const { assets } = await loadMaterial(file)
      if (!stop.signal.aborted) setLook(lookOfRecord(file.document.materials[0], new Map(assets.map(({ parsed }) => [parsed.key, parsed]))))
    })().catch(() => {})
    return () => stop.abort()
  }, [id])
  return look === null ? <span style={{ width: BALL, height: BALL }} /> : <BallPicture {...look} size={BALL} />
}

/** Path traced when Atrium was made; what is the user's own is drawn by the processor as it is now. */
function LibraryBall({ entry }: { entry: LibraryMaterial }): ReactElement {
  const [hasPictures, setHasPictures] = useState<boolean | null>(null)
  useEffect(() => void hasLibraryPictures().then(setHasPictures), [])
  if (hasPictures === null) return <span style={{ width: BALL, height: BALL }} />
  return hasPictures ? <img className="ball" width={BALL} height={BALL} src={libraryPicture(entry.id)} alt="" draggable={false} /> : <DrawnBall entry={entry} />
}

function DrawnBall({ entry }: { entry: LibraryMaterial }): ReactElement {
  const [look, setLook] = useState<Look | null>(null)
  useEffect(() => {
    // One after another between two frames: a hundred at once would stop the window.
    const turn = setTimeout(() => setLook(lookOf(entry)), 0)
    return () => clearTimeout(turn)
  }, [entry])
  return look === null ? <span style={{ width: BALL, height: BALL }} /> : <BallPicture {...look} size={BALL} />
}
