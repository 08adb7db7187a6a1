import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What goes, from nothing to all that may. */
const LEVELS = [undefined, 'first', 'next'] as const
/** A name may be as long as it likes; so much of it is worth a tool, px. */
const NAME_PX = 128

/** Leaves out tools until the others, the menus and the project's name have room. */
function makeRoom(bar: HTMLElement): void {
  const name = bar.querySelector('.document-name')
  const isCut = (): boolean => bar.scrollWidth > bar.clientWidth || (name !== null && name.clientWidth < Math.min(NAME_PX, name.scrollWidth))
  for (const level of LEVELS) {
    if (level === undefined) delete bar.dataset['spared']
    else bar.dataset['spared'] = level
    if (!isCut()) return
  }
}

/** A bar that is measured again whenever it or what lies in it has another size: by the window, the language, the size of text or the name. */
export function useRoomInBar(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const bar = ref.current
    if (bar === null) return undefined
    const observer = new ResizeObserver(() => makeRoom(bar))
    for (const element of [bar, ...bar.children]) observer.observe(element)
    makeRoom(bar)
    return () => observer.disconnect()
  })
  return ref
}
