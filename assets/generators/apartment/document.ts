import type { ParsedPart } from '../../../renderer/imports/types.ts'
import { composeMatrix, transformPoint } from '../../../renderer/document/transform.ts'
import type { DocumentLight, Motion, PlaceRecord } from '../../../renderer/document/types.ts'
import { rounded } from '../kit/rounded.ts'
import { composeSample, type SamplePlan, type SampleProject } from '../samples/compose.ts'
import { AFTERNOON, DOWNLIGHT, DUSK, FURNISHING, furnishedAtDusk, VIEWS } from './furnishing.ts'
import { hingeOfDoor, shell } from './shell.ts'

const VIENNA: PlaceRecord = { name: 'Vienna', latitudeDegrees: 48.21, longitudeDegrees: 16.37, timeZone: 'Europe/Vienna', north: 0 }

/** The sun of a day in April, its colour and strength those of the sky's. */
const sunAt = (minutes: number, direction: readonly [number, number, number]): DocumentLight => ({
  id: 'light-sun', name: 'Sun', kind: 'directional', on: true, direction: rounded(direction), color: [1, 0.9, 0.76], illuminance: 83_000,
  angularRadius: 0.00465, moment: { date: '2026-04-05', minutes }, natural: true,
})

const plan: Pick<SamplePlan, 'shell' | 'place'> = { shell: { name: 'Apartment', nodes: shell(), motionOf: (part) => (part.name === 'Door' ? swinging(part) : undefined) }, place: VIENNA }

/** The apartment in the afternoon. */
export const sampleApartment = (): Promise<SampleProject> => composeSample({
  ...plan, name: 'Studio apartment', furnishing: FURNISHING, environment: AFTERNOON.environment, views: VIEWS, lights: [sunAt(AFTERNOON.minutes, AFTERNOON.direction)],
  settings: { exposureEv: AFTERNOON.exposureEv },
})

/** The same at dusk: the sun has set, and the lamps are on. */
export const sampleDusk = (): Promise<SampleProject> => composeSample({
  ...plan, name: 'Studio apartment at dusk', furnishing: furnishedAtDusk(), environment: DUSK.environment, views: VIEWS, lights: [sunAt(DUSK.minutes, DUSK.direction), ...DUSK.lights], luminaires: [DOWNLIGHT],
  settings: { exposureEv: DUSK.exposureEv, whiteBalance: DUSK.whiteBalance },
})

/** The door opens by 85 degrees in three seconds, and closes again. */
function swinging({ position, rotation: [x, y, z, w] }: Pick<ParsedPart, 'position' | 'rotation'>): Motion {
  const back = composeMatrix({ position: [0, 0, 0], rotation: [-x, -y, -z, w], scale: [1, 1, 1] })
  const hinge = hingeOfDoor()
  const pivot = transformPoint(back, [hinge[0] - position[0], hinge[1] - position[1], hinge[2] - position[2]])
  return { axis: [0, 1, 0], speed: 0.5, pivot: rounded(pivot), swing: 1.48 }
}
