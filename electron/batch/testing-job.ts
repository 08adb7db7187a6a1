import type { Picture } from '../batch-wire.ts'
import type { Job } from './job.ts'

/** A picture of 6 tiles over 2 ranges of samples. */
export const picture = (change: Partial<Picture> = {}): Picture => ({
  name: 'Door', clip: null, view: 'Door', way: null, moved: 0, sun: null, variant: null, width: 40, height: 24, samples: 130, bounces: 4, seed: 1, glossFloor: 0, panorama: false, transparent: false, layers: false, denoise: false,
  exposureEv: 3, format: 'png', cut: { pixels: 400, blocks: 2 }, ...change,
})

export const job = (change: Partial<Job> = {}): Job => ({ format: 1, atrium: '0.1.0', name: 'Flat', project: 'a'.repeat(64), pictures: [picture()], ...change })
