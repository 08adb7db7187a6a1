import { type CSSProperties, type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import type { ExplainedRay, PixelAnswer } from '../../../gpu/index.ts'
import { findLight, findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AtriumDocument } from '../../document/types.ts'
import { rayColor } from '../../interaction/debug-colors.ts'
import { chooseRay, useDebug } from '../../interaction/debug.ts'
import { metres, number, radianceText, vectorText } from '../../format/debug-figures.ts'
import { GROUND_ID } from '../../scene/ground.ts'
import { fixed } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'

const luminance = ([r, g, b]: readonly number[]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

const pieceName = (document: AtriumDocument, id: string | null): string => (id === null ? say('debug.ray.something') : id === GROUND_ID ? say('debug.ground') : findPiece(document, id)?.name ?? say('debug.ray.pieceGone'))

function rayName(document: AtriumDocument, ray: ExplainedRay, lightIds: readonly string[]): string {
  if (ray.kind === 'primary') return say('debug.ray.camera')
  if (ray.kind === 'bounce') return say('debug.ray.mirrored', { bounce: ray.bounce })
  if (ray.kind === 'through') return say('debug.ray.through')
  const id = ray.light === null ? undefined : lightIds[ray.light]
  return say('debug.ray.shadow', { light: id === undefined ? say('debug.ray.aLight') : findLight(document, id)?.name ?? say('debug.ray.lightGone') })
}

function outcome(document: AtriumDocument, { kind, hit }: ExplainedRay): string {
  if (hit === null) return say(kind === 'shadow' ? 'debug.ray.lit' : 'debug.ray.leaves')
  const where = { name: pieceName(document, hit.instance), triangle: hit.triangle, distance: metres(hit.t) }
  return say(kind === 'shadow' ? 'debug.ray.blocked' : 'debug.ray.hit', where)
}

function percentText(share: number): string {
  if (share > 0 && share < 0.001) return say('debug.ray.share.least', { percent: fixed(0.1, 1) })
  return say('debug.ray.share.percent', { percent: fixed(100 * share, share > 0 && share < 0.1 ? 1 : 0) })
}

function Share({ part, whole }: { part: number; whole: number }): ReactElement {
  const share = whole > 0 ? part / whole : 0
  return (
    <span className="debug-share" title={say('debug.ray.share', { part: number(part), whole: number(whole) })}>
      <span className="debug-share-bar" style={{ width: `${Math.min(100, 100 * share)}%` }} />
      <span>{percentText(share)}</span>
    </span>
  )
}

function Details({ ray }: { ray: ExplainedRay }): ReactElement {
  const { counts } = ray
  const rows: readonly (readonly [string, string])[] = [
    [say('debug.ray.nodes'), say('debug.ray.nodes.value', { uber: counts.uberNodes, object: counts.objectNodes })],
    [say('debug.ray.leaves.tests'), `${counts.leaves}, ${counts.triangleTests}`],
    ...(ray.normal === null ? [] : [[say('debug.ray.normal'), vectorText(ray.normal, 3)] as const]),
    [say('debug.ray.adds'), radianceText(ray.adds)],
    ...(ray.kind === 'shadow' && ray.hit !== null && ray.offered !== null ? [[say('debug.ray.blocks'), radianceText(ray.offered)] as const] : []),
  ]
  return <dl className="debug-ray-details">{rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
}

/** Every ray of the pixel in the order in which it was traced; what they add makes the pixel. */
export function DebugRays({ answer }: { answer: PixelAnswer }): ReactElement {
  const document = useDocument((state) => state.document)
  const chosen = useDebug((state) => state.ray)
  const list = useRef<HTMLUListElement>(null)
  const whole = luminance(answer.radiance)

  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    chooseRay(chosen + by)
    event.preventDefault()
  }
  return (
    <ul ref={list} className="debug-rays" role="listbox" aria-label={say('debug.ray.list')} tabIndex={0} onKeyDown={onKeyDown} aria-activedescendant={`debug-ray-${chosen}`}>
      {answer.rays.map((ray, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- a ray is its place in the answer
          key={index}
          id={`debug-ray-${index}`}
          role="option"
          aria-selected={index === chosen}
          className="debug-ray"
          style={{ '--ray': rayColor(ray), '--level': ray.kind === 'shadow' ? ray.bounce + 1 : ray.bounce } as CSSProperties}
          onClick={() => chooseRay(index)}
        >
          <div className="debug-ray-head">
            <span className="debug-ray-name">{rayName(document, ray, answer.lightIds)}</span>
            <Share part={luminance(ray.adds)} whole={whole} />
          </div>
          <div className="debug-ray-outcome">{outcome(document, ray)}</div>
          {index === chosen && <Details ray={ray} />}
        </li>
      ))}
    </ul>
  )
}
