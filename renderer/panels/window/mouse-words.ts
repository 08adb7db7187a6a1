import { type Look, styleOf, waysTo, type Way } from '../../navigation/styles.ts'
import { useShell } from '../../shell/shell.ts'
import { intlLocale, say, table } from '../../words/say.ts'

const WAYS: Readonly<Record<Way, string>> = table({
  'left': 'mouse.left', 'middle': 'mouse.middle', 'middle-shift': 'mouse.middle.shift', 'middle-ctrl': 'mouse.middle.ctrl', 'right': 'mouse.right',
  'wheel': 'mouse.wheel', 'wheel-shift': 'mouse.wheel.shift', 'wheel-ctrl': 'mouse.wheel.ctrl',
})

const style = () => styleOf(useShell.getState().settings.navigation)

/** Only the first of several begins with a capital: each stands in the catalogue as within a sentence. */
const begin = (text: string): string => text.charAt(0).toLocaleUpperCase(intlLocale()) + text.slice(1)

/** How the mouse does it, as the user chose: `Right-drag or Shift + middle-drag`. */
export const sayWays = (look: Look): string => begin(new Intl.ListFormat(intlLocale(), { type: 'disjunction' }).format(waysTo(look, style()).map((way) => WAYS[way])))

/** How a frame is drawn around what is selected. */
export const sayFrame = (): string => (style().left === null ? begin(say('mouse.left')) : say('help.frame.how'))

const TWICE = table({ fit: 'mouse.twice.fit', center: 'mouse.twice.center' })

/** What two clicks with the middle button do; null: nothing. */
export function sayTwice(): string | null {
  const { twice } = style()
  return twice === null ? null : TWICE[twice]
}
