import { NOWHERE } from './changes/set-environment.ts'
import { upTo } from '../words/numbers.ts'
import { intlLocale, say } from '../words/say.ts'
import type { PlaceRecord } from './types.ts'

/** Name as projects keep it, degrees north, degrees east, time zone: city centres, to a hundredth of a degree. */
const TABLE = [
  ['Amsterdam', 52.37, 4.9, 'Europe/Amsterdam'], ['Athens', 37.98, 23.73, 'Europe/Athens'], ['Auckland', -36.85, 174.76, 'Pacific/Auckland'],
  ['Bangkok', 13.75, 100.5, 'Asia/Bangkok'], ['Barcelona', 41.39, 2.17, 'Europe/Madrid'], ['Beijing', 39.9, 116.4, 'Asia/Shanghai'],
  ['Berlin', 52.52, 13.41, 'Europe/Berlin'], ['Bogotá', 4.71, -74.07, 'America/Bogota'], ['Brasília', -15.79, -47.88, 'America/Sao_Paulo'],
  ['Buenos Aires', -34.6, -58.38, 'America/Argentina/Buenos_Aires'], ['Cairo', 30.04, 31.24, 'Africa/Cairo'], ['Cape Town', -33.92, 18.42, 'Africa/Johannesburg'],
  ['Chicago', 41.88, -87.63, 'America/Chicago'], ['Copenhagen', 55.68, 12.57, 'Europe/Copenhagen'], ['Delhi', 28.61, 77.21, 'Asia/Kolkata'],
  ['Denver', 39.74, -104.99, 'America/Denver'], ['Dubai', 25.2, 55.27, 'Asia/Dubai'], ['Dublin', 53.35, -6.26, 'Europe/Dublin'],
  ['Hamburg', 53.55, 9.99, 'Europe/Berlin'], ['Helsinki', 60.17, 24.94, 'Europe/Helsinki'], ['Hong Kong', 22.32, 114.17, 'Asia/Hong_Kong'],
  ['Istanbul', 41.01, 28.98, 'Europe/Istanbul'], ['Jakarta', -6.21, 106.85, 'Asia/Jakarta'], ['Lagos', 6.52, 3.38, 'Africa/Lagos'],
  ['Lima', -12.05, -77.04, 'America/Lima'], ['Lisbon', 38.72, -9.14, 'Europe/Lisbon'], ['London', 51.51, -0.13, 'Europe/London'],
  ['Los Angeles', 34.05, -118.24, 'America/Los_Angeles'], ['Madrid', 40.42, -3.7, 'Europe/Madrid'], ['Melbourne', -37.81, 144.96, 'Australia/Melbourne'],
  ['Mexico City', 19.43, -99.13, 'America/Mexico_City'], ['Milan', 45.46, 9.19, 'Europe/Rome'], ['Montréal', 45.5, -73.57, 'America/Toronto'],
  ['Moscow', 55.76, 37.62, 'Europe/Moscow'], ['Mumbai', 19.08, 72.88, 'Asia/Kolkata'], ['Munich', 48.14, 11.58, 'Europe/Berlin'],
  ['Nairobi', -1.29, 36.82, 'Africa/Nairobi'], ['New York', 40.71, -74.01, 'America/New_York'], ['Oslo', 59.91, 10.75, 'Europe/Oslo'],
  ['Paris', 48.86, 2.35, 'Europe/Paris'], ['Prague', 50.08, 14.44, 'Europe/Prague'], ['Reykjavík', 64.15, -21.94, 'Atlantic/Reykjavik'],
  ['Rome', 41.9, 12.5, 'Europe/Rome'], ['San Francisco', 37.77, -122.42, 'America/Los_Angeles'], ['Santiago', -33.45, -70.67, 'America/Santiago'],
  ['São Paulo', -23.55, -46.63, 'America/Sao_Paulo'], ['Seoul', 37.57, 126.98, 'Asia/Seoul'], ['Shanghai', 31.23, 121.47, 'Asia/Shanghai'],
  ['Singapore', 1.35, 103.82, 'Asia/Singapore'], ['Stockholm', 59.33, 18.07, 'Europe/Stockholm'], ['Sydney', -33.87, 151.21, 'Australia/Sydney'],
  ['Tokyo', 35.68, 139.69, 'Asia/Tokyo'], ['Toronto', 43.65, -79.38, 'America/Toronto'], ['Vancouver', 49.28, -123.12, 'America/Vancouver'],
  ['Vienna', 48.21, 16.37, 'Europe/Vienna'], ['Warsaw', 52.23, 21.01, 'Europe/Warsaw'], ['Zürich', 47.37, 8.54, 'Europe/Zurich'],
] as const satisfies readonly (readonly [name: string, latitude: number, longitude: number, zone: string])[]

export interface City {
  readonly name: string
  readonly latitudeDegrees: number
  readonly longitudeDegrees: number
  readonly timeZone: string
}

type CityName = (typeof TABLE)[number][0]
const isCity = (name: string): name is CityName => TABLE.some(([city]) => city === name)

/** A place's name in the language at hand; one that is no city of ours stays as it is. */
export const placeName = (name: string): string => (isCity(name) ? say(`city.${name}`) : name)

export const CITIES: readonly City[] = TABLE.map(([name, latitudeDegrees, longitudeDegrees, timeZone]) => ({ name, latitudeDegrees, longitudeDegrees, timeZone }))

/** What a list of cities shows, in the order of the language. */
export const cityChoices = (): { readonly value: string; readonly label: string }[] =>
  CITIES.map(({ name }) => ({ value: name, label: placeName(name) })).toSorted((a, b) => a.label.localeCompare(b.label, intlLocale()))

/** Where this computer's clock says that it is: a city of its time zone, or else Greenwich. */
export function homePlace(): PlaceRecord {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { ...NOWHERE, ...CITIES.find((city) => city.timeZone === timeZone) }
}

/** UTC-12 .. UTC+14 in whole hours, and the halves and quarters that are in use; then the zones that this computer knows. */
export const timeZones = (): readonly string[] => [...FIXED_ZONES, ...Intl.supportedValuesOf('timeZone')]

const FIXED_ZONES: readonly string[] = [
  'UTC', ...Array.from({ length: 12 }, (_, i) => `UTC-${i + 1}`), ...Array.from({ length: 14 }, (_, i) => `UTC+${i + 1}`),
  'UTC-9:30', 'UTC-3:30', 'UTC+3:30', 'UTC+4:30', 'UTC+5:30', 'UTC+5:45', 'UTC+6:30', 'UTC+8:45', 'UTC+9:30', 'UTC+10:30', 'UTC+12:45',
]

/** Letters of a coordinate above and below zero: as they are shown, and all that are read, whatever the language. */
const COMPASS = {
  latitude: { shown: ['compass.north', 'compass.south'], positive: 'N', negative: 'S' },
  longitude: { shown: ['compass.east', 'compass.west'], positive: 'EO', negative: 'W' },
} as const

/** `52.52° N`, `13,4° O`, in the language at hand. */
export const formatCoordinate = (degrees: number, along: keyof typeof COMPASS): string => `${upTo(Math.abs(degrees), 4)}° ${say(COMPASS[along].shown[degrees < 0 ? 1 : 0])}`

/** `52.52`, `52,52° N`, `33° 52' 7" S`, `-33.87` → degrees, or null. */
export function parseCoordinate(text: string, along: keyof typeof COMPASS): number | null {
  const { positive, negative } = COMPASS[along]
  const match = new RegExp(
    String.raw`^\s*([-−+]?)\s*(\d+(?:[.,]\d+)?)\s*°?\s*(?:(\d+(?:[.,]\d+)?)\s*['′’]\s*)?(?:(\d+(?:[.,]\d+)?)\s*["″”]\s*)?([${positive}${negative}])?\s*$`, 'i',
  ).exec(text)
  if (match === null) return null
  const [whole, minutes, seconds] = match.slice(2, 5).map((part) => Number((part ?? '0').replace(',', '.')))
  if (minutes >= 60 || seconds >= 60) return null
  const degrees = whole + minutes / 60 + seconds / 3600
  const isNegative = (match[1] === '-' || match[1] === '−') !== (match[5]?.toUpperCase() === negative)
  return isNegative ? -degrees : degrees
}
