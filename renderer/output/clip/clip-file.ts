import { canEncodeVideo, Mp4OutputFormat, Output, QUALITY_HIGH, StreamTarget, type VideoCodec, VideoSample, VideoSampleSource, WebMOutputFormat } from 'mediabunny'
import { AtriumError } from '../../errors/atrium-error.ts'

type ClipFormat = 'webm' | 'mp4'

/** The first that the computer can encode: in a WebM the smaller one, in an MP4 the one that most players know. */
const CODECS: Readonly<Record<ClipFormat, readonly VideoCodec[]>> = { webm: ['vp9', 'av1', 'vp8'], mp4: ['avc', 'vp9', 'av1'] }
/** Seconds between pictures that stand for themselves: where a viewer can jump to. */
const KEY_FRAMES = 2

async function findCodec(format: ClipFormat, width: number, height: number): Promise<VideoCodec | null> {
  for (const codec of CODECS[format]) if (await canEncodeVideo(codec, { width, height, bitrate: QUALITY_HIGH })) return codec
  return null
}

/** What this computer's encoders can make clips of such a size into. */
export async function possibleFormats(width: number, height: number): Promise<readonly ClipFormat[]> {
  const formats: ClipFormat[] = ['webm', 'mp4']
  const found = await Promise.all(formats.map((format) => findCodec(format, width, height).catch(() => null)))
  return formats.filter((_, i) => found[i] !== null)
}

/** A clip on its way into a file. */
export interface ClipEncoder {
  /** The next frame: 4 bytes per pixel, sRGB. */
  frame(rgba: Uint8Array): Promise<void>
  end(): Promise<void>
}

/**
 * @param put  bytes at an offset of the file: what stands at its beginning is known last
 * @throws AtriumError `clip-unsupported`
 */
export async function createClipEncoder(
  put: (at: number, bytes: Uint8Array) => Promise<void>, { format, width, height, framesPerSecond }: { readonly format: ClipFormat; readonly width: number; readonly height: number; readonly framesPerSecond: number },
): Promise<ClipEncoder> {
  const codec = await findCodec(format, width, height)
  if (codec === null) throw new AtriumError('clip-unsupported', `No encoder takes ${width} x ${height} for ${format}`)
  const target = new StreamTarget(new WritableStream({ write: ({ data, position }) => put(position, data) }))
  const output = new Output({ format: format === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false }), target })
  const source = new VideoSampleSource({ codec, bitrate: QUALITY_HIGH, keyFrameInterval: KEY_FRAMES })
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  let count = 0
  return {
    async frame(rgba) {
      const sample = new VideoSample(rgba, { format: 'RGBX', codedWidth: width, codedHeight: height, timestamp: count / framesPerSecond, duration: 1 / framesPerSecond })
      count++
      try {
        await source.add(sample)
      } finally {
        sample.close()
      }
    },
    end: () => output.finalize(),
  }
}
