/** Names of pictures: a material library that is missing is none. */
const PICTURE = /\.(png|jpe?g|webp|avif|bmp|gif|tga|tiff?|hdr|exr|dds|psd|ktx2)$/i

export const isPictureName = (named: string): boolean => PICTURE.test(named)

/** Pictures that a model names and that are nowhere beside it: what is asked about them. */
export interface MissingTextures {
  /** The model's file. */
  readonly name: string
  readonly count: number
  /** The first few, without their folders. */
  readonly names: readonly string[]
  /** Folders in which the file expects them, as it names them; beside the model: none. */
  readonly folders: readonly string[]
}

/** Everything beside a model that it names and that was not found. */
export interface Missing {
  /** null: none. */
  readonly pictures: MissingTextures | null
  /** As the file names them; pictures are among them. */
  readonly names: readonly string[]
}

const MOST_NAMES = 5

/** @param named  as the file names them; null: none of them is a picture */
export function missingTextures(name: string, named: Iterable<string>): MissingTextures | null {
  const pictures = [...new Set(named)].filter(isPictureName).map((path) => path.replaceAll('\\', '/'))
  if (pictures.length === 0) return null
  const parts = pictures.map((path) => ({ base: path.split('/').at(-1) ?? path, folder: path.split('/').slice(0, -1).join('/') }))
  return {
    name, count: new Set(pictures).size,
    names: [...new Set(parts.map(({ base }) => base.slice(0, 100)))].slice(0, MOST_NAMES),
    folders: [...new Set(parts.map(({ folder }) => folder.slice(0, 200)))].filter((folder) => folder !== '' && folder !== '.').slice(0, MOST_NAMES),
  }
}

/** What else it names that is nowhere: material libraries; without their folders, each once. */
export const missingLibraries = (named: Iterable<string>): readonly string[] =>
  [...new Set([...named].filter((path) => !isPictureName(path)).map((path) => (path.split(/[\\/]/).at(-1) ?? path).slice(0, 100)))]
