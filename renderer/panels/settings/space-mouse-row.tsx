import { Button } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { reportError } from '../../errors/notices.ts'
import { connectSpaceMouse, forgetSpaceMouse, useSpaceMouse } from '../../tools/space-mouse/device.ts'
import { say } from '../../words/say.ts'

/** Which Space Mouse Atrium uses, and the click that allows it. */
export function SpaceMouseRow(): ReactElement {
  const name = useSpaceMouse((state) => state.name)
  const [isMissing, setMissing] = useState(false)
  const connect = (): void => void connectSpaceMouse().then((isThere) => setMissing(!isThere), reportError)
  const forget = (): void => void forgetSpaceMouse().catch(reportError)
  return (
    <div className="space-mouse">
      <Button size="xs" variant="default" onClick={name === null ? connect : forget}>{say(name === null ? 'settings.spaceMouse.connect' : 'settings.spaceMouse.forget')}</Button>
      <p className="panel-hint" role="status">
        {name !== null ? say('settings.spaceMouse.is', { name }) : say(isMissing ? 'settings.spaceMouse.notFound' : 'settings.spaceMouse.none')}
      </p>
    </div>
  )
}
