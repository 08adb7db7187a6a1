import type { AtriumDocument } from './types.ts'

/** The light of a cloudy sky seen from indoors: about 20 nits from above, less from the floor. */
export const DEFAULT_ENVIRONMENT: AtriumDocument['environment'] = { zenith: [20, 21, 23], nadir: [11, 10, 9] }

/** A project before anything was placed. */
export const emptyDocument = (name = 'Untitled'): AtriumDocument => ({
  name,
  unit: 'm',
  assets: [],
  pieces: [],
  lights: [],
  environment: DEFAULT_ENVIRONMENT,
  views: [],
  unknown: {},
})
