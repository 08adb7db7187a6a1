/**
 * Finds a file beside a model that names it by a path of somebody else's computer: in other case, percent-encoded, with another
 * drive, in a sibling folder. The longest common tail of folders and name wins; else the same name with another type (`.tga`, now `.png`).
 *
 * @param paths  relative to the model's folder, with `/`
 * @returns one of `paths`, or null
 */
export function findSibling(named: string, paths: readonly string[]): string | null {
  const wanted = partsOf(named)
  const base = wanted.at(-1)
  if (base === undefined) return null
  let best: { readonly path: string; readonly score: number } | null = null
  for (const path of paths) {
    const parts = partsOf(path)
    let same = 0
    while (same < wanted.length && same < parts.length && wanted.at(-1 - same) === parts.at(-1 - same)) same++
    const isOtherType = same === 0 && PICTURE.test(base) && PICTURE.test(path) && stemOf(parts.at(-1) ?? '') === stemOf(base)
    // Of equals, the one that lies nearest.
    const score = (isOtherType ? 0.5 : same) - 0.001 * parts.length
    if ((same > 0 || isOtherType) && score > (best?.score ?? 0)) best = { path, score }
  }
  return best?.path ?? null
}

const PICTURE = /\.(?:png|jpe?g|webp|avif|bmp|gif|tga|tiff?)$/i

export const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '')

/** Folders and name, as they compare: Unicode in one form, lower case, without drive, `.` and `..`. */
function partsOf(named: string): string[] {
  let text = named
  try {
    text = decodeURIComponent(named)
  } catch {
    // A per cent sign of its own.
  }
  return text.normalize('NFC').replaceAll('\\', '/').replace(/^file:\/+/i, '').replace(/^[a-z]:/i, '').toLowerCase().split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
}
