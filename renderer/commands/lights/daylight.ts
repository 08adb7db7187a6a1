import { setLight, setPlace, setSky } from '../../document/changes/index.ts'
import { CLEAR_SKY } from '../../document/changes/set-environment.ts'
import { findSun } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AtriumDocument, Change, DirectionalLight, SkyRecord, SunMoment } from '../../document/types.ts'
import { homePlace } from '../../document/places.ts'
import { defaultSun } from '../../scene/defaults.ts'
import { sunDirection, SUN_LUX, SUN_RADIUS } from '../../scene/sun.ts'
import { phrase, say } from '../../words/say.ts'
import type { Command } from '../types.ts'

/** A day that is neither the longest nor the shortest, in the afternoon: light reaches into rooms. */
const FIRST_MOMENT: SunMoment = { date: '2026-03-20', minutes: 15 * 60 }

const theDocument = (): AtriumDocument => useDocument.getState().document

/** Several changes as one step. */
const all = (...changes: readonly (Change | null)[]): Change => (document) => changes.reduce((now, change) => change?.(now) ?? now, document)

/** The sun stands where it stands at a place, day and hour; off: it keeps its direction and is set freely again. */
export function followDate(sun: DirectionalLight, follows: boolean): void {
  const { place } = theDocument()
  useDocument.getState().edit(phrase(follows ? 'undo.light.followDate' : 'undo.light.setDirection', { name: sun.name }), follows
    ? all(place === undefined ? setPlace(homePlace()) : null, setLight(sun.id, { moment: FIRST_MOMENT, ...(sun.angularRadius === undefined && { angularRadius: SUN_RADIUS }) }))
    : setLight(sun.id, { direction: sunDirection(sun, place), moment: null }))
}

/** The sky that was switched off last, as long as it is remembered; else one as strong as its sun is now. */
function skyToSwitchOn(sun: DirectionalLight): SkyRecord {
  const before = useDocument.getState().undos.findLast(({ document }) => document.environment.sky !== undefined)?.document.environment.sky
  return before ?? { ...CLEAR_SKY, strength: Math.min(1, Math.max(CLEAR_SKY.strength, sun.illuminance / SUN_LUX)) }
}

/** A clear sky that matches the sun, whose light is then that of such a sky; off: the gradient and the sun's own light again. */
export function setDaylight(on: boolean): void {
  const { lights } = theDocument()
  const suns = lights.filter((light) => light.kind === 'directional')
  const sun = suns[0] ?? { ...defaultSun(), angularRadius: SUN_RADIUS }
  useDocument.getState().edit(phrase(on ? 'undo.sky.on' : 'undo.sky.off'), all(
    setSky(on ? skyToSwitchOn(sun) : null),
    suns.length === 0 && on ? (document) => ({ ...document, lights: [sun, ...document.lights] }) : null,
    setLight(sun.id, { natural: on, ...(on && sun.angularRadius === undefined && { angularRadius: SUN_RADIUS }) }),
  ))
}

export const daylightCommands: readonly Command[] = [
  {
    id: 'light.followDate',
    isEnabled: () => findSun(theDocument()) !== null,
    isChecked: () => findSun(theDocument())?.moment !== undefined,
    run: () => {
      const sun = findSun(theDocument())
      if (sun !== null) followDate(sun, sun.moment === undefined)
    },
    says: () => say(findSun(theDocument())?.moment === undefined ? 'hud.sun.free' : 'hud.sun.date'),
  },
  {
    id: 'light.sky',
    isChecked: () => theDocument().environment.sky !== undefined,
    run: () => setDaylight(theDocument().environment.sky === undefined),
    says: () => say(theDocument().environment.sky === undefined ? 'hud.sky.off' : 'hud.sky.on'),
  },
]
