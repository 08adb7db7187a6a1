import { useState, type ReactElement } from 'react'

/** A line drawing of a room with a round mirror, for as long as there is no photograph. */
function Drawing(): ReactElement {
  return (
    <svg viewBox="0 0 480 300" className="sample-picture" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect width="480" height="300" className="draw-wall" />
      <path d="M0 232 L120 190 L360 190 L480 232 L480 300 L0 300 Z" className="draw-floor" />
      <g className="draw-line" fill="none">
        <path d="M120 0 V190 M360 0 V190 M0 232 L120 190 H360 L480 232" />
        <circle cx="240" cy="92" r="46" />
        <path d="M214 116 q26 -18 52 0 M222 74 q8 -12 22 -14" />
        <path d="M150 196 v-26 h108 v26 M150 176 q-10 0 -10 10 v24 h128 v-24 q0 -10 -10 -10 M150 210 v8 M258 210 v8" />
        <path d="M322 214 V104 M306 214 h32 M304 104 l9 -26 h18 l9 26 Z" />
        <path d="M18 40 L92 62 V150 L18 170 Z M55 51 V160" />
      </g>
    </svg>
  )
}

export function SamplePicture({ id }: { id: string }): ReactElement {
  const [hasPhoto, setHasPhoto] = useState(true)
  if (!hasPhoto) return <Drawing />
  return <img className="sample-picture" src={`./samples/${id}.png`} alt="" draggable={false} onError={() => setHasPhoto(false)} />
}
