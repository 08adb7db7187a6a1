import { sampleApartment, sampleDusk } from '../apartment/document.ts'
import { sampleMirrorRoom } from '../mirror-room/document.ts'
import type { SampleProject } from './compose.ts'

/** The projects that ship, in the order in which they are offered. */
export const SAMPLES: readonly { readonly id: string; readonly make: () => Promise<SampleProject> }[] = [
  { id: 'apartment', make: sampleApartment },
  { id: 'apartment-dusk', make: sampleDusk },
  { id: 'mirror-room', make: sampleMirrorRoom },
]
