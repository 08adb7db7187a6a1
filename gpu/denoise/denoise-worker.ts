import { createDenoiseThread, type ToDenoiseThread } from './denoise-threads.ts'

/** The entry of the page's workers that denoise on the computer's cores. */
const answer = createDenoiseThread()
self.onmessage = ({ data }: MessageEvent<ToDenoiseThread>) => self.postMessage(answer(data))
