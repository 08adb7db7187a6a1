import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AtriumDocument } from '../../../renderer/document/types.ts'

/** Where the picture of a sample's view lies; `npm run assets -- pictures` takes it. @param view  its place in the list */
export const viewPictureFile = (sample: string, view: number): string => path.resolve(`assets/generators/samples/view-pictures/${sample}-${view + 1}.jpg`)

/** The document with a picture in each of its views, as far as they were taken. */
export async function withViewPictures(sample: string, document: AtriumDocument): Promise<AtriumDocument> {
  const views = await Promise.all(document.views.map(async (view, i) => {
    const picture = await readFile(viewPictureFile(sample, i)).catch(() => null)
    return picture === null ? view : { ...view, thumbnail: `data:image/jpeg;base64,${picture.toString('base64')}` }
  }))
  return { ...document, views }
}
