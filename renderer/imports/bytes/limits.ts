import { AtriumError } from '../../errors/atrium-error.ts'

/** How much a model may ask for. Beyond them a file is more likely broken, or a trap, than a room. */
export const LIMITS = {
  /** Of the file, and of everything that it names together: Chromium hashes and hands on no larger buffer. */
  fileBytes: 2 ** 31 - 2 ** 21,
  /** Of the description of its content; as values it takes ten times as much. */
  jsonBytes: 2 ** 28,
  /** Buffers that a file may have, and pictures. */
  resources: 10_000,
  nodes: 200_000,
  /** Of those, pieces of their own: what a project may hold (document/capacity.ts). */
  parts: 100_000,
  nesting: 512,
  /** Groups that its things stand in, and groups around a group: a project may hold several models. What is beyond stands in the group around it. */
  groups: 5000,
  groupNesting: 24,
  /** Bytes that all values of its geometry may take when they are unpacked: always so many, otherwise so many times the file's. */
  harmlessValueBytes: 2 ** 24,
  valueRatio: 200,
  /** Bytes of its surfaces, each as often as it is built: one screw may be part of a thousand things. */
  harmlessMeshBytes: 2 ** 25,
  meshRatio: 2000,
  /** Bytes that compressed views may unpack to. */
  expandedBytes: 2 ** 30,
  /** Triangles of all distinct meshes. */
  triangles: 20_000_000,
  /** With more, nobody is offered a simpler version either. */
  simplifiable: 100_000_000,
  /** Corners that those triangles may share, and spare ones. */
  vertices: 60_000_000,
  /** Metres from the origin. */
  coordinate: 1e6,
  /** Units of a file in a metre, at most: as it is read first, before its unit is known, things may lie so many times farther. */
  unitsPerMetre: 1000,
  /** Pixels of one side of a texture; larger ones are reduced. */
  textureSide: 2048,
  /** Pixels of one side of an image that is decoded at all. */
  imageSide: 16_384,
  /** Pixels of an image that is decoded at all. */
  imagePixels: 2 ** 27,
  /** Decoded bytes of all textures. */
  textureBytes: 2 ** 30,
} as const

export const nestedTooDeep = (levels: number = LIMITS.nesting): AtriumError => new AtriumError('model-too-many', `Its parts are nested more than ${levels} deep.`)

const MIB = 2 ** 20

/**
 * How long reading a file of so many bytes may say nothing, and take, milliseconds: large ones are one long call of a library; over a small one that
 * is damaged, kernels may run in circles: half a minute is enough for one that has started.
 */
export const timeLimits = (bytes: number): { readonly silenceMs: number; readonly limitMs: number } =>
  ({ silenceMs: Math.min(300_000, 30_000 + (20_000 * bytes) / MIB) + (2000 * bytes) / MIB, limitMs: 1_800_000 + (10_000 * bytes) / MIB })

/** The worker was ended: whether the file is damaged or only large, nobody knows. @param format  that its name claims */
export const tookTooLong = (format?: string): AtriumError => new AtriumError('model-too-slow', 'Reading the model took too long: it is damaged, or larger than Atrium can read.', { format })
