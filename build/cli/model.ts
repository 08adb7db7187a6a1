import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listBelow } from '../../electron/files/siblings.ts'
import { siblingPath } from '../../renderer/imports/gltf/resources.ts'
import { DECODERS_IN_NODE, decodeImageInNode } from '../../renderer/imports/reading/in-node.ts'
import { readModel } from '../../renderer/imports/readers.ts'
import { type Known, readTreated, type Treated } from '../../renderer/imports/reading/read-treated.ts'
import type { Pieces, ReadOptions } from '../../renderer/imports/reader.ts'
import type { Spaces } from '../../renderer/imports/spaces/spaces.ts'
import type { LoadedAsset } from '../../renderer/imports/types.ts'
import { withReport } from '../../renderer/project/tasks/report.ts'
import { type Opening, openAsRoom } from '../../renderer/scene/defaults.ts'

/** The files that a model may name. @param folders  its own, then others to look in */
const besideIn = (...folders: readonly string[]): Pick<ReadOptions, 'readSibling' | 'listSiblings'> => ({
  async readSibling(relative) {
    for (const [i, folder] of folders.entries()) {
      try {
        return new Uint8Array(await readFile(path.join(folder, siblingPath(relative))))
      } catch (error) {
        if (i === folders.length - 1) throw error
      }
    }
    throw new Error('no folder')
  },
  listSiblings: async () => [...new Set((await Promise.all(folders.map((folder) => listBelow(folder)))).flat())],
})

/** A model in Node, as it stands in a project. */
export function readInNode(bytes: Uint8Array<ArrayBuffer>, name: string, pieces: Pieces): Promise<LoadedAsset> {
  return readModel(bytes, { name, pieces, decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE })
}

export interface OpenModel extends Opening, Pick<Treated, 'asset' | 'report'> {}

export interface OpenModelOptions extends Pick<ReadOptions, 'nitsOfWhite' | 'offerSimpler' | 'mostTriangles'> {
  readonly pieces?: Pieces
  readonly known?: Known
  /** Another folder to look for textures in. */
  readonly textures?: string | null
}

/** A model's file as the window opens it: examined, treated, lit and looked at. @param bytes  of the file; they stay */
export async function openModel(file: string, bytes: Uint8Array<ArrayBuffer>, { pieces = 'objects', textures = null, ...more }: OpenModelOptions = {}): Promise<OpenModel> {
  const folders = [path.dirname(path.resolve(file)), ...(textures === null ? [] : [path.resolve(textures)])]
  const { asset, report, spaces } = await readTreated(bytes.slice(), {
    name: path.basename(file), pieces, decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE, ...besideIn(...folders), ...more, findSpaces: true,
  })
  const opening = openAsRoom(asset, spaces as Spaces, 'm', new Set(report.strays))
  return { asset, report, ...opening, document: withReport(opening.document, report) }
}
