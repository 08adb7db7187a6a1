import { Loader } from '@mantine/core'
import type { ReactElement } from 'react'
import { useNotices } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { say } from '../../words/say.ts'

/** Over the room until its first picture, from the first moment on: what it waits for. */
export function RoomProgress(): ReactElement | null {
  const isWaiting = useInteraction(({ report }) => report === null || report.width === 0)
  const hasAdapter = useInteraction((state) => state.adapter !== null)
  // A card says why there will be none.
  const hasFailed = useNotices((state) => state.notices.some(({ code }) => code?.startsWith('gpu-') === true))
  if (!isWaiting || hasFailed) return null
  const text = say(hasAdapter ? 'room.preparing' : 'room.starting')
  return (
    <div className="room-progress">
      <Loader size={28} role="progressbar" aria-label={text} />
      <span aria-hidden>{text}</span>
    </div>
  )
}
