import { parseTza } from './tza.ts'

/** One convolution of 3 x 3 pixels, its bias, and nothing below zero let through. */
export interface ConvWeights {
  readonly inputs: number
  readonly outputs: number
  /** [output][input][row][column] */
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/** Names of the network's convolutions, in the order in which they are taken. */
export const CONVOLUTIONS = [
  'enc_conv0', 'enc_conv1', 'enc_conv2', 'enc_conv3', 'enc_conv4', 'enc_conv5a', 'enc_conv5b',
  'dec_conv4a', 'dec_conv4b', 'dec_conv3a', 'dec_conv3b', 'dec_conv2a', 'dec_conv2b', 'dec_conv1a', 'dec_conv1b', 'dec_conv0',
] as const
export type ConvolutionName = (typeof CONVOLUTIONS)[number]

/** The network of Open Image Denoise: a U of four halvings. */
export interface Unet {
  readonly convolutions: Readonly<Record<ConvolutionName, ConvWeights>>
  /** As they came: for who reads them in its own way. */
  readonly bytes: Uint8Array
}

/** Radiance, albedo and normal. */
export const INPUTS = 9
const OUTPUTS = 3
/** Channels that no network of ours comes near. */
const MOST_CHANNELS = 1024
/** Sides are multiples of it: they are halved four times. */
export const SIDE_STEP = 16
/** Pixels around a part that its own ones follow from: half of what an output pixel sees (174), up to a multiple of SIDE_STEP. */
export const OVERLAP = 96

/** What each convolution takes: the output of another one, or of two, the first from half its size. */
const INPUTS_OF: Readonly<Record<ConvolutionName, readonly (ConvolutionName | 'picture')[]>> = {
  enc_conv0: ['picture'], enc_conv1: ['enc_conv0'], enc_conv2: ['enc_conv1'], enc_conv3: ['enc_conv2'], enc_conv4: ['enc_conv3'], enc_conv5a: ['enc_conv4'], enc_conv5b: ['enc_conv5a'],
  dec_conv4a: ['enc_conv5b', 'enc_conv3'], dec_conv4b: ['dec_conv4a'], dec_conv3a: ['dec_conv4b', 'enc_conv2'], dec_conv3b: ['dec_conv3a'],
  dec_conv2a: ['dec_conv3b', 'enc_conv1'], dec_conv2b: ['dec_conv2a'], dec_conv1a: ['dec_conv2b', 'picture'], dec_conv1b: ['dec_conv1a'], dec_conv0: ['dec_conv1b'],
}

/** @throws Error for weights that are damaged, or of another network */
export function parseUnet(bytes: Uint8Array): Unet {
  const tensors = parseTza(bytes)
  if (tensors.size !== 2 * CONVOLUTIONS.length) throw new Error(`The weights have ${tensors.size} tensors, the network ${2 * CONVOLUTIONS.length}.`)
  const convolutions = {} as Record<ConvolutionName, ConvWeights>
  for (const name of CONVOLUTIONS) {
    const [weight, bias] = [tensors.get(`${name}.weight`), tensors.get(`${name}.bias`)]
    if (weight === undefined || bias === undefined) throw new Error(`The weights lack ${name}.`)
    const [outputs, inputs, rows, columns] = weight.dims
    if (weight.dims.length !== 4 || rows !== 3 || columns !== 3 || bias.dims.length !== 1 || bias.dims[0] !== outputs || !(outputs >= 1 && outputs <= MOST_CHANNELS)) {
      throw new Error(`${name} is no convolution of 3 x 3 pixels.`)
    }
    const expected = INPUTS_OF[name].reduce((sum, from) => sum + (from === 'picture' ? INPUTS : convolutions[from].outputs), 0)
    if (inputs !== expected) throw new Error(`${name} takes ${inputs} channels, ${expected} come to it.`)
    convolutions[name] = { inputs, outputs, weights: weight.values, bias: bias.values }
  }
  if (convolutions.dec_conv0.outputs !== OUTPUTS) throw new Error(`The network gives ${convolutions.dec_conv0.outputs} channels, not ${OUTPUTS}.`)
  return { convolutions, bytes }
}
