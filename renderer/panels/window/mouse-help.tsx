import type { ReactElement } from 'react'
import { say } from '../../words/say.ts'
import { sayFrame, sayTwice, sayWays } from './mouse-words.ts'

/** What the mouse does to the camera, in the style that the user chose: rows of a list of keys. */
export function MouseHelp(): ReactElement {
  const twice = sayTwice()
  const rows = [
    ...(['orbit', 'pan', 'zoom'] as const).map((look) => [say(`help.${look}`), sayWays(look)]),
    [say('help.frame'), sayFrame()],
    [say('help.goTo'), say('mouse.double')],
    ...(twice === null ? [] : [[twice, say('mouse.twice')]]),
  ]
  return <>{rows.map(([what, how]) => <div key={what} className="shortcut-row"><dt>{what}</dt><dd>{how}</dd></div>)}</>
}
