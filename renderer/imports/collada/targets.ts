/** A use of something by its id, empty or up to its end; one that the next begins before is none, so each character is looked at once. */
const useOf = (names: string): RegExp => new RegExp(`<(${names})\\b([^<>]*?)(?:/>|>(?:(?!<\\1\\b)[^])*?</\\1\\s*>)`, 'g')
/** Materials first, which stand within the others. */
const USES = [useOf('instance_material'), useOf('instance_(?:geometry|controller|node)')]

/** three gives up a whole file for one use of what is not in it: such uses go. */
export function withTargets(text: string): string {
  const ids = new Set([...text.matchAll(/\bid\s*=\s*["']([^"']*)["']/g)].map(([, id]) => id))
  return USES.reduce((from, uses) => from.replace(uses, (whole, _, attributes: string) => {
    const target = /\b(?:url|target)\s*=\s*["']#([^"']*)["']/.exec(attributes)?.[1]
    return target === undefined || ids.has(target) ? whole : ''
  }), text)
}
