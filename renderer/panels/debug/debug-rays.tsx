import { type CSSProperties, type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import type { ExplainedRay, PixelAnswer } from '../../../gpu/index.ts'
import { findLight, findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AtriumDocument } from '../../document/types.ts'
import { rayColor } from '../../interaction/debug-colors.ts'
import { chooseRay, useDebug } from '../../interaction/debug.ts'
import { metres, number, vectorText } from '../../format/debug-figures.ts'

const luminance = ([r, g, b]: readonly number[]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

const pieceName = (document: AtriumDocument, id: string | null): string => (id === null ? 'something' : findPiece(document, id)?.name ?? 'something that is gone')

function rayName(document: AtriumDocument, ray: ExplainedRay, lightIds: readonly string[]): string {
  if (ray.kind === 'primary') return 'Camera ray'
  if (ray.kind === 'bounce') return `Mirrored ray ${ray.bounce}`
  if (ray.kind === 'through') return 'Ray through glass'
  const id = ray.light === null ? undefined : lightIds[ray.light]
  return `Shadow ray to ${id === undefined ? 'a light' : findLight(document, id)?.name ?? 'a light that is gone'}`
}

function outcome(document: AtriumDocument, { kind, hit }: ExplainedRay): string {
  if (hit === null) return kind === 'shadow' ? 'nothing in the way: lit' : 'leaves the scene'
  const what = `${pieceName(document, hit.instance)}, triangle ${hit.triangle}`
  return `${kind === 'shadow' ? 'blocked by ' : ''}${what}, ${metres(hit.t)}`
}

function Share({ part, whole }: { part: number; whole: number }): ReactElement {
  const share = whole > 0 ? part / whole : 0
  return (
    <span className="debug-share" title={`${number(part)} of ${number(whole)} nits`}>
      <span className="debug-share-bar" style={{ width: `${Math.min(100, 100 * share)}%` }} />
      <span>{share === 0 ? '0 %' : share < 0.001 ? '< 0.1 %' : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`}</span>
    </span>
  )
}

function Details({ ray }: { ray: ExplainedRay }): ReactElement {
  const { counts } = ray
  const rows: readonly (readonly [string, string])[] = [
    ['Nodes', `${counts.uberNodes} über + ${counts.objectNodes} object`],
    ['Leaves, tests', `${counts.leaves}, ${counts.triangleTests}`],
    ...(ray.normal === null ? [] : [['Normal', vectorText(ray.normal, 3)] as const]),
    ['Adds', `${vectorText(ray.adds, 3)} nits`],
    ...(ray.kind === 'shadow' && ray.hit !== null && ray.offered !== null ? [['Withheld', `${vectorText(ray.offered, 3)} nits`] as const] : []),
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
    <ul ref={list} className="debug-rays" role="listbox" aria-label="Rays of this pixel" tabIndex={0} onKeyDown={onKeyDown} aria-activedescendant={`debug-ray-${chosen}`}>
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
