import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** How far beside a model its files are looked for: folders below each other, and files. */
const MOST_LEVELS = 4
const MOST_SIBLINGS = 5000

/** A name that starts with a dot covers `.`, `..` and hidden files; a colon is a Windows drive or stream. */
export const isOpenName = (name: string): boolean => name !== '' && !name.startsWith('.') && !/[\\:\0]/.test(name)

/** By its name; among them those that are told to be of no use. */
export const isPicture = (name: string): boolean => /\.(png|jpe?g|webp|avif|bmp|gif|tga|tiff?|hdr|exr|dds|psd|ktx2)$/i.test(name)

/**
 * The files in and below a folder, for models that name pictures by paths of other computers: relative, with `/`, the nearest first.
 * Links and hidden names are left out, and what lies deeper, or is more, than a model's folder holds.
 */
export async function listBelow(root: string): Promise<string[]> {
  const found: string[] = []
  let level = ['']
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const below: string[] = []
    for (const folder of level) {
      if (found.length >= MOST_SIBLINGS) return found
      const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])
      for (const entry of entries.filter(({ name }) => isOpenName(name)).toSorted((a, b) => a.name.localeCompare(b.name))) {
        if (entry.isDirectory()) below.push(`${folder}${entry.name}/`)
        else if (entry.isFile() && found.length < MOST_SIBLINGS) found.push(folder + entry.name)
      }
    }
    level = below
  }
  return found
}
