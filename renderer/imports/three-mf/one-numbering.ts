import { AtriumError } from '../../errors/atrium-error.ts'
import type { Archive } from '../bytes/archive.ts'
import { textOfBytes } from '../bytes/text.ts'

/*
 * The resources of a 3MF may lie in several files of its package, each file with numbers of its own (3MF Production Extension 1.1, section 4).
 * Where two files use one number, all get new ones, so that who reads the package may go by the number alone.
 */

const isModelFile = (name: string): boolean => /\.model$/i.test(name)

/** Attributes whose value is the number of a resource, or several. */
const NUMBERS = /(\s)(id|objectid|pid|pids|texid|matid|displaypropertiesid)(\s*=\s*)(["'])([^"']*)\4/g
/** A name ends where it ends: it is not tried shorter for a tag that does not. */
const TAG = /<([A-Za-z][\w:.-]*)(?![\w:.-])([^<>]*)>/g
const PATH = /\s[\w-]+:path\s*=\s*["']([^"']*)["']/
const DECLARES = /<(?:\w+:)?(?:object|basematerials|colorgroup|texture2d|texture2dgroup|compositematerials|multiproperties)\b[^<>]*?\sid\s*=\s*["']([^"']*)["']/g

/**
 * The files with their models renumbered; null: they need no new numbers.
 *
 * @throws AtriumError `model-invalid` for an object in a file that is not there
 * O(bytes of its models).
 */
export async function withOneNumbering(archive: Archive): Promise<Readonly<Record<string, Uint8Array>> | null> {
  const models = archive.names.filter(isModelFile)
  if (models.length < 2) return null
  const texts = new Map<string, string>()
  for (const name of models) texts.set(name, textOfBytes(await archive.read(name)))
  if (!shareNumbers(texts.values())) return null
  const numbers = new Map<string, string>()
  const numberOf = (file: string, id: string): string => {
    const key = `${file}\n${id}`
    const number = numbers.get(key) ?? String(numbers.size + 1)
    numbers.set(key, number)
    return number
  }
  const files: Record<string, Uint8Array> = {}
  for (const name of archive.names) {
    const text = texts.get(name)
    files[name] = text === undefined ? await archive.read(name) : new TextEncoder().encode(renumbered(text, (path, id) => numberOf(fileOf(path, name, texts), id)))
  }
  return files
}

function shareNumbers(texts: Iterable<string>): boolean {
  const seen = new Set<string>()
  for (const text of texts) {
    const own = new Set([...text.matchAll(DECLARES)].map(([, id]) => id))
    for (const id of own) {
      if (seen.has(id)) return true
      seen.add(id)
    }
  }
  return false
}

/** @param path  as a file of the package names another; null: the file itself */
function fileOf(path: string | null, own: string, texts: ReadonlyMap<string, string>): string {
  if (path === null) return own
  const name = path.replace(/^\/+/, '')
  if (!texts.has(name)) throw new AtriumError('model-invalid', `“${name.slice(0, 100)}” is not in the package.`)
  return name
}

function renumbered(text: string, numberOf: (path: string | null, id: string) => string): string {
  return text.replace(TAG, (tag, name: string, attributes: string) => {
    // Most of them, and without a number.
    if (name.endsWith('vertex')) return tag
    const path = PATH.exec(attributes)?.[1] ?? null
    const renamed = attributes.replace(NUMBERS, (_, space: string, attribute: string, equals: string, quote: string, value: string) => {
      const ids = value.split(/\s+/).filter((id) => id !== '').map((id) => numberOf(attribute === 'objectid' ? path : null, id))
      return `${space}${attribute}${equals}${quote}${ids.join(' ')}${quote}`
    })
    return `<${name}${renamed}>`
  })
}
